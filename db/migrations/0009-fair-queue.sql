-- Null: no limit of its own.
alter table environment add column max_concurrent_executions integer check (max_concurrent_executions > 0);
create index environment_with_limit on environment (id) where max_concurrent_executions is not null;

-- By environment, so that one that has much waiting is passed over in one step.
drop index execution_queue;
create index execution_queue on execution (runner_id, priority, environment_id, id) where status = 'QUEUED';
create index execution_running_in_environment on execution (environment_id)
  where status in ('RUNNING', 'CANCELLING') and parent_id is null;
