-- Which projects ever published what runs a set, so that its owner still sees who does when it is not shared with them any more.
-- Older servers: they do not record it; their projects are found while the set is shared with them.

create table shared_set_user (
  shared_set_id uuid not null references shared_set on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (shared_set_id, project_id)
);
create index shared_set_user_of_project on shared_set_user (project_id);

insert into shared_set_user
select distinct v.shared_set_id, a.project_id
  from shared_use u join shared_version v on v.id = u.shared_version_id join artifact a on a.bundle_id = u.bundle_id;
