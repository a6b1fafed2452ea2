-- Moves of environments from a DuckDB file to a lake (docs/adr/0052-moves-hold-executions-back.md).
-- Older servers: they know no moves, so one begun by a newer server is neither sent nor does it hold their claims back.
create table environment_move (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  environment_id uuid not null references environment on delete cascade,
  -- The connection of the project that the environment moves to.
  connection_name text not null,
  status text not null default 'WAITING'
    check (status in ('WAITING', 'COPYING', 'COMMITTING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  -- The rest of the message to the runner: the file and the lake, as they were when the move began.
  question jsonb not null,
  -- Statements that began later see that executions are held back.
  held_since timestamptz,
  -- The session whose runner copies.
  session_id uuid,
  tables_done integer not null default 0,
  tables_total integer not null default 0,
  rows_copied bigint not null default 0,
  -- `views`, `notKept` and `file` of a move that succeeded.
  report jsonb,
  message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is not null) = (status in ('SUCCEEDED', 'FAILED', 'CANCELLED')))
);
-- One at a time; it also answers whether executions of an environment are held back.
create unique index environment_move_open on environment_move (environment_id) where ended_at is null;
create index environment_move_of_environment on environment_move (environment_id, id);
create index environment_move_of_project on environment_move (project_id);
