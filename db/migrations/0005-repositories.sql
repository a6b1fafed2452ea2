-- The Git repository of a project: where its pipelines live.
create table repository (
  project_id uuid primary key references project on delete cascade,
  provider text not null check (provider in ('hosted', 'git', 'github', 'gitlab', 'azure-devops')),
  repository_name text not null,
  provider_parameters jsonb not null,
  access_token_encrypted bytea,
  token_expires_at timestamptz,
  -- Why the last automatic rotation of the token failed; null while all is well.
  token_fault text,
  token_checked_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null
);
create index repository_token_by_expiry on repository (token_expires_at) where token_expires_at is not null;

-- Git operations in hand, on any server process. A migration waits for those that began before it; the lease ends those
-- of a process that is gone.
create table repository_operation (
  id uuid primary key,
  project_id uuid not null references repository on delete cascade,
  kind text not null,
  lease_until timestamptz not null
);
create index operation_of_repository on repository_operation (project_id);

-- Moves of a project's repository. The row is the lock: while one is IN_PROGRESS no other Git operation begins.
create table repository_migration (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  mode text not null check (mode in ('MIRROR_PUSH', 'RECONFIGURE')),
  status text not null check (status in ('IN_PROGRESS', 'SUCCEEDED', 'FAILED')),
  phase text not null,
  detail text,
  source_provider text not null,
  source_name text not null,
  target_provider text not null check (target_provider in ('hosted', 'git', 'github', 'gitlab', 'azure-devops')),
  target_name text not null,
  target_parameters jsonb not null,
  -- The token after its rotation. A token that is being rotated is never kept.
  target_token_encrypted bytea,
  target_token_expires_at timestamptz,
  -- SHA-256 of the token that was given: it works once, and a second use is explained.
  given_token_hash bytea,
  started_by text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  attempts integer not null default 0,
  -- The process that works on it. Whoever does not hold the lease writes nothing.
  worker_id uuid,
  lease_until timestamptz not null
);
create unique index one_running_migration_per_project on repository_migration (project_id)
  where status = 'IN_PROGRESS';
create index migration_newest_first on repository_migration (project_id, started_at desc, id desc);
create index migration_of_token on repository_migration (given_token_hash) where given_token_hash is not null;

-- A branch whose new commits are published in an environment by themselves, with the rights of whoever asked for it.
create table repository_publication (
  project_id uuid not null references repository on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  branch text not null,
  principal_id uuid not null references principal on delete cascade,
  last_commit text,
  last_result text,
  checked_at timestamptz not null default now(),
  primary key (project_id, environment_id)
);
create index publication_by_check on repository_publication (checked_at);

-- Who did what with a project's repository: shown as its history.
create table repository_event (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  action text not null,
  made_by text not null,
  made_at timestamptz not null default now(),
  detail text not null
);
create index repository_event_newest_first on repository_event (project_id, id desc);
