-- One row if the runner may serve the environment with this name of the project, none otherwise: an unrestricted runner
-- serves all, a restricted one what its allow list names, and an entry without names is the whole project.
-- A set, for `exists (select from runner_may_serve(…))`: the planner inlines such a function into the query around it,
-- which it does not do with one that returns a value.
create function runner_may_serve(runner uuid, project uuid, environment_name text) returns setof boolean
language sql stable parallel safe as $$
  select true from runner r
   where r.id = runner
     and (not r.restricted_access or exists (
           select from runner_allowed_project a
            where a.runner_id = r.id and a.project_id = project
              and (a.environment_names = '{}' or environment_name = any(a.environment_names))))
$$;
