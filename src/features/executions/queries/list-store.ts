import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { firstIdAt, HIGHEST_ID, LOWEST_ID } from '../../../lib/ids.ts'
import { actingAs } from '../../permissions/access-sql.ts'
import type { Execution, ExecutionQuery } from '../schema.ts'
import { executionJson } from './find-store.ts'

export type ListFilter = Omit<ExecutionQuery, 'limit' | 'paginationToken'>

/** A range of ids, `before` excluded. Ids are in the order in which executions were queued. */
interface Ids {
  readonly from: string
  readonly before: string
}

type Column = 'project_id' | 'schedule_id' | 'status' | 'pipeline_name' | 'runner_id' | 'environment_name'

/**
 * Indexes that have executions in the order of their ids once these columns are fixed, the most selective
 * first.
 */
const indexes: readonly (readonly Column[])[] = [
  ['schedule_id'],
  ['status', 'project_id'],
  ['project_id', 'pipeline_name'],
  ['runner_id', 'project_id'],
  ['project_id', 'environment_name'],
  ['project_id'],
]
/** Most executions succeed, so for SUCCESS the index by status is the least selective. */
const indexesOfSuccess = [...indexes.filter(([first]) => first !== 'status').slice(0, -1), indexes[1]!]

/**
 * More than the clocks of ids and database differ by, plus the wait below which `execution_that_waited` has
 * no entry.
 */
const SLACK_MS = 60_000

/**
 * Executions that the caller may see, newest first, without children. `after` is the last id of the previous
 * page. For each project this is one walk along an index that starts with the columns of the filter and has
 * the order of the ids; conditions that the index does not have are checked on the way. So a page costs the
 * same wherever it is.
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

/** Whether the filter has times of queuing only. A time of starting needs a project's index. */
const isOnlyOfTime = ({ queuedAfter, queuedBefore, startedBefore, ...others }: ListFilter): boolean =>
  Object.values(others).every((value) => value === undefined)

/**
 * The projects to walk: those the caller may see that match the filter. A schedule belongs to one project.
 */
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

/** The range of ids that the filter's times allow, except for what waited long: see `thatWaited`. */
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

/**
 * Executions that started after `startedAfter` but were queued long before, and so have lower ids than
 * `idsOf` allows.
 */
function thatWaited(filter: ListFilter, { from, before }: Ids, limit: number): RawBuilder<unknown> {
  if (filter.startedAfter === undefined) return sql``
  const ids = { from: idAt(filter.queuedAfter) ?? LOWEST_ID, before: [from, before].toSorted()[0]! }
  const waited = sql`x.started_at - x.queued_at > interval '10 seconds'`
  return sql` union all ${newestFirst(['project_id'], filter, ids, limit, [waited])}`
}

/**
 * The newest executions that match the filter, along the index with these columns. Columns and id are
 * compared as one row and as a range: with equality on the columns the planner may prefer to walk all newer
 * executions in the order of their ids, and filter those of others out.
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
    // `is true` keeps the planner from choosing another index for what is only checked.
    ...looked.map((name) => sql`(${ref(name)} = ${values.get(name)}) is true`),
    ...startedWhen(filter),
  ]
  const order = sql.join([...columns, 'id'].map((name) => sql`${ref(name)} desc`))
  return sql`(select x.* from execution x where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit})`
}

const ref = (column: string) => sql.ref(`x.${column}`)

/** The values that the filter asks for. The project is `p`, each of the caller's in turn. */
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
