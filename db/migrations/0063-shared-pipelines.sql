-- Pipelines that are published once and run from other projects. A set of them is owned and shared like a connector.

-- Older servers: they know no `run-shared-pipeline` and refuse its lookups; their runs of such components fail.

create table shared_set (
  id uuid primary key,
  -- What callers name it by; one name means one set in the whole installation.
  prefix text not null,
  -- Null: the installation owns it. It outlives its project, because callers elsewhere go on running it.
  project_id uuid references project on delete set null,
  shared_with_all boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1
);
create unique index shared_set_prefix on shared_set (lower(prefix));
create index shared_set_of_project on shared_set (project_id);

create table shared_set_share (
  shared_set_id uuid not null references shared_set on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (shared_set_id, project_id)
);
create index shared_set_share_of_project on shared_set_share (project_id);

-- Which projects may use what, as `connector_grant`.
create view shared_set_grant as
  select id as shared_set_id, project_id from shared_set where project_id is not null
  union all select shared_set_id, project_id from shared_set_share
  union all select s.id, p.id from shared_set s cross join project p where s.shared_with_all;

-- A version of a set: its files never change.
create table shared_version (
  id uuid primary key,
  shared_set_id uuid not null references shared_set on delete cascade,
  version_name text not null,
  bundle_id uuid not null references artifact_bundle,
  commit_hash text,
  branch text,
  provider text,
  published_by text not null,
  published_at timestamptz not null default now(),
  enabled boolean not null default true,
  constraint shared_version_name unique (shared_set_id, version_name)
);
create index shared_version_newest on shared_version (shared_set_id, published_at desc, id desc);
create index shared_version_of_bundle on shared_version (bundle_id);

-- The pipelines of a version that may be run from outside, with the parameters that they take.
create table shared_pipeline (
  shared_version_id uuid not null references shared_version on delete cascade,
  shared_pipeline_id text not null,
  pipeline_name text not null,
  path text not null,
  pipeline_type text not null,
  display_name text,
  description text not null,
  parameters jsonb not null,
  primary key (shared_version_id, shared_pipeline_id)
);

-- Which versions the pipelines of a published version run: decided when it was published.
create table shared_use (
  bundle_id uuid not null references artifact_bundle on delete cascade,
  -- As the component states them: `<prefix>#<id>`, and a version or `[Latest]`.
  reference text not null,
  stated_version text not null,
  shared_version_id uuid not null references shared_version,
  -- The pipelines that have the components.
  pipelines text[] not null,
  primary key (bundle_id, reference, stated_version)
);
create index shared_use_of_version on shared_use (shared_version_id);

-- Which versions an execution runs: decided when a component of it first asked, so that a runner that takes it over runs
-- the same. `caller` is the version, or shared version, whose component asked. No foreign key on the execution: it is
-- deleted with its steps.
create table execution_shared_use (
  root_id uuid not null,
  caller uuid not null,
  reference text not null,
  stated_version text not null,
  shared_version_id uuid not null references shared_version,
  primary key (root_id, caller, reference, stated_version)
);
create index execution_shared_use_of_version on execution_shared_use (shared_version_id);

create or replace function version_files(version uuid) returns table (path text, content text, pipeline_name text)
language sql stable as $$
  select f.path, f.content, f.pipeline_name
    from artifact a join artifact_file f on f.bundle_id = a.bundle_id where a.id = version
  union all
  select f.path, f.content, f.pipeline_name
    from unpublished_source s join artifact_file f on f.bundle_id = s.bundle_id where s.id = version
  union all
  select f.path, f.content, f.pipeline_name
    from unpublished_source s join artifact_file f on f.bundle_id = s.base_bundle_id
   where s.id = version and f.path <> all(s.changed_paths)
  union all
  select f.path, f.content, f.pipeline_name
    from shared_version v join artifact_file f on f.bundle_id = v.bundle_id where v.id = version
$$;
