-- Every change of a variable or an override: who, when, before, after. `before` and `after` hold the whole variable
-- (or the override's value), so that any of them can be restored.
create table variable_change (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  variable_name text not null,
  -- Set when the change was made to the override of this environment.
  environment_name text,
  action text not null check (action in ('CREATED', 'UPDATED', 'DELETED')),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  before jsonb,
  after jsonb
);
create index variable_change_newest_first on variable_change (project_id, variable_name, id desc);
