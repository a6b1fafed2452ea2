-- A run of a schedule that cannot start is inserted as FAILED: its end is no update.
-- Older servers: their executions end as before; the trigger records ends for whichever server evaluates them.
create trigger execution_inserted_as_ended after insert on execution
  for each row
  when (new.parent_id is null and new.status in ('SUCCESS', 'FAILED'))
  execute function record_alert_end();
