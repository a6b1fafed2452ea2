-- The state machine of src/features/executions/states.ts, which a test compares with this. A change that is not listed
-- is refused. The list stands in the condition, so that a legal change costs its evaluation and no call; and the
-- trigger runs after the update, because one before it would lock every row a second time.
create function refuse_state_change() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot change from % to %', tg_table_name, old.id, old.status, new.status
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

create trigger execution_life after update of status on execution
  for each row
  when (old.status <> new.status and (old.status, new.status) not in (
    ('QUEUED', 'RUNNING'), ('QUEUED', 'CANCELLED'),
    ('RUNNING', 'SUCCESS'), ('RUNNING', 'FAILED'), ('RUNNING', 'CANCELLING'), ('RUNNING', 'CANCELLED'),
    ('RUNNING', 'QUEUED'),
    ('CANCELLING', 'CANCELLED'), ('CANCELLING', 'SUCCESS'), ('CANCELLING', 'FAILED')))
  execute function refuse_state_change();

create trigger repository_migration_life after update of status on repository_migration
  for each row
  when (old.status <> new.status and (old.status, new.status) not in (
    ('IN_PROGRESS', 'SUCCEEDED'), ('IN_PROGRESS', 'FAILED')))
  execute function refuse_state_change();
