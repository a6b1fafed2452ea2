-- What runs are exported by OpenTelemetry (docs/guides/telemetry.md).
-- Older servers: their executions are exported when a newer server counts them; they keep no trace of a caller.

-- The trace in which an execution was started, as the caller's headers named it; null for none, and for children.
alter table execution add column trace_context text;

-- Until when ends are queued for export: servers that export renew it. No row: nobody ever did.
create table telemetry_wanted (
  is_wanted boolean primary key default true check (is_wanted),
  until timestamptz not null
);

-- Executions that ended and are not exported yet: written by the transaction that counts them.
create table telemetry_end (
  seq bigint generated always as identity primary key,
  execution_id uuid not null,
  -- When somebody may export it: at first, when its log is complete; then, when who took it has failed.
  due_at timestamptz not null
);
