-- Runs of branches, commits and drafts. What such a run reads is kept apart from what is published, so that nothing that
-- looks for versions can find it; executions name it where they name a version.

-- Older servers: they do not read the setting, and serve no unpublished run: its runner is refused the files, and it fails.

-- Whether an environment runs what is not published. Environments whose name says production run versions only.
alter table environment add column allow_unpublished_runs boolean not null default true;
update environment set allow_unpublished_runs = false
 where name || ' ' || display_name ~* '(^|[^a-z])(prod|prd|production)([^a-z]|$)';

create table unpublished_source (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  -- SHA-256 of what it was made of: runs of the same share the row.
  digest bytea not null,
  -- What the caller named: a branch, tag or commit; or the branch of a draft.
  ref text,
  draft text,
  -- The commit that it is, or that the draft changes; null for a draft of a branch without commits.
  commit_hash text,
  version_name text not null,
  bundle_id uuid not null references artifact_bundle,
  -- Of a draft: the files of its commit, shared by all runs of that commit, without those that the draft changes.
  base_bundle_id uuid references artifact_bundle,
  changed_paths text[] not null default '{}',
  used_at timestamptz not null default now(),
  check ((ref is null) <> (draft is null))
);
create unique index unpublished_source_digest on unpublished_source (project_id, digest);
create index unpublished_source_of_commit on unpublished_source (project_id, commit_hash);
create index unpublished_source_by_use on unpublished_source (used_at);
create index unpublished_source_of_bundle on unpublished_source (bundle_id);
create index unpublished_source_of_base on unpublished_source (base_bundle_id) where base_bundle_id is not null;

alter table execution add column source_id uuid;
create index execution_of_source on execution (source_id) where source_id is not null;
create index execution_unpublished on execution (project_id, id) where source_id is not null and parent_id is null;

-- The files of a published version, or of what an unpublished run reads.
create function version_files(version uuid) returns table (path text, content text, pipeline_name text)
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
$$;
