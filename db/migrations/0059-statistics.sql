-- How executions went and how long their components took, by the day in UTC in which they ended (docs/guides/statistics.md).
-- Older servers: what they count while newer servers start is in the figures of consumption, not in these.

create table execution_statistics (
  day date not null,
  -- These outlive what they name.
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  pipeline_name text not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null,
  -- From queued to started.
  waited_microseconds bigint not null,
  longest_wait_microseconds bigint not null,
  -- Those that the steps reported, with those of called pipelines.
  row_count bigint not null,
  primary key (day, project_id, environment_id, environment_name, pipeline_name)
);
create index execution_statistics_of_project on execution_statistics (project_id, day);

-- How long those that succeeded ran: a count for each range of durations, each a tenth longer than the one before.
create table execution_durations (
  day date not null,
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  pipeline_name text not null,
  bucket integer not null,
  executions integer not null,
  primary key (day, project_id, environment_id, environment_name, pipeline_name, bucket)
);
create index execution_durations_of_project on execution_durations (project_id, day);

create table component_statistics (
  day date not null,
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  pipeline_name text not null,
  component_name text not null,
  component_type text not null,
  runs integer not null,
  failures integer not null,
  microseconds bigint not null,
  longest_microseconds bigint not null,
  row_count bigint not null,
  primary key (day, project_id, environment_id, environment_name, pipeline_name, component_name, component_type)
);
create index component_statistics_of_project on component_statistics (project_id, day);
