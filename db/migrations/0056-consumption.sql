-- What executions consumed: how long components kept slots of runners busy, by day (docs/guides/consumption.md).
-- Older servers: their executions are queued by the trigger and counted by newer servers.

create table consumption (
  -- In UTC.
  day date not null,
  -- These outlive what they name.
  project_id uuid not null,
  environment_name text not null,
  pipeline_name text not null,
  pipeline_type text not null,
  runner_id uuid not null,
  microseconds bigint not null,
  primary key (day, project_id, environment_name, pipeline_name, pipeline_type, runner_id)
);
create index consumption_of_project on consumption (project_id, day);

create table consumption_by_user (
  day date not null,
  project_id uuid not null,
  user_name text not null,
  microseconds bigint not null,
  primary key (day, project_id, user_name)
);

-- Executions that ended and are not counted yet: written by the transaction that ends them, deleted by the one that counts.
create table consumption_end (
  seq bigint generated always as identity primary key,
  execution_id uuid not null
);

create function record_consumption_end() returns trigger language plpgsql as $$
begin
  insert into consumption_end (execution_id) values (new.id);
  return null;
end
$$;

-- Only the end of an execution that began and is nobody's child costs a call.
create trigger execution_consumed after update of status on execution
  for each row
  when (new.parent_id is null and new.started_at is not null and new.status in ('SUCCESS', 'FAILED', 'CANCELLED')
        and old.status not in ('SUCCESS', 'FAILED', 'CANCELLED'))
  execute function record_consumption_end();

-- A budget: an alert rule reports when what it watches consumed so many credits within a month.
alter table alert_rule add column credits_per_month double precision
  constraint alert_rule_credits check (credits_per_month > 0);
