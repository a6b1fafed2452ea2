import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { orderedBy } from '../../../db/order.ts'
import type { Caller } from '../../../http/caller.ts'
import { LOWEST_ID } from '../../../lib/ids.ts'
import type { Execution } from '../schema.ts'
import {
  type Column,
  type Ids,
  idAt,
  idsOf,
  type ListFilter,
  oneOfSeveral,
  publishedOrNot,
  ref,
  type Start,
  startedWhen,
  valuesOf,
  type WalkedFilter,
} from './filter-sql.ts'
import { executionJson } from './find-store.ts'
import { walkedFilters } from './name-store.ts'
import { readScopes, type Scope } from './scope-store.ts'

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
type Walked = Ids & Start

/** Most executions succeed, so for SUCCESS the index by status is the least selective. */
const indexesOfSuccess = [...indexes.filter(([first]) => first !== 'status').slice(0, -1), indexes[1]!]

/**
 * Executions that the caller may see, newest or oldest first, without children. `after` is the last id of the
 * previous page. For each project this is one walk along an index that starts with the columns of the filter
 * and has the order of the ids; conditions that the index does not have are checked on the way. So a page
 * costs the same wherever it is.
 */
export async function listExecutions(
  db: Db,
  caller: Caller,
  filter: ListFilter,
  start: Start,
  limit: number,
): Promise<Execution[]> {
  const walks = await walksOfAll(db, caller, filter, { ...idsOf(filter), ...start }, limit)
  if (walks === undefined) return []
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from (${walks}) x
     order by ${orderedBy({ isReversed: !start.isOldestFirst }, [sql`x.id`])} limit ${limit}`.execute(db)
  return rows.map(({ execution }) => execution)
}

/**
 * How many such executions there are on all pages. Counting ends at `limit`, so it costs no more than as long
 * a page.
 */
export async function countExecutions(
  db: Db,
  caller: Caller,
  filter: ListFilter,
  limit: number,
): Promise<number> {
  const walks = await walksOfAll(db, caller, filter, { ...idsOf(filter), isOldestFirst: false }, limit)
  if (walks === undefined) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from (select from (${walks}) x limit ${limit}) counted`.execute(db)
  return rows[0]!.count
}

/** All walks for what the filter names; undefined when it names nothing that there is. */
async function walksOfAll(
  db: Db,
  caller: Caller,
  filter: ListFilter,
  ids: Walked,
  limit: number,
): Promise<RawBuilder<unknown> | undefined> {
  const scopes =
    caller.accountRole === 'SUPER_ADMIN' ? undefined : await readScopes(db, caller, filter.projectId)
  const filters = await walkedFilters(db, filter, scopes)
  if (filters.length === 0) return undefined
  return sql.join(
    filters.map((one) => walksFor(one, scopes, ids, limit)),
    sql` union all `,
  )
}

function walksFor(
  filter: WalkedFilter,
  scopes: readonly Scope[] | undefined,
  ids: Walked,
  limit: number,
): RawBuilder<unknown> {
  if (scopes !== undefined) return walksOf(scopes, filter, ids, limit)
  if (isOnlyOfTime(filter)) return inOrder([], filter, ids, limit)
  return sql`select x.* from (select id, null::uuid[] as environments from project) p
         cross join lateral (${walk(filter, ids, limit)}) x where ${ofFilter(filter)}`
}

/** Whether the filter has times of queuing only. A time of starting needs a project's index. */
const isOnlyOfTime = ({ queuedAfter, queuedBefore, startedBefore, ...others }: WalkedFilter): boolean =>
  Object.values(others).every((value) => value === undefined)

/**
 * The walks of a caller who sees some projects, and some environments of them. A project of which it does not
 * see all is walked environment by environment, so that what happens in the others costs nothing; unless the
 * filter has an index that is more selective.
 */
function walksOf(
  scopes: readonly Scope[],
  filter: WalkedFilter,
  ids: Walked,
  limit: number,
): RawBuilder<unknown> {
  const { scheduleId, pipelineName, agentId, environmentName, status } = filter
  const byEnvironment =
    [scheduleId, pipelineName, agentId, environmentName].every((one) => one === undefined) &&
    (status === undefined || status === 'SUCCESS')
  const some = byEnvironment ? scopes.filter(({ hidden }) => hidden) : []
  const whole = scopes.filter((scope) => !some.includes(scope))
  const environments = some.flatMap(({ id, environments }) =>
    (environments ?? []).map((environment) => ({ id, environment: environment.id, name: environment.name })),
  )
  const projects = whole.map(({ id, environments }) => ({
    id,
    environments: environments?.map((environment) => environment.id) ?? null,
  }))
  return sql`
    select x.* from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb) as p (id uuid, environments uuid[])
      cross join lateral (${walk(filter, ids, limit)}) x where ${ofFilter(filter)}
    union all
    select x.* from (select id, array[environment] as environments, name from
             jsonb_to_recordset(${JSON.stringify(environments)}::jsonb) as p (id uuid, environment uuid, name text)) p
      cross join lateral (${walk(filter, ids, limit, sql`p.name`)}) x where ${ofFilter(filter)}`
}

/** The first executions of the project `p` in its `environments`: null is all of them. */
function walk(
  filter: WalkedFilter,
  ids: Walked,
  limit: number,
  environmentName?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns =
    environmentName === undefined ? indexFor(filter) : (['project_id', 'environment_name'] as const)
  return sql`${inOrder(columns, filter, ids, limit, [seen], environmentName)}${thatWaited(filter, ids, limit)}`
}

/**
 * Whether the environment of `x` is among those of `p`. Written so that the planner expects it to hold: it is
 * checked on the way along an index, and must not make another one look cheaper.
 */
const seen = sql`(case when p.environments is null or x.environment_id = any(p.environments) then true end) is not null`

/** The project of a schedule: it belongs to one. */
const ofFilter = ({ projectId, scheduleId }: WalkedFilter): RawBuilder<unknown> => {
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
  return left.length === 0 ? sql`true` : sql.join(left, sql` and `)
}

/**
 * Executions that started after `startedAfter` but were queued long before, and so have lower ids than
 * `idsOf` allows.
 */
function thatWaited(
  filter: WalkedFilter,
  { from, before, ...start }: Walked,
  limit: number,
): RawBuilder<unknown> {
  if (filter.startedAfter === undefined) return sql``
  const ids = { ...start, from: idAt(filter.queuedAfter) ?? LOWEST_ID, before: [from, before].toSorted()[0]! }
  const waited = sql`x.started_at - x.queued_at > interval '10 seconds'`
  return sql` union all ${inOrder(['project_id'], filter, ids, limit, [waited, seen])}`
}

/**
 * The first executions that match the filter, along the index with these columns. Columns and id are
 * compared as one row and as a range: with equality on the columns the planner may prefer to walk all newer
 * executions in the order of their ids, and filter those of others out.
 */
function inOrder(
  columns: readonly Column[],
  filter: WalkedFilter,
  ids: Walked,
  limit: number,
  more: readonly RawBuilder<unknown>[] = [],
  environmentName?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const values = new Map(valuesOf(filter)).set('project_id', sql`p.id`)
  if (environmentName !== undefined) values.set('environment_name', environmentName)
  const bound = (id: string) => sql.join([...columns.map((name) => values.get(name)), sql`${id}::uuid`])
  const walked = sql.join([...columns, 'id'].map(ref))
  const { from, before } = boundsOf(ids)
  const looked = columns.length === 0 ? [] : [...values.keys()].filter((name) => !columns.includes(name))
  const conditions = [
    sql`x.parent_id is null`,
    sql`(${walked}) < (${bound(before)})`,
    from.isExcluded ? sql`(${walked}) > (${bound(from.id)})` : sql`(${walked}) >= (${bound(from.id)})`,
    ...(columns.includes('schedule_id') ? [sql`x.schedule_id is not null`] : []),
    ...more,
    // `is true` keeps the planner from choosing another index for what is only checked.
    ...looked.map((name) => sql`(${ref(name)} = ${values.get(name)}) is true`),
    ...startedWhen(filter),
    ...oneOfSeveral(filter),
    ...publishedOrNot(filter),
  ]
  const order = orderedBy({ isReversed: !ids.isOldestFirst }, [...columns, 'id'].map(ref))
  return sql`(select x.* from execution x where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit})`
}

/** The range of ids that is left behind the last page. */
function boundsOf({ from, before, after, isOldestFirst }: Walked) {
  const isCut = after !== undefined && (isOldestFirst ? after >= from : after < before)
  return {
    from: isOldestFirst && isCut ? { id: after, isExcluded: true } : { id: from, isExcluded: false },
    before: !isOldestFirst && isCut ? after : before,
  }
}

function indexFor(filter: WalkedFilter): readonly Column[] {
  const values = valuesOf(filter)
  const hasValue = (name: Column) => name === 'project_id' || values.has(name)
  const fitting = filter.status === 'SUCCESS' ? indexesOfSuccess : indexes
  return fitting.find((columns) => columns.every(hasValue))!
}
