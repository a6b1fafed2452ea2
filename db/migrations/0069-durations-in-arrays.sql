-- How long executions ran, as one row of counts instead of a row for each: reports of months with a thousand pipelines read a tenth
-- of the rows (docs/guides/statistics.md). Moves what was counted: ten seconds for a million rows of execution_durations.
-- Older servers: what they count while newer servers start is in the figures of pipelines, without its durations.

-- The buckets that have executions, ascending, and how many each has (BUCKET_FACTOR).
alter table execution_statistics add column buckets smallint[] not null default '{}';
alter table execution_statistics add column bucket_counts integer[] not null default '{}';

update execution_statistics s set buckets = d.buckets, bucket_counts = d.counts
  from (select day, project_id, environment_id, environment_name, pipeline_name,
               array_agg(bucket::smallint order by bucket) as buckets, array_agg(executions order by bucket) as counts
          from execution_durations group by 1, 2, 3, 4, 5) d
 where s.day = d.day and s.project_id = d.project_id and s.environment_id = d.environment_id
   and s.environment_name = d.environment_name and s.pipeline_name = d.pipeline_name;

-- The same of all pipelines of an environment: what is not about pipelines need not read them.
create table environment_statistics (
  day date not null,
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null,
  waited_microseconds bigint not null,
  longest_wait_microseconds bigint not null,
  row_count bigint not null,
  buckets smallint[] not null,
  bucket_counts integer[] not null,
  primary key (day, project_id, environment_id, environment_name)
);
create index environment_statistics_of_project on environment_statistics (project_id, day);

insert into environment_statistics
select s.day, s.project_id, s.environment_id, s.environment_name, s.succeeded, s.failed, s.cancelled, s.waited, s.longest, s.rows,
       coalesce(d.buckets, '{}'), coalesce(d.counts, '{}')
  from (select day, project_id, environment_id, environment_name, sum(succeeded) as succeeded, sum(failed) as failed,
               sum(cancelled) as cancelled, sum(waited_microseconds) as waited, max(longest_wait_microseconds) as longest,
               sum(row_count) as rows
          from execution_statistics group by 1, 2, 3, 4) s
  left join (select day, project_id, environment_id, environment_name, array_agg(bucket::smallint order by bucket) as buckets,
                    array_agg(executions::integer order by bucket) as counts
               from (select day, project_id, environment_id, environment_name, bucket, sum(executions) as executions
                       from execution_durations group by 1, 2, 3, 4, 5) b
              group by 1, 2, 3, 4) d
    using (day, project_id, environment_id, environment_name);

-- The table stays for older servers, which write to it; nothing reads it any more.
truncate execution_durations;

create index execution_statistics_of_pipeline on execution_statistics (project_id, pipeline_name, day);
create index component_statistics_of_pipeline on component_statistics (project_id, pipeline_name, day);
