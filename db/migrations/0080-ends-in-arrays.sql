-- Executions that one statement ended are noted in one row: a row with its index entry for each cost a sixth of writing the
-- end, and as much again to count them.
-- Older servers: the trigger notes what they end, and newer servers count it. What consumption_end still holds, either counts.
create table ended_executions (
  seq bigint generated always as identity primary key,
  execution_ids uuid[] not null
);

create or replace function record_execution_ends() returns trigger language plpgsql as $$
declare
  ended uuid[];
  begun uuid[];
  fired bigint;
begin
  -- `not in` is one look into a hash table, whatever the plan was made for; a join may be a loop in a loop.
  select array_agg(id), array_agg(id) filter (where started_at is not null) into ended, begun
    from updated
   where parent_id is null and status in ('SUCCESS', 'FAILED', 'CANCELLED')
     and id not in (select id from replaced where status in ('SUCCESS', 'FAILED', 'CANCELLED'));
  -- Most statements end none: they claim, or report steps.
  if ended is null then
    return null;
  end if;
  if begun is not null then
    insert into ended_executions (execution_ids) values (begun);
  end if;
  if exists (select from alert_rule where enabled) then
    insert into alert_end (execution_id)
    select id from updated u
     where id = any(ended) and status in ('SUCCESS', 'FAILED')
       and (exists (select from alert_rule r where r.project_id = u.project_id and r.enabled)
            or exists (select from alert_rule r where r.project_id is null and r.enabled));
  end if;
  if exists (select from trigger_watch where enabled) then
    insert into trigger_end (execution_id)
    select id from updated u
     where id = any(ended) and source_id is null
       and exists (select from trigger_watch w
                    where w.environment_id = u.environment_id and w.pipeline_name = u.pipeline_name and w.enabled
                      and u.status = any(w.states));
    get diagnostics fired = row_count;
    if fired > 0 then
      perform pg_notify('trigger_due', '');
    end if;
  end if;
  return null;
end
$$;
