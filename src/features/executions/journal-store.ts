import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonText } from '../../db/json.ts'
import { journalRows, type RootReports } from './journal-rows.ts'

/**
 * Writes what runners reported, of many executions at once, with one statement: all of it or nothing. Only what a
 * session reports of an execution that it holds is written; answers the roots for which that was so, and those whose
 * last report was on disk already because the same reports had been written before. Those are looked up one by one: a
 * plan made while the table was small must not go on reading all of it when it is large.
 */
export async function writeReports(db: Db, batch: readonly RootReports[]): Promise<Set<string>> {
  const { roots, children, steps } = journalRows(batch)
  const { rows } = await sql<{ id: string }>`
    with root as (
      select * from json_to_recordset(${jsonText(roots)}) as g (
        root uuid, session uuid, "lastReport" integer, status text, message text, "finishedAt" timestamptz)),
    held as (
      select x.id, x.project_id, x.environment_id, x.environment_name, x.artifact_id, x.version_name, x.runner_id,
             x.trigger, x.started_by, x.variable_snapshot
        from execution x join root g on g.root = x.id
       where x.session_id = g.session and x.status in ('RUNNING', 'CANCELLING')
       order by x.id for update of x),
    ${childRows(children)},
    ${stepRows(steps)},
    moved as (
      update execution x
         set last_report = greatest(x.last_report, g."lastReport"), status = coalesce(g.status, x.status),
             message = coalesce(g.message, x.message), finished_at = coalesce(g."finishedAt", x.finished_at)
        from root g join held h on h.id = g.root
       where x.id = g.root)
    select id from held
    union all
    select x.id from root g cross join lateral (
      select x.id from execution x
       where x.id = g.root and x.session_id = g.session and x.status in ('SUCCESS', 'FAILED', 'CANCELLED')
         and x.last_report >= g."lastReport" limit 1) x
     where g.root not in (select id from held)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const childRows = (children: unknown) => sql`
    child as (
      select * from json_to_recordset(${jsonText(children)}) as c (
        root uuid, id uuid, parent uuid, "pipelineName" text, "pipelineType" text, "startedAt" timestamptz,
        "scalarVariables" jsonb, "gridVariables" jsonb, status text, message text, "finishedAt" timestamptz)
       where root in (select id from held)),
    child_added as (
      insert into execution (id, root_id, parent_id, project_id, environment_id, environment_name, artifact_id,
             version_name, pipeline_name, pipeline_type, runner_id, status, trigger, started_by, message, queued_at,
             started_at, finished_at, scalar_variables, grid_variables, variable_snapshot)
      select c.id, c.root, c.parent, h.project_id, h.environment_id, h.environment_name, h.artifact_id,
             h.version_name, c."pipelineName", c."pipelineType", h.runner_id, coalesce(c.status, 'RUNNING'), h.trigger,
             h.started_by, c.message, c."startedAt", c."startedAt", c."finishedAt",
             coalesce(c."scalarVariables", '{}'), coalesce(c."gridVariables", '{}'), h.variable_snapshot
        from child c join held h on h.id = c.root where c."pipelineName" is not null
      on conflict (id) do update
         set status = excluded.status, message = excluded.message, finished_at = excluded.finished_at
       where execution.status = 'RUNNING'),
    child_ended as (
      update execution x set status = c.status, message = c.message, finished_at = c."finishedAt"
        from child c
       where x.id = c.id and c."pipelineName" is null and x.root_id = c.root and x.status = 'RUNNING')`

const stepRows = (steps: unknown) => sql`
    step_change as (
      select * from json_to_recordset(${jsonText(steps)}) as s (
        root uuid, execution uuid, seq integer, key text, name text, type text, attempt integer, iteration integer,
        "startedAt" timestamptz, "childExecution" uuid, "childPipelineName" text, result text, message text,
        "rowCount" bigint, "finishedAt" timestamptz, outcome jsonb, "finishedN" integer, iterations jsonb,
        "expandedN" integer)
       where root in (select id from held)),
    step_begun as (
      insert into step (execution_id, seq, key, name, type, attempt, iteration, started_at, child_execution_id,
             child_pipeline_name, result, message, row_count, finished_at, outcome, finished_n, iterations, expanded_n)
      select execution, seq, key, name, type, attempt, iteration, "startedAt", "childExecution", "childPipelineName",
             coalesce(result, 'RUNNING'), message, "rowCount", "finishedAt", outcome, "finishedN", iterations, "expandedN"
        from step_change where key is not null
      on conflict (execution_id, seq) do update
         set result = excluded.result, message = excluded.message, row_count = excluded.row_count,
             started_at = excluded.started_at, finished_at = excluded.finished_at, outcome = excluded.outcome,
             finished_n = excluded.finished_n, child_execution_id = excluded.child_execution_id,
             child_pipeline_name = excluded.child_pipeline_name,
             iterations = coalesce(excluded.iterations, step.iterations),
             expanded_n = coalesce(excluded.expanded_n, step.expanded_n)
       where step.finished_n is null),
    step_moved as (
      update step s
         set result = coalesce(c.result, s.result), message = coalesce(c.message, s.message),
             row_count = coalesce(c."rowCount", s.row_count), finished_at = coalesce(c."finishedAt", s.finished_at),
             outcome = coalesce(c.outcome, s.outcome), finished_n = coalesce(c."finishedN", s.finished_n),
             iterations = coalesce(c.iterations, s.iterations), expanded_n = coalesce(c."expandedN", s.expanded_n)
        from step_change c
       where s.execution_id = c.execution and s.seq = c.seq and c.key is null and s.finished_n is null)`
