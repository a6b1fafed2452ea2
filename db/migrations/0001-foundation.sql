-- What one installation is. One row, made by the first start.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  created_at timestamptz not null default now(),
  -- A known text under the master key: a start with another key is refused instead of failing later.
  master_key_check bytea not null
);

-- Keys that sign access tokens. The newest signs; older ones verify until they retire.
create table signing_key (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null default now(),
  retires_at timestamptz
);

-- Whoever may be given roles: an API credential, a person, a group.
create table principal (
  id uuid primary key,
  kind text not null check (kind in ('CREDENTIAL', 'USER', 'GROUP')),
  account_role text not null check (account_role in ('SUPER_ADMIN', 'USER')),
  created_at timestamptz not null default now()
);

create table api_credential (
  client_id text primary key,
  principal_id uuid not null unique references principal on delete cascade,
  name text not null,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  created_by text,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_credential_by_age on api_credential (created_at, client_id);

create table project (
  id uuid primary key,
  name text not null,
  description text not null default '',
  warehouse text not null
    check (warehouse in ('SNOWFLAKE', 'DATABRICKS', 'REDSHIFT', 'BIGQUERY', 'DUCKDB', 'POSTGRES')),
  agent_deployment_type text not null check (agent_deployment_type in ('HYBRID', 'FULL_SAAS')),
  version bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index project_name on project (lower(name));

create table project_role (
  project_id uuid not null references project on delete cascade,
  principal_id uuid not null references principal on delete cascade,
  role text not null check (role in ('ADMIN', 'CONTRIBUTOR', 'READ_ONLY')),
  primary key (project_id, principal_id)
);
create index project_role_of_principal on project_role (principal_id, project_id);

create table agent_track (
  name text primary key,
  version text not null,
  release_date timestamptz not null
);

-- `agent` on the wire, runner everywhere else.
create table runner (
  id uuid primary key,
  name text not null,
  description text not null default '',
  type text not null check (type in ('pipeline', 'streaming')),
  cloud_provider text not null,
  deployment text not null,
  enable_auto_updates boolean not null default true,
  restricted_access boolean not null default false,
  track_name text not null references agent_track,
  paused_until timestamptz,
  -- What was asked for; what is follows from the sessions.
  stop_requested_at timestamptz,
  restart_requested_at timestamptz,
  last_version text,
  last_connected_at timestamptz,
  -- Why its last session ended: `drained` when it went by itself.
  last_end_reason text,
  version bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index runner_name on runner (lower(name));

create table runner_credential (
  runner_id uuid primary key references runner on delete cascade,
  client_id text not null unique,
  -- Encrypted, not only hashed: the credential can be read again (decisions.md §6).
  secret_encrypted bytea not null,
  previous_secret_encrypted bytea,
  previous_valid_until timestamptz
);

create table runner_allowed_project (
  runner_id uuid not null references runner on delete cascade,
  project_id uuid not null references project on delete cascade,
  -- Empty: every environment of the project.
  environment_names text[] not null default '{}',
  primary key (runner_id, project_id)
);

-- One connected runner process. Ended once, it never comes back: every report is fenced by its row.
create table runner_session (
  id uuid primary key,
  runner_id uuid not null references runner on delete cascade,
  instance text not null,
  agent_version text not null,
  capacity integer not null,
  active_components integer not null default 0,
  draining boolean not null default false,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text
);
create index live_session on runner_session (runner_id) where ended_at is null;
create index session_of_runner on runner_session (runner_id);
create index ended_session on runner_session (ended_at) where ended_at is not null;

create table environment (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  display_name text not null,
  description text not null default '',
  default_runner_id uuid not null references runner,
  default_user_access_level text not null default 'readOnly'
    check (default_user_access_level in ('admin', 'runner', 'readOnly', 'noAccess')),
  connection jsonb not null,
  default_connections jsonb,
  connection_overrides jsonb,
  version bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index environment_name on environment (project_id, name);
create index environment_of_runner on environment (default_runner_id);

create table environment_access (
  environment_id uuid not null references environment on delete cascade,
  principal_id uuid not null references principal on delete cascade,
  access text not null check (access in ('ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS')),
  primary key (environment_id, principal_id)
);
create index environment_access_of_principal on environment_access (principal_id);

-- The files of a published version. Promotion shares them: a bundle never changes.
create table artifact_bundle (
  id uuid primary key,
  file_count integer not null,
  byte_count bigint not null,
  created_at timestamptz not null default now()
);
create table artifact_file (
  bundle_id uuid not null references artifact_bundle on delete cascade,
  path text not null,
  content text not null,
  -- The pipeline's name when the file is one.
  pipeline_name text,
  primary key (bundle_id, path)
);
create index pipeline_of_bundle on artifact_file (bundle_id, pipeline_name) where pipeline_name is not null;

create table artifact (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  version_name text not null,
  bundle_id uuid not null references artifact_bundle,
  commit_hash text,
  branch text,
  published_by text not null,
  published_at timestamptz not null default now()
);
create unique index artifact_version on artifact (environment_id, version_name);
create index artifact_newest_first on artifact (environment_id, published_at desc, id desc);
create index artifact_of_project on artifact (project_id, published_at desc, id desc);

-- One run of one pipeline. A child run by a step of another execution has `parent_id` and `root_id`.
create table execution (
  id uuid primary key,
  project_id uuid not null,
  environment_id uuid not null,
  environment_name text not null,
  artifact_id uuid not null,
  version_name text not null,
  pipeline_name text not null,
  pipeline_type text not null,
  runner_id uuid not null,
  status text not null
    check (status in ('QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'CANCELLING', 'CANCELLED', 'SKIPPED')),
  trigger text not null,
  started_by text not null,
  schedule_id uuid,
  tag text,
  message text,
  parent_id uuid,
  root_id uuid not null,
  -- Who holds it, or held it last: its late log lines are still taken. Null before, and after a forced end.
  session_id uuid,
  scalar_variables jsonb not null default '{}',
  grid_variables jsonb not null default '{}',
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Reports of a root execution that are on disk: where a new session goes on.
  last_report integer not null default 0
) with (fillfactor = 80);
create index execution_queue on execution (runner_id, id) where status = 'QUEUED';
create index execution_live_in_environment on execution (environment_id)
  where status in ('QUEUED', 'RUNNING', 'CANCELLING');
create index execution_held on execution (session_id) where status in ('RUNNING', 'CANCELLING');
create index execution_of_root on execution (root_id) where parent_id is not null;
create index execution_newest_first on execution (project_id, id desc) where parent_id is null;
create index execution_of_pipeline on execution (project_id, pipeline_name, id desc) where parent_id is null;
create index execution_by_status on execution (status, project_id, id desc) where parent_id is null;
create index execution_of_schedule on execution (schedule_id, id desc) where schedule_id is not null;
create unique index one_live_execution_per_tag on execution (environment_id, tag)
  where tag is not null and status in ('QUEUED', 'RUNNING', 'CANCELLING');

-- Steps in the order they started: seq runs from 0 without gaps, so any page is one index range.
-- No foreign key: an execution's steps arrive by the thousand, and are deleted with it in one transaction.
create table step (
  execution_id uuid not null,
  seq integer not null,
  key text not null,
  name text not null,
  type text not null,
  result text not null check (result in ('RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED')),
  attempt integer not null default 1,
  iteration integer,
  message text,
  row_count bigint,
  started_at timestamptz not null,
  finished_at timestamptz,
  child_execution_id uuid,
  child_pipeline_name text,
  -- What a resumed run needs besides: outcome, iterator values, and the numbers of their reports.
  outcome jsonb,
  iterations jsonb,
  finished_n integer,
  expanded_n integer,
  primary key (execution_id, seq)
);

create table execution_log (
  root_id uuid not null,
  first_line integer not null,
  line_count integer not null,
  -- NDJSON, one object a line.
  lines text not null,
  primary key (root_id, first_line)
);

create table project_variable (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  type text not null check (type in ('TEXT', 'NUMBER', 'GRID')),
  behaviour text not null check (behaviour in ('SHARED', 'COPIED')),
  description text not null default '',
  columns text[] not null default '{}',
  value jsonb not null,
  supports_double_resolution boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index project_variable_name on project_variable (project_id, lower(name));

create table variable_override (
  variable_id uuid not null references project_variable on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  value jsonb not null,
  primary key (variable_id, environment_id)
);
create index override_of_environment on variable_override (environment_id);

insert into agent_track (name, version, release_date) values
  ('current', '0.1.0', '2026-11-21T00:00:00Z'),
  ('stable', '0.1.0', '2026-11-21T00:00:00Z');
