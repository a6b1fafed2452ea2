-- What follows from the end of executions is recorded once for a statement, not once for each row: a statement ends up to
-- five hundred, and three calls for each of them cost nearly as much as writing the rows.
-- Older servers: the new trigger records what those that go recorded, whatever server ends an execution.
drop trigger execution_consumed on execution;
drop trigger execution_ended on execution;
drop trigger execution_ended_for_triggers on execution;
drop function record_consumption_end();

create function record_execution_ends() returns trigger language plpgsql as $$
declare
  fired bigint;
begin
  -- Most statements end none: they claim, or report steps.
  if not exists (select from updated where parent_id is null and status in ('SUCCESS', 'FAILED', 'CANCELLED')) then
    return null;
  end if;
  -- `not in` is one look into a hash table, whatever the plan was made for; a join may be a loop in a loop.
  insert into consumption_end (execution_id)
  select id from updated
   where parent_id is null and started_at is not null and status in ('SUCCESS', 'FAILED', 'CANCELLED')
     and id not in (select id from replaced where status in ('SUCCESS', 'FAILED', 'CANCELLED'));
  insert into alert_end (execution_id)
  select id from updated u
   where parent_id is null and status in ('SUCCESS', 'FAILED')
     and id not in (select id from replaced where status in ('SUCCESS', 'FAILED', 'CANCELLED'))
     and (exists (select from alert_rule r where r.project_id = u.project_id and r.enabled)
          or exists (select from alert_rule r where r.project_id is null and r.enabled));
  insert into trigger_end (execution_id)
  select id from updated u
   where parent_id is null and source_id is null and status in ('SUCCESS', 'FAILED', 'CANCELLED')
     and id not in (select id from replaced where status in ('SUCCESS', 'FAILED', 'CANCELLED'))
     and exists (select from trigger_watch w
                  where w.environment_id = u.environment_id and w.pipeline_name = u.pipeline_name and w.enabled
                    and u.status = any(w.states));
  get diagnostics fired = row_count;
  if fired > 0 then
    perform pg_notify('trigger_due', '');
  end if;
  return null;
end
$$;

create trigger execution_ends after update on execution
  referencing old table as replaced new table as updated
  for each statement execute function record_execution_ends();
