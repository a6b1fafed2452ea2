-- Every change of a variable or an override: who, when, before, after. `before` and `after` hold the whole variable
-- (or `{"value": …}` of an override), so that any of them can be restored. A deleted variable's `before` holds its
-- overrides too.
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

-- Answers to requests that carried an Idempotency-Key: the same request again is answered from here.
create table idempotent_answer (
  principal_id uuid not null references principal on delete cascade,
  key text not null,
  -- Of method, address and body: the key of one request cannot answer another.
  fingerprint text not null,
  answer jsonb,
  answered_at timestamptz not null default now(),
  primary key (principal_id, key)
);
create index idempotent_answer_by_age on idempotent_answer (answered_at);

-- What the project's variables were in an environment when executions started there. Executions that saw the same
-- values share one row; the key is the SHA-256 of what it holds. `overridden` names those with an override.
create table variable_snapshot (
  hash bytea primary key,
  variables jsonb not null,
  overridden text[] not null,
  -- Renewed when it is used and older than an hour; what no execution names is deleted a day later.
  used_at timestamptz not null default now()
);
alter table execution add column variable_snapshot bytea;
create index execution_of_snapshot on execution (variable_snapshot) where variable_snapshot is not null;

-- The name and the id are in the index too, so that any page and the total are found without reading the variables.
drop index project_variable_name;
create unique index project_variable_name on project_variable (project_id, lower(name)) include (name, id);
