-- Gates that failed, for alerts (docs/guides/gates.md): read when the execution ends, deleted with it.
-- Older servers: they store what gates found with the steps, and report no alert about it.

create table gate_failure (
  root_id uuid not null references execution on delete cascade,
  execution_id uuid not null,
  seq integer not null,
  -- The component, the gate, what was expected and what was found.
  detail text not null,
  primary key (root_id, execution_id, seq)
);
