-- An execution changes its state while every index of its row gets a new entry each time. So live ones and ended ones
-- have an index each for what asks for a state, neither holds what the other does, and a snapshot's users are only
-- looked up among the ended.
drop index execution_live_in_environment;
drop index execution_by_status;
create index execution_live on execution (project_id, status, id desc)
  where parent_id is null and status in ('QUEUED', 'RUNNING', 'CANCELLING');
create index execution_ended on execution (status, project_id, id desc)
  where parent_id is null and status in ('SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED');
drop index execution_of_snapshot;
create index execution_of_snapshot on execution (variable_snapshot)
  where variable_snapshot is not null and status in ('SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED');
