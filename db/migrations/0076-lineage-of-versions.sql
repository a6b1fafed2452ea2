-- What the pipelines of published versions read and write, as far as their files say it (docs/guides/lineage.md).
-- Older servers: the version that they publish, disable or enable is recorded by newer ones.

-- What each component of a version will do. It never changes once it was recorded.
create table version_lineage (
  artifact_id uuid primary key references artifact (id) on delete cascade,
  -- JSON: `PlannedLineage[]`.
  lineage text not null,
  recorded_at timestamptz not null default now()
);

-- Of the newest enabled version of each environment.
create table version_asset (
  asset_id uuid not null references asset (id) on delete cascade,
  environment_id uuid not null references environment (id) on delete cascade,
  project_id uuid not null,
  pipeline_name text not null,
  reads boolean not null,
  writes boolean not null,
  primary key (asset_id, environment_id, pipeline_name)
);
create index version_asset_of_environment on version_asset (environment_id, asset_id);
create index version_asset_by_pipeline on version_asset (project_id, pipeline_name, asset_id);

create table version_edge (
  from_id uuid not null references asset (id) on delete cascade,
  to_id uuid not null references asset (id) on delete cascade,
  environment_id uuid not null references environment (id) on delete cascade,
  project_id uuid not null,
  pipeline_name text not null,
  component_name text not null,
  -- {"column of to": ["column of from", …]}
  columns jsonb not null,
  primary key (from_id, environment_id, to_id, pipeline_name, component_name)
);
create index version_edge_to on version_edge (to_id, environment_id, from_id, pipeline_name, component_name);
create index version_edge_of_environment on version_edge (environment_id);

-- Environments whose newest enabled version may be another one than was recorded.
create table version_lineage_due (
  seq bigint generated always as identity primary key,
  environment_id uuid not null
);

-- One row more instead of one row for each environment: publishing never waits for the pass that records.
create function record_version_lineage_due() returns trigger language plpgsql as $$
begin
  insert into version_lineage_due (environment_id) values (coalesce(new.environment_id, old.environment_id));
  perform pg_notify('version_lineage_due', '');
  return null;
end
$$;
create trigger artifact_lineage_due after insert or delete on artifact
  for each row execute function record_version_lineage_due();
create trigger artifact_enabled_lineage_due after update of enabled on artifact
  for each row when (new.enabled <> old.enabled) execute function record_version_lineage_due();

insert into version_lineage_due (environment_id) select distinct environment_id from artifact;
