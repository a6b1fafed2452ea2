-- What pipelines read and write: tables, objects, files and endpoints, named as OpenLineage names datasets
-- (docs/guides/lineage.md). Older servers: runners of this version are refused by them, and theirs report no assets.

create table asset (
  -- md5(namespace || E'\n' || name)::uuid
  id uuid primary key,
  namespace text not null,
  name text not null,
  kind text not null,
  first_seen_at timestamptz not null default now(),
  last_written_at timestamptz,
  last_write_seq bigint,
  -- As the last step that named them all had them, in their order.
  column_names text[]
);
create index asset_by_name on asset (name, namespace, id);
create index asset_last_written on asset (last_written_at desc, id) where last_written_at is not null;

-- An asset that a step wrote that ended with SUCCESS, and whose transaction was committed.
create table asset_write (
  -- In the order in which rows become visible: a cursor misses none.
  seq bigint primary key,
  asset_id uuid not null references asset (id) on delete cascade,
  -- These outlive what they name.
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  execution_id uuid not null,
  root_execution_id uuid not null,
  step_seq integer not null,
  pipeline_name text not null,
  component_name text not null,
  row_count bigint,
  written_at timestamptz not null
);
create unique index asset_write_of_step on asset_write (execution_id, step_seq, asset_id);
create index asset_write_of_asset on asset_write (asset_id, written_at desc, seq desc);
create index asset_write_by_time on asset_write (written_at);
create sequence asset_write_seq as bigint owned by asset_write.seq;

-- Who may see an asset: those who may see an environment that uses it.
create table asset_use (
  asset_id uuid not null references asset (id) on delete cascade,
  project_id uuid not null,
  environment_id uuid not null,
  reads boolean not null,
  writes boolean not null,
  last_at timestamptz not null,
  primary key (asset_id, environment_id)
);
create index asset_use_of_environment on asset_use (environment_id, asset_id);
create index asset_use_of_project on asset_use (project_id, asset_id);

-- What steps reported and is not recorded yet: written by the transaction that ends the step, deleted by the one that records.
create table asset_report (
  seq bigint generated always as identity primary key,
  execution_id uuid not null,
  step_seq integer not null,
  -- JSON: what the runner sent.
  assets text not null
);
create unique index asset_report_of_step on asset_report (execution_id, step_seq);
