create index execution_of_environment on execution (project_id, environment_name, id) where parent_id is null;
create index execution_of_runner on execution (runner_id, project_id, id) where parent_id is null;
-- What started after a time was mostly queued after it too; what had waited is found here.
create index execution_that_waited on execution (project_id, id)
  where parent_id is null and started_at - queued_at > interval '10 seconds';
