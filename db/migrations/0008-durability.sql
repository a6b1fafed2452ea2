-- What becomes of an execution whose runner is lost: it goes back to the queue, or fails.
alter table environment add column on_runner_loss text not null default 'RESUME'
  check (on_runner_loss in ('RESUME', 'FAIL'));

-- How long this session lives without a heartbeat: what the process that opened it promised its runner.
alter table runner_session add column lease_seconds integer not null default 15;
-- Counts the connections of the session. A server whose connection is not the newest gives it no work any more.
alter table runner_session add column connection integer not null default 1;

-- When a release, or the wish to follow releases, came after a runner's session began, that runner is to update.
alter table agent_track add column changed_at timestamptz not null default now();
alter table runner add column auto_update_since timestamptz not null default now();

-- A request that carried an Idempotency-Key, while it is in hand and after it was answered.
create table idempotent_request (
  -- Whose key it is: the id of a principal or of a credential.
  caller text not null,
  key text not null,
  -- Of method, address and body: the key of one request cannot answer another.
  fingerprint text not null,
  -- What the request makes gets this id, however often it is done again.
  reserved_id uuid not null,
  -- Null while it is in hand, or when its server died with it.
  status integer,
  location text,
  -- Encrypted: answers may hold secrets that are shown once.
  body bytea,
  taken_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotent_request_by_age on idempotent_request (taken_at);
