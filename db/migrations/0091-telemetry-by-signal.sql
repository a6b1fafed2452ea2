-- Ends are queued for each signal, so that a receiver of logs that is unavailable delays no trace (docs/guides/telemetry.md).
-- Older servers: they queue and export `telemetry_end`; newer ones take over what is due there.

-- Until when ends are queued for a signal: servers that export it renew it. No row: nobody ever did.
create table telemetry_signal (
  signal text primary key check (signal in ('traces', 'metrics', 'logs')),
  wanted_until timestamptz not null
);

-- Executions that ended and whose traces, metrics or logs are not exported yet: written by the transaction that counts them.
create table telemetry_queue (
  signal text not null,
  seq bigint generated always as identity,
  execution_id uuid not null,
  -- When somebody may export it: at first, when its log is complete; then, when who took it has failed.
  due_at timestamptz not null,
  primary key (signal, seq)
);
