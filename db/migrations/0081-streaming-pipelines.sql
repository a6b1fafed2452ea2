-- Definitions of streaming pipelines, kept as they were given. `json` and not `jsonb`: what is read back has its members in the
-- order in which they were sent. The runner is an id without a reference: a definition outlives it, and older servers, which do not
-- know this table, go on deleting runners.
create table streaming_pipeline (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  runner_id uuid not null,
  source json not null,
  target json not null,
  advanced_properties json,
  version bigint not null default 1
);
create index streaming_pipeline_by_name on streaming_pipeline (project_id, lower(name), id);
