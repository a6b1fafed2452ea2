import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { firstIdAt, HIGHEST_ID, LOWEST_ID } from '../../../lib/ids.ts'
import { actingAs } from '../../permissions/access-sql.ts'
import type { Execution, ExecutionQuery } from '../schema.ts'
import { executionJson } from './find-store.ts'

export type ListFilter = Omit<ExecutionQuery, 'limit' | 'paginationToken'>

/** From one id up to another. Ids are in the order in which executions were queued. */
interface Ids {
  readonly from: string
  readonly before: string
}

type Column = 'project_id' | 'schedule_id' | 'status' | 'pipeline_name' | 'runner_id' | 'environment_name'

/** Indexes that have executions in the order of their ids, once these columns are known: what tells most is first. */
const indexes: readonly (readonly Column[])[] = [
  ['schedule_id'],
  ['status', 'project_id'],
  ['project_id', 'pipeline_name'],
  ['runner_id', 'project_id'],
  ['project_id', 'environment_name'],
  ['project_id'],
]
/** Most executions end well: that tells least. */
const indexesOfSuccess = [...indexes.filter(([first]) => first !== 'status').slice(0, -1), indexes[1]!]

/** More than ids and the database's clock differ by, and those waited that `execution_that_waited` does not have. */
const SLACK_MS = 60_000

/**
 * Executions that the caller may see, the newest first, children left out. `after` is the last id of the page before.
 * Each project is one walk over an index that begins with what is asked for and has the order in it; of what is asked
 * for besides, the walk passes over those that differ.
 */
export async function listExecutions(
  db: Db,
  caller: Caller,
  filter: ListFilter,
  after: string | undefined,
  limit: number,
): Promise<Execution[]> {
  const ids = idsOf(filter, after)
  const isOfAll = caller.accountRole === 'SUPER_ADMIN' && isOnlyOfTime(filter)
  const walks = isOfAll
    ? newestFirst([], filter, ids, limit)
    : sql`select x.* from (${projectsOf(caller, filter)}) p cross join lateral (
            ${newestFirst(indexFor(filter), filter, ids, limit)}${thatWaited(filter, ids, limit)}) x`
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from (${walks}) x order by x.id desc limit ${limit}`.execute(db)
  return rows.map(({ execution }) => execution)
}

/** Whether all executions of some time are asked for. When they started, only a project's index answers. */
const isOnlyOfTime = ({ queuedAfter, queuedBefore, startedBefore, ...others }: ListFilter): boolean =>
  Object.values(others).every((value) => value === undefined)

/** Those of which the caller may see executions, as far as the filter leaves them: a schedule is of one project. */
function projectsOf(caller: Caller, { projectId, scheduleId }: ListFilter) {
  const visible =
    caller.accountRole === 'SUPER_ADMIN'
      ? sql`select id from project`
      : sql`select distinct project_id as id from project_role where principal_id = any(${actingAs(caller.principalId)})`
  const left = [
    ...(projectId === undefined ? [] : [sql`p.id = ${projectId}`]),
    ...(scheduleId === undefined
      ? []
      : [
          sql`p.id = (
            select s.project_id from (
              select schedule_id, project_id from execution where schedule_id >= ${scheduleId}
               order by schedule_id, id limit 1) s
             where s.schedule_id = ${scheduleId})`,
        ]),
  ]
  return sql`select p.id from (${visible}) p where ${left.length === 0 ? sql`true` : sql.join(left, sql` and `)}`
}

/** The ids among which those are that the filter's times leave, but for what waited: see `thatWaited`. */
function idsOf({ queuedAfter, queuedBefore, startedAfter, startedBefore }: ListFilter, after?: string): Ids {
  const from = [idAt(queuedAfter), idAt(startedAfter, -SLACK_MS)]
  const before = [after, idAt(queuedBefore), idAt(startedBefore, SLACK_MS)]
  return {
    from:
      from
        .filter((id) => id !== undefined)
        .toSorted()
        .at(-1) ?? LOWEST_ID,
    before: before.filter((id) => id !== undefined).toSorted()[0] ?? HIGHEST_ID,
  }
}

const idAt = (time: string | undefined, shiftMs = 0): string | undefined =>
  time === undefined ? undefined : firstIdAt(new Date(Date.parse(time) + shiftMs))

/** What had been queued for a while at the time after which it is to have started. */
function thatWaited(filter: ListFilter, { from, before }: Ids, limit: number): RawBuilder<unknown> {
  if (filter.startedAfter === undefined) return sql``
  const ids = { from: idAt(filter.queuedAfter) ?? LOWEST_ID, before: [from, before].toSorted()[0]! }
  const waited = sql`x.started_at - x.queued_at > interval '10 seconds'`
  return sql` union all ${newestFirst(['project_id'], filter, ids, limit, [waited])}`
}

/**
 * The newest of those that the filter asks for, by the index with these columns. They are compared together with the id,
 * as a range: asked for with equality and in the order of their ids, executions might as well be looked for among all
 * newer ones of others.
 */
function newestFirst(
  columns: readonly Column[],
  filter: ListFilter,
  ids: Ids,
  limit: number,
  more: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const values = valuesOf(filter)
  const bound = (id: string) => sql.join([...columns.map((name) => values.get(name)), sql`${id}::uuid`])
  const walked = sql.join([...columns, 'id'].map(ref))
  const looked = columns.length === 0 ? [] : [...values.keys()].filter((name) => !columns.includes(name))
  const conditions = [
    sql`x.parent_id is null`,
    sql`(${walked}) < (${bound(ids.before)}) and (${walked}) >= (${bound(ids.from)})`,
    ...(columns.includes('schedule_id') ? [sql`x.schedule_id is not null`] : []),
    ...more,
    // What is not walked along is only looked at: no other index is to be taken for it.
    ...looked.map((name) => sql`(${ref(name)} = ${values.get(name)}) is true`),
    ...startedWhen(filter),
  ]
  const order = sql.join([...columns, 'id'].map((name) => sql`${ref(name)} desc`))
  return sql`(select x.* from execution x where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit})`
}

const ref = (column: string) => sql.ref(`x.${column}`)

/** What columns are to be. The project is `p`, each of the caller's in turn. */
function valuesOf({ scheduleId, status, pipelineName, agentId, environmentName }: ListFilter) {
  const values = new Map<Column, RawBuilder<unknown>>([['project_id', sql`p.id`]])
  if (scheduleId !== undefined) values.set('schedule_id', sql`${scheduleId}::uuid`)
  if (status !== undefined) values.set('status', sql`${status}::text`)
  if (pipelineName !== undefined) values.set('pipeline_name', sql`${pipelineName}::text`)
  if (agentId !== undefined) values.set('runner_id', sql`${agentId}::uuid`)
  if (environmentName !== undefined) values.set('environment_name', sql`${environmentName}::text`)
  return values
}

function indexFor(filter: ListFilter): readonly Column[] {
  const values = valuesOf(filter)
  const fitting = filter.status === 'SUCCESS' ? indexesOfSuccess : indexes
  return fitting.find((columns) => columns.every((name) => values.has(name)))!
}

function startedWhen({ startedAfter, startedBefore }: ListFilter): RawBuilder<unknown>[] {
  return [
    ...(startedAfter === undefined ? [] : [sql`(x.started_at >= ${startedAfter}) is true`]),
    ...(startedBefore === undefined ? [] : [sql`(x.started_at < ${startedBefore}) is true`]),
  ]
}
