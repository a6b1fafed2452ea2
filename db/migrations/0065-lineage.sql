-- What comes from what (docs/guides/lineage.md), and events for catalogues.
-- Older servers: they neither write nor read any of it; executions that they end as FAILED are told by newer ones.

-- Steps put what they read from one asset into another: the newest of each component.
create table asset_edge (
  from_id uuid not null references asset (id) on delete cascade,
  to_id uuid not null references asset (id) on delete cascade,
  -- These outlive what they name.
  project_id uuid not null,
  environment_id uuid not null,
  pipeline_name text not null,
  component_name text not null,
  -- {"column of to": ["column of from", …]}
  columns jsonb not null,
  last_execution_id uuid not null,
  last_at timestamptz not null,
  primary key (from_id, to_id, environment_id, pipeline_name, component_name)
);
create index asset_edge_to on asset_edge (to_id, from_id);

-- The same of each step of a run.
create table step_lineage (
  execution_id uuid not null,
  step_seq integer not null,
  -- JSON: `StepLineage`.
  lineage text not null,
  primary key (execution_id, step_seq)
);

-- Executions with assets whose end was not told yet, and executions that failed.
create table lineage_run (
  execution_id uuid primary key,
  began boolean not null default false
);

-- The same for every attempt to create the event.
create function lineage_event_id(execution_id uuid, kind text) returns uuid language sql immutable as
  $$ select md5(execution_id::text || kind)::uuid $$;

create table lineage_event (
  -- In the order in which rows become visible.
  seq bigint primary key,
  id uuid not null unique,
  generated_at timestamptz not null,
  -- These outlive what they name.
  project_id uuid not null,
  environment_id uuid not null,
  execution_id uuid not null,
  -- JSON: an OpenLineage RunEvent.
  event text not null
);
create index lineage_event_by_time on lineage_event (generated_at, seq);
create index lineage_event_of_project on lineage_event (project_id, generated_at, seq);
create sequence lineage_event_seq as bigint owned by lineage_event.seq;

-- How far events were sent to the OpenLineage endpoint; one row.
create table lineage_sending (
  id boolean primary key default true constraint lineage_sending_is_one check (id),
  sent_seq bigint not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  rejected bigint not null default 0
);
insert into lineage_sending default values;

-- Only failures cost a call: those that read and wrote nothing before are events too.
create function record_lineage_failure() returns trigger language plpgsql as $$
begin
  insert into lineage_run (execution_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger execution_lineage_failed after update of status on execution
  for each row
  when (new.parent_id is null and new.source_id is null and new.started_at is not null and new.status = 'FAILED'
        and old.status <> 'FAILED')
  execute function record_lineage_failure();
