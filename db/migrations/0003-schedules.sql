-- When a pipeline runs by itself.
create table schedule (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  name text not null,
  pipeline_name text not null,
  pipeline_type text not null,
  -- Null: the newest version of the environment.
  version_name text,
  -- Null: the environment's default. No foreign key: a schedule whose runner is gone says so when it is due.
  runner_id uuid,
  scalar_variables jsonb not null default '{}',
  grid_variables jsonb not null default '{}',
  -- The variable that is given the due time of each run; null: none.
  due_time_variable text,
  cron_expression text,
  time_zone text not null,
  interval_length integer,
  interval_unit text check (interval_unit in ('MINUTES', 'HOURS', 'DAYS', 'WEEKS')),
  effective_from timestamptz not null,
  enabled boolean not null,
  -- Why the platform disabled it; null when a person did.
  disabled_reason text,
  allow_concurrent boolean not null,
  missed_run_policy text not null check (missed_run_policy in ('RUN_ONCE', 'SKIP', 'RUN_ALL')),
  jitter_seconds integer not null,
  -- The next time the expression means, and when it is looked at: later by this schedule's share of the jitter.
  next_due_at timestamptz,
  next_run_at timestamptz,
  last_run_at timestamptz,
  -- When `next_due_at` was worked out. Later than now: the clock was set back since.
  planned_at timestamptz not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  constraint schedule_cron_or_interval check
    (num_nonnulls(cron_expression, interval_length) = 1 and (interval_length is null) = (interval_unit is null))
) with (fillfactor = 70);
create index schedule_due on schedule (next_run_at) where enabled and next_run_at is not null;
-- Empty while all is well: what the repairing pass looks for.
create index schedule_without_next on schedule (id) where enabled and next_run_at is null;
create index schedule_by_name on schedule (project_id, lower(name), id);
create index schedule_by_pipeline on schedule (project_id, pipeline_name, lower(name), id);
create index schedule_by_environment on schedule (environment_id, lower(name), id);

-- What became of each due time. The key is the promise: a due time is decided once, however many servers look.
-- No foreign key: ticks come by the thousand in a second, and go by age.
create table schedule_tick (
  schedule_id uuid not null,
  due_at timestamptz not null,
  outcome text not null check (outcome in ('FIRED', 'SKIPPED', 'FAILED', 'MISSED')),
  reason text,
  execution_id uuid,
  -- The due time and the schedule's share of the jitter: when it was to be looked at.
  run_at timestamptz not null,
  decided_at timestamptz not null,
  -- Due times before this one that passed while no server looked and were left out.
  missed_count integer not null default 0,
  backfill_id uuid,
  primary key (schedule_id, due_at)
);
create index schedule_tick_by_age on schedule_tick using brin (decided_at);

-- A range of due times that is run after the fact.
create table schedule_backfill (
  id uuid primary key,
  schedule_id uuid not null references schedule on delete cascade,
  range_from timestamptz not null,
  range_to timestamptz not null,
  total integer not null,
  queued integer not null default 0,
  -- Due times up to this one are done.
  done_until timestamptz not null,
  status text not null check (status in ('RUNNING', 'DONE', 'CANCELLED')),
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  created_by text not null,
  finished_at timestamptz
);
create index backfill_of_schedule on schedule_backfill (schedule_id, id desc);
create index open_backfill on schedule_backfill (looked_at) where status = 'RUNNING';

-- 0 is live work; a greater number waits until nothing of a smaller one waits.
alter table execution add column priority integer not null default 0;
drop index execution_queue;
create index execution_queue on execution (runner_id, priority, id) where status = 'QUEUED';
create index execution_live_of_schedule on execution (schedule_id)
  where schedule_id is not null and status in ('QUEUED', 'RUNNING', 'CANCELLING');
