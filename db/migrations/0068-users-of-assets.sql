-- Which pipelines read and write an asset, and the writes of one environment without those of others.
-- Older servers: they record neither; their uses of an asset appear when a newer one records a run of the same pipeline.

create table asset_pipeline (
  asset_id uuid not null references asset (id) on delete cascade,
  -- These outlive what they name.
  project_id uuid not null,
  environment_id uuid not null,
  pipeline_name text not null,
  reads boolean not null,
  writes boolean not null,
  last_execution_id uuid not null,
  last_at timestamptz not null,
  primary key (asset_id, environment_id, pipeline_name)
);
create index asset_pipeline_by_name on asset_pipeline (project_id, pipeline_name, asset_id);

-- About 3 s for a million rows.
create index asset_write_of_environment on asset_write (asset_id, environment_id, written_at desc, seq desc);

insert into asset_pipeline
select u.asset_id, min(u.project_id::text)::uuid, u.environment_id, u.pipeline_name, bool_or(u.reads), bool_or(u.writes),
       (array_agg(u.last_execution_id order by u.last_at desc))[1], max(u.last_at)
  from (select from_id as asset_id, project_id, environment_id, pipeline_name, true as reads, false as writes, last_execution_id, last_at
          from asset_edge
        union all
        select to_id, project_id, environment_id, pipeline_name, false, true, last_execution_id, last_at from asset_edge) u
 group by u.asset_id, u.environment_id, u.pipeline_name;
