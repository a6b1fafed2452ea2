-- Connectors and OAuth entries belong to a project, or to the installation (null), and other projects use them only
-- where they are shared. The previous release writes neither column, so what it adds belongs to the installation.
alter table connector
  add column project_id uuid references project on delete cascade,
  add column shared_with_all boolean not null default false;
alter table oauth
  add column project_id uuid references project on delete cascade,
  add column shared_with_all boolean not null default false;
create index connector_of_project on connector (project_id);
create index oauth_of_project on oauth (project_id);

create table connector_share (
  connector_id uuid not null references connector on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (connector_id, project_id)
);
create index connector_share_of_project on connector_share (project_id);
create table oauth_share (
  oauth_id uuid not null references oauth on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (oauth_id, project_id)
);
create index oauth_share_of_project on oauth_share (project_id);

-- Which projects may use what. Everything that asks for it asks here.
create view connector_grant as
  select id as connector_id, project_id from connector where project_id is not null
  union all select connector_id, project_id from connector_share
  union all select c.id, p.id from connector c cross join project p where c.shared_with_all;
create view oauth_grant as
  select id as oauth_id, project_id from oauth where project_id is not null
  union all select oauth_id, project_id from oauth_share
  union all select o.id, p.id from oauth o cross join project p where o.shared_with_all;

-- Two projects may use one name: neither learns what the other has.
drop index connector_name;
create unique index connector_name on connector (project_id, lower(name)) nulls not distinct;
create index connector_by_name on connector (lower(name), id);
drop index oauth_name;
create unique index oauth_name on oauth (project_id, lower(name)) nulls not distinct;
create index oauth_by_name on oauth (lower(name));

-- What is here already: where there is one project, it is that project's. Where there are several, nobody can tell whose
-- it is; it belongs to the installation and stays usable in every project that there is now.
update connector set project_id = (select id from project) where (select count(*) from project) = 1;
update oauth set project_id = (select id from project) where (select count(*) from project) = 1;
insert into connector_share (connector_id, project_id)
  select c.id, p.id from connector c cross join project p where c.project_id is null;
insert into oauth_share (oauth_id, project_id)
  select o.id, p.id from oauth o cross join project p where o.project_id is null;

-- An entry without a list of hosts could send its token anywhere. The list begins as the host of the token's server;
-- where the address is not understood, it is empty, and no token is sent until somebody writes one.
update oauth
   set allowed_hosts = array_remove(array[substring(lower(access_token_url)
                         from '^https?://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#@:\\]+)')], null)
 where allowed_hosts is null;

-- With its project an entry vanishes from the connectors of other projects, which change by that.
alter table connector_oauth
  drop constraint connector_oauth_oauth_id_fkey,
  add constraint connector_oauth_oauth_id_fkey foreign key (oauth_id) references oauth on delete cascade;
create function leave_connectors() returns trigger language plpgsql as $$
begin
  update connector set version = version + 1
   where id in (select connector_id from connector_oauth where oauth_id = old.id);
  return old;
end
$$;
create trigger oauth_leaves_connectors before delete on oauth for each row execute function leave_connectors();
