-- The pipelines on the default branch of each repository: a search over all projects reads no repository.
create table pipeline_index (
  project_id uuid primary key references repository (project_id) on delete cascade,
  -- Null while the repository has no commit.
  branch text,
  commit_hash text,
  checked_at timestamptz not null default now()
);
create table indexed_pipeline (
  project_id uuid not null references pipeline_index (project_id) on delete cascade,
  path text not null,
  name text not null,
  primary key (project_id, path)
);
