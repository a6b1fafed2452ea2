-- Tasks of AI agents: a conversation with a model, which works on a branch with the rights of its creator.
create table agent_task (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  -- Null when the creator was deleted; the task then ends.
  principal_id uuid references principal on delete set null,
  creator_kind text not null check (creator_kind in ('CREDENTIAL', 'USER')),
  client_id text not null,
  -- Of the personal access token that created it; null: everything the creator may do.
  scopes text[],
  status text not null check (status in ('RUNNING', 'STOPPING', 'STOPPED', 'ERRORED')),
  description text not null,
  config jsonb not null,
  branch text not null,
  -- Tools that may act without a decision on each call.
  granted text[] not null default '{}',
  error text,
  -- The turn that is under way, or was last.
  group_id uuid not null,
  turn_started_at timestamptz not null default now(),
  next_seq bigint not null default 1,
  -- When it has work; null while it waits for people.
  due_at timestamptz,
  failures integer not null default 0,
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create index agent_task_due on agent_task (due_at, id) where due_at is not null;
create index agent_task_leased on agent_task (project_id, lease_until) where lease_until is not null;
create index agent_task_of_project on agent_task (project_id, id);
create index agent_task_of_creator on agent_task (principal_id, id);
create index agent_task_by_age on agent_task (modified_at) where status in ('STOPPED', 'ERRORED');

create table agent_message (
  task_id uuid not null references agent_task on delete cascade,
  seq bigint not null,
  group_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (task_id, seq)
);

create table agent_tool_call (
  task_id uuid not null references agent_task on delete cascade,
  seq bigint not null,
  position integer not null,
  tool_id text not null,
  tool_name text not null,
  -- As the model wrote it: not always JSON.
  input text not null,
  -- BEGUN and not DONE after a crash: whether it had an effect is unknown.
  state text not null check (state in ('PENDING', 'READY', 'BEGUN', 'DONE')),
  approved boolean,
  permission_title text,
  permission_body text,
  primary key (task_id, seq, position)
);
create index agent_tool_call_open on agent_tool_call (task_id, seq, position) where state <> 'DONE';
