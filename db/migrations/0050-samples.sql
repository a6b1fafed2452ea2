-- Samples of components: asked by one process, sent to the runner by the one that it is connected to. Rows live for seconds.
create table sample_request (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  runner_id uuid not null references runner on delete cascade,
  question jsonb not null,
  -- The session whose runner was asked.
  session_id uuid,
  answer jsonb,
  created_at timestamptz not null default now()
);
create index sample_request_by_age on sample_request (created_at);
create index sample_request_of_runner on sample_request (runner_id);
create index sample_request_of_environment on sample_request (environment_id);
create index sample_request_of_project on sample_request (project_id);
