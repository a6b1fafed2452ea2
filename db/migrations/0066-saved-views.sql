-- Filters of lists that a person has named. A view with a project is shared with its members.
create table saved_view (
  id uuid primary key,
  principal_id uuid not null references principal on delete cascade,
  -- The name of the owner when it was saved.
  owner text not null,
  list text not null check (list in ('EXECUTIONS', 'SCHEDULES', 'EVENTS')),
  name text not null,
  -- Query parameters of the list, as text by name.
  filter jsonb not null,
  -- When the project is deleted, the view is its owner's alone again.
  project_id uuid references project on delete set null,
  version bigint not null default 1,
  updated_at timestamptz not null default now()
);
create unique index saved_view_name on saved_view (principal_id, list, lower(name));
create index saved_view_of_project on saved_view (project_id, list) where project_id is not null;
