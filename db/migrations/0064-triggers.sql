-- Triggers by data: pipelines that start when something happened (docs/guides/triggers.md, ADR 43).
-- Older servers: their executions end as before; the database records what triggers wait for, and newer servers start it.

create table data_trigger (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null constraint data_trigger_environment references environment on delete cascade,
  name text not null,
  pipeline_name text not null,
  pipeline_type text not null,
  version_name text,
  runner_id uuid,
  scalar_variables jsonb not null default '{}',
  grid_variables jsonb not null default '{}',
  -- Variables whose values come from what happened, each with a JSON path.
  variable_paths jsonb not null default '{}',
  condition_type text not null constraint data_trigger_condition
    check (condition_type in ('PIPELINE_END', 'ASSETS', 'FILE', 'SQL', 'EVENT')),
  condition jsonb not null,
  enabled boolean not null default true,
  allow_concurrent boolean not null default true,
  missed_run_policy text not null default 'RUN_ALL' constraint data_trigger_missed_run_policy
    check (missed_run_policy in ('RUN_ONCE', 'SKIP', 'RUN_ALL')),
  -- What events must be signed with; null: by nothing.
  signing_secret_encrypted bytea,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null
);
create index data_trigger_by_name on data_trigger (project_id, lower(name), id);
create index data_trigger_by_environment on data_trigger (environment_id, lower(name), id);
create index data_trigger_by_pipeline on data_trigger (project_id, pipeline_name, lower(name), id);

-- The pipeline whose end a trigger waits for. The end of every execution looks here: one probe of an index.
create table trigger_watch (
  trigger_id uuid primary key references data_trigger on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  pipeline_name text not null,
  states text[] not null,
  enabled boolean not null
);
create index trigger_watching on trigger_watch (environment_id, pipeline_name) where enabled;
create index trigger_watch_of_environment on trigger_watch (environment_id);

-- When a trigger that has to look is to look again, and what it saw last.
create table trigger_poll (
  trigger_id uuid primary key references data_trigger on delete cascade,
  -- Null while the trigger is disabled. A server that looks moves it ahead, so that others look only when it died.
  next_at timestamptz,
  seen jsonb,
  looked_at timestamptz,
  last_error text
);
create index trigger_poll_due on trigger_poll (next_at) where next_at is not null;

-- Executions that ended and that triggers wait for: written by the transaction that ends them, deleted by the one that makes
-- them into rows of trigger_fire.
create table trigger_end (
  seq bigint generated always as identity primary key,
  execution_id uuid not null
);

-- What happened, for each trigger once, and what became of it: the queue and the history.
create table trigger_fire (
  seq bigint generated always as identity primary key,
  trigger_id uuid not null,
  -- Names what happened: the same never starts the trigger twice.
  cause text not null,
  facts jsonb not null,
  outcome text not null default 'PENDING' constraint trigger_fire_outcome
    check (outcome in ('PENDING', 'WAITING', 'FIRED', 'SKIPPED', 'FAILED', 'MISSED')),
  reason text,
  execution_id uuid,
  -- How many triggers in a row led here.
  depth integer not null,
  -- Whether it happened while no server looked.
  missed boolean not null default false,
  backfilled boolean not null default false,
  occurred_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint one_fire_of_trigger unique (trigger_id, cause)
);
create index trigger_fire_of_trigger on trigger_fire (trigger_id, seq desc);
create index trigger_fire_pending on trigger_fire (seq) where outcome = 'PENDING';
create index trigger_fire_pending_of_trigger on trigger_fire (trigger_id, seq) where outcome = 'PENDING';
create index trigger_fire_waiting on trigger_fire (trigger_id, seq) where outcome = 'WAITING';
create unique index one_fire_of_execution on trigger_fire (execution_id) where execution_id is not null;
create index trigger_fire_by_age on trigger_fire using brin (occurred_at);

-- Instant; the two indexes hold only executions of triggers, but read a million others in about a second.
alter table execution add column trigger_id uuid;
create index execution_of_trigger on execution (trigger_id, id) where trigger_id is not null;
create index execution_live_of_trigger on execution (trigger_id)
  where trigger_id is not null and status in ('QUEUED', 'RUNNING', 'CANCELLING');

create function record_trigger_end() returns trigger language plpgsql as $$
begin
  if exists (select from trigger_watch
              where environment_id = new.environment_id and pipeline_name = new.pipeline_name and enabled
                and new.status = any(states)) then
    insert into trigger_end (execution_id) values (new.id);
    perform pg_notify('trigger_due', '');
  end if;
  return null;
end
$$;

-- The condition is evaluated without a call: only the end of an execution that is nobody's child costs one.
create trigger execution_ended_for_triggers after update of status on execution
  for each row
  when (new.parent_id is null and new.source_id is null and new.status in ('SUCCESS', 'FAILED', 'CANCELLED')
        and old.status not in ('SUCCESS', 'FAILED', 'CANCELLED'))
  execute function record_trigger_end();
-- What cannot start is inserted as FAILED: its end is no update.
create trigger execution_inserted_as_ended_for_triggers after insert on execution
  for each row
  when (new.parent_id is null and new.source_id is null and new.status in ('SUCCESS', 'FAILED', 'CANCELLED'))
  execute function record_trigger_end();
