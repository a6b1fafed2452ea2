-- What was done, by whom. Entries are only ever added: each holds a keyed hash over itself and the one before, so that
-- a change or a gap shows (`headrace audit verify`), also one made by somebody who can write to this database.
create table audit_event (
  seq bigint primary key,
  at timestamptz not null,
  operation text not null,
  outcome text not null check (outcome in ('SUCCEEDED', 'REFUSED', 'UNKNOWN')),
  actor_id text,
  project_id uuid,
  -- The entry as JSON, byte for byte what the hash is over; the columns beside it only help to find it.
  entry text not null,
  hash bytea not null
);
create index audit_event_by_time on audit_event (at, seq);
create index audit_event_of_operation on audit_event (operation, seq);
create index audit_event_of_actor on audit_event (actor_id, seq) where actor_id is not null;
create index audit_event_of_project on audit_event (project_id, seq) where project_id is not null;

-- The end of the chain. Whoever adds holds this row.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, '');

-- Changes that began and have no entry yet: what a crash leaves here becomes an entry with the outcome UNKNOWN.
create table audit_intent (
  id uuid primary key,
  began_at timestamptz not null,
  entry text not null
);
create index audit_intent_by_age on audit_intent (began_at);

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit trail are never changed or deleted';
end
$$;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change_of_audit();
