-- Connections that are being tested: asked by one process, sent to the runner by the one that it is connected to. Rows live
-- for seconds, and hold the names of secrets only.
create table connection_probe (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  runner_id uuid not null references runner on delete cascade,
  definition jsonb not null,
  -- The session whose runner was asked.
  session_id uuid,
  answer jsonb,
  created_at timestamptz not null default now()
);
create index connection_probe_by_age on connection_probe (created_at);
create index connection_probe_of_runner on connection_probe (runner_id);
create index connection_probe_of_environment on connection_probe (environment_id);
create index connection_probe_of_project on connection_probe (project_id);
