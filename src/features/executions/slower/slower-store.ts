import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import { firstIdAt, HIGHEST_ID, LOWEST_ID } from '../../../lib/ids.ts'
import { readScopes } from '../queries/scope-store.ts'
import type { SlowerPipeline } from './schema.ts'

const DAY_MS = 86_400_000
/** The newest successes of a project that are looked at. */
const RECENT = 100
/** Pipelines in environments that are compared with their history. */
const COMPARED = 100
/** The executions of a pipeline that are its history, of all environments and states. */
const HISTORY = 60
/** The median of fewer runs says little. */
const FEWEST = 5
const FACTOR = 1.5
const SLOWER_BY_MS = 5_000

const took = sql`extract(epoch from x.finished_at - x.started_at) * 1000`

/** The newest successes of the project `p`, along `execution_by_status`. */
const newestSuccesses = (since: string) => sql`
  select x.id, x.project_id, x.pipeline_name, x.environment_id, x.environment_name, x.finished_at, ${took} as took
    from execution x
   where x.parent_id is null
     and (x.status, x.project_id, x.id) >= ('SUCCESS', p.id, ${since}::uuid)
     and (x.status, x.project_id, x.id) < ('SUCCESS', p.id, ${HIGHEST_ID}::uuid)
   order by x.status desc, x.project_id desc, x.id desc limit ${RECENT}`

/** How long the executions before `r` took, along `execution_of_pipeline`. */
const history = sql`
  select percentile_cont(0.5) within group (order by x.took) as usual, count(x.took) as count
    from (select x.environment_id, x.status, ${took} as took
            from execution x
           where x.parent_id is null
             and (x.project_id, x.pipeline_name, x.id) < (r.project_id, r.pipeline_name, r.id)
             and (x.project_id, x.pipeline_name, x.id) >= (r.project_id, r.pipeline_name, ${LOWEST_ID}::uuid)
           order by x.project_id desc, x.pipeline_name desc, x.id desc limit ${HISTORY}) x
   where x.environment_id = r.environment_id and x.status = 'SUCCESS'`

/**
 * Pipelines whose newest success took longer than those before it, in what the caller may see. Every part is
 * a walk along an index that ends after a fixed number of executions, so it costs the same however many there
 * are.
 */
export async function listSlower(db: Db, caller: Caller, limit: number): Promise<SlowerPipeline[]> {
  const scopes = caller.accountRole === 'SUPER_ADMIN' ? undefined : await readScopes(db, caller, undefined)
  const projects =
    scopes === undefined
      ? sql`select id, null::uuid[] as environments from project`
      : sql`select * from jsonb_to_recordset(${JSON.stringify(
          scopes.map(({ id, environments }) => ({
            id,
            environments: environments?.map((one) => one.id) ?? null,
          })),
        )}::jsonb) as p (id uuid, environments uuid[])`
  const since = firstIdAt(new Date(Date.now() - DAY_MS))
  const { rows } = await sql<SlowerPipeline>`
    with recent as materialized (
      select distinct on (x.project_id, x.pipeline_name, x.environment_id) x.*
        from (${projects}) p cross join lateral (${newestSuccesses(since)}) x
       where p.environments is null or x.environment_id = any(p.environments)
       order by x.project_id, x.pipeline_name, x.environment_id, x.id desc),
    compared as materialized (
      select r.*, h.usual, h.count
        from (select * from recent order by id desc limit ${COMPARED}) r
        cross join lateral (${history}) h
       where h.count >= ${FEWEST})
    select project_id as "projectId", pipeline_name as "pipelineName", environment_name as "environmentName",
           id as "pipelineExecutionId", ${instant('finished_at')} as "finishedAt", round(took)::float8 as "durationMs",
           round(usual)::float8 as "usualMs", count::int4 as "comparedWith"
      from compared
     where took >= usual * ${FACTOR} and took >= usual + ${SLOWER_BY_MS}
     order by took / greatest(usual, 1) desc, id desc limit ${limit}`.execute(db)
  return rows
}
