-- Names under which a project uses secrets that its runners have. The server knows no value of them. The runner is an id without a
-- reference: it is a note, which outlives the runner.
-- Older servers: they do not know references, and answer a runner that asks for one that there is no such secret. A new secret that
-- has the name of a reference is refused with the constraint that they know, so they answer 409 as for any name that is taken.
create table secret_reference (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  description text not null,
  runner_id uuid,
  agent_type text,
  secret_name text not null,
  secret_key text,
  created_at timestamptz not null default now(),
  created_by text not null
);
create unique index secret_reference_name on secret_reference (project_id, lower(name));

-- One name is either a secret or a reference. The lock makes two transactions that add one of each take turns.
create function check_secret_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('secret name ' || new.project_id || ' ' || lower(new.name), 0));
  if (tg_table_name = 'secret'
      and exists (select from secret_reference where project_id = new.project_id and lower(name) = lower(new.name)))
     or (tg_table_name = 'secret_reference'
      and exists (select from secret where project_id = new.project_id and lower(name) = lower(new.name))) then
    raise unique_violation using
      message = format('%s is the name of a secret or of a secret reference already', new.name),
      constraint = tg_table_name || '_name';
  end if;
  return new;
end
$$;
create trigger secret_name_is_free before insert on secret for each row execute function check_secret_name();
create trigger secret_reference_name_is_free before insert on secret_reference
  for each row execute function check_secret_name();
