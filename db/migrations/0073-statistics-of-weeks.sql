-- The statistics of whole weeks, which begin on Monday: reports of months read a row for each week and pipeline instead of seven.
-- A pass adds the days up; until then, reports read the days (docs/guides/statistics.md).
-- Older servers: what they count for a week that is added up already is in the days only. A week is added up a day after it ended.

create table execution_week_statistics (
  week date not null,
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  pipeline_name text not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null,
  waited_microseconds bigint not null,
  longest_wait_microseconds bigint not null,
  row_count bigint not null,
  buckets smallint[] not null,
  bucket_counts integer[] not null,
  primary key (week, project_id, environment_id, environment_name, pipeline_name)
);
create index execution_week_statistics_of_project on execution_week_statistics (project_id, week);
create index execution_week_statistics_of_pipeline on execution_week_statistics (project_id, pipeline_name, week);

create table component_week_statistics (
  week date not null,
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
  primary key (week, project_id, environment_id, environment_name, pipeline_name, component_name, component_type)
);
create index component_week_statistics_of_project on component_week_statistics (project_id, week);
create index component_week_statistics_of_pipeline on component_week_statistics (project_id, pipeline_name, week);

-- The weeks whose rows are the sum of their days. Who changes a day of a week deletes its row here.
create table statistics_week (week date primary key);
