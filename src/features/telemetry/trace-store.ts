import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** An execution as its span shows it. Instants are microseconds since 1970. */
export interface TracedExecution {
  readonly id: string
  readonly rootId: string
  readonly projectId: string
  /** Null when the project is deleted. */
  readonly projectName: string | null
  readonly environmentName: string
  readonly versionName: string
  readonly pipelineName: string
  readonly pipelineType: string
  readonly runnerId: string
  readonly status: string
  readonly trigger: string
  readonly scheduleId: string | null
  readonly tag: string | null
  /** Secrets are masked already. */
  readonly message: string | null
  readonly rerunOf: string | null
  readonly traceContext: string | null
  readonly queuedAt: number
  readonly startedAt: number
  readonly finishedAt: number
}

/** A step as its span shows it, with the execution that it ran, if it ran one. */
export interface TracedStep {
  readonly executionId: string
  readonly rootId: string
  readonly pipelineName: string
  readonly seq: number
  readonly key: string
  readonly name: string
  readonly type: string
  readonly result: string
  readonly attempt: number
  readonly iteration: number | null
  readonly message: string | null
  readonly rowCount: number | null
  readonly byteCount: number | null
  readonly startedAt: number
  readonly finishedAt: number
  readonly child: TracedExecution | null
}

const micros = (column: string): RawBuilder<number> =>
  sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint`)

/** The members of `TracedExecution` of an execution `x` and its project `p`, as pairs of name and value. */
const executionMembers = sql`
  'id', x.id, 'rootId', x.root_id, 'projectId', x.project_id, 'projectName', p.name,
  'environmentName', x.environment_name, 'versionName', x.version_name, 'pipelineName', x.pipeline_name,
  'pipelineType', x.pipeline_type, 'runnerId', x.runner_id, 'status', x.status, 'trigger', x.trigger,
  'scheduleId', x.schedule_id, 'tag', x.tag, 'message', x.message, 'rerunOf', x.rerun_of,
  'traceContext', x.trace_context, 'queuedAt', ${micros('x.queued_at')},
  'startedAt', ${micros('coalesce(x.started_at, x.queued_at)')},
  'finishedAt', ${micros('coalesce(x.finished_at, x.started_at, x.queued_at)')}`

/** The roots of these that still exist, by id. */
export async function readRoots(db: Db, ids: readonly string[]): Promise<TracedExecution[]> {
  const { rows } = await sql<{ execution: TracedExecution }>`
    select json_build_object(${executionMembers}) as execution
      from execution x left join project p on p.id = x.project_id
     where x.id = any(${ids}::uuid[]) order by x.id`.execute(db)
  return rows.map(({ execution }) => execution)
}

/** Executions whose steps are read one after the other. */
interface Member {
  readonly id: string
  readonly rootId: string
  readonly pipelineName: string
  /** Reports that a rerun took over: the steps of an earlier execution, which that one's trace shows. */
  readonly reused: number
}

const MEMBERS_AT_ONCE = 500

/**
 * The steps that ran in these executions and their children, in pages of at most `limit`, each read by its
 * index.
 */
export async function* readStepPages(
  db: Db,
  roots: readonly string[],
  limit: number,
): AsyncGenerator<readonly TracedStep[]> {
  yield* stepsOf(db, await readMembers(db, sql`id = any(${roots}::uuid[])`), limit)
  for (const root of await findParents(db, roots)) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const members = await readMembers(
        db,
        sql`root_id = ${root} and parent_id is not null and id > ${after}`,
      )
      yield* stepsOf(db, members, limit)
      if (members.length < MEMBERS_AT_ONCE) break
      after = members.at(-1)!.id
    }
  }
}

/** Those of these roots that have children. */
async function findParents(db: Db, roots: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${[...roots]}::uuid[]) as r (id)
     cross join lateral (select from execution where root_id = r.id and parent_id is not null limit 1) c`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function readMembers(db: Db, condition: RawBuilder<unknown>): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, root_id as "rootId", pipeline_name as "pipelineName", coalesce(reused_reports, 0) as reused from execution
     where ${condition} order by id limit ${MEMBERS_AT_ONCE}`.execute(db)
  return rows
}

async function* stepsOf(db: Db, members: readonly Member[], limit: number): AsyncGenerator<TracedStep[]> {
  let left = members
  for (let after = -1; left.length > 0; ) {
    const { rows } = await sql<TracedStep>`
      select s.execution_id as "executionId", m.root as "rootId", m.pipeline as "pipelineName", s.seq, s.key, s.name, s.type, s.result, s.attempt,
             s.iteration, s.message, s.row_count as "rowCount", (s.outcome ->> 'byteCount')::float8 as "byteCount", ${micros('s.started_at')} as "startedAt",
             ${micros('coalesce(s.finished_at, s.started_at)')} as "finishedAt",
             case when s.child_execution_id is not null then (
               select json_build_object(${executionMembers})
                 from execution x left join project p on p.id = x.project_id
                where x.id = s.child_execution_id) end as child
        from unnest(${left.map(({ id }) => id)}::uuid[], ${left.map(({ rootId }) => rootId)}::uuid[],
                    ${left.map(({ pipelineName }) => pipelineName)}::text[],
                    ${left.map(({ reused }) => reused)}::integer[]) with ordinality as m (id, root, pipeline, reused, at)
        cross join lateral (
          select * from step
           where execution_id = m.id and seq > case when m.at = 1 then ${after}::integer else -1 end
             and (finished_n is null or finished_n > m.reused)
           order by seq limit ${limit}) s
       limit ${limit}`.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    left = left.slice(left.findIndex(({ id }) => id === last.executionId))
    after = last.seq
  }
}

/** The keys of steps by `execution/seq`. */
export async function readKeys(
  db: Db,
  steps: readonly { readonly execution: string; readonly seq: number }[],
): Promise<ReadonlyMap<string, string>> {
  if (steps.length === 0) return new Map()
  const { rows } = await sql<{ id: string; seq: number; key: string }>`
    select s.execution_id as id, s.seq, s.key
      from unnest(${steps.map(({ execution }) => execution)}::uuid[], ${steps.map(({ seq }) => seq)}::integer[]) as w (id, seq)
      join step s on s.execution_id = w.id and s.seq = w.seq`.execute(db)
  return new Map(rows.map(({ id, seq, key }) => [`${id}/${seq}`, key]))
}
