import { type RawBuilder, sql } from 'kysely'
import { firstIdAt, HIGHEST_ID, LOWEST_ID } from '../../../lib/ids.ts'
import type { ExecutionQuery } from '../schema.ts'
import type { ExecutionState } from '../states.ts'

/** `pipelineName` is a part of names, without regard to case; `status` are one or several. */
export interface ListFilter
  extends Omit<ExecutionQuery, 'limit' | 'paginationToken' | 'countUpTo' | 'timeFrame' | 'status' | 'sort'> {
  readonly status?: readonly ExecutionState[]
}

/**
 * What one walk along an index looks for: whole names and single states have indexes, others are checked on
 * the way.
 */
export interface WalkedFilter extends Omit<ListFilter, 'status'> {
  readonly status?: ExecutionState
  readonly part?: string
  readonly states?: readonly ExecutionState[]
}

/** A range of ids, `before` excluded. Ids are in the order in which executions were queued. */
export interface Ids {
  readonly from: string
  readonly before: string
}

/** Where a page begins: behind the id `after`, in the order of the ids or in reverse. */
export interface Start {
  readonly after?: string | undefined
  readonly isOldestFirst: boolean
}

export type Column =
  | 'project_id'
  | 'schedule_id'
  | 'status'
  | 'pipeline_name'
  | 'runner_id'
  | 'environment_name'

/**
 * More than the clocks of ids and database differ by, plus the wait below which `execution_that_waited` has
 * no entry.
 */
const SLACK_MS = 60_000

/** Whether a name has the part, without regard to case. */
export const hasPart = (name: RawBuilder<unknown>, part: string): RawBuilder<unknown> =>
  sql`strpos(lower(${name}), lower(${part})) > 0`

/**
 * What holds for each execution `x` that a list with this filter shows, for statements that take no walk of
 * their own. Project and status are left to them.
 */
export function matches({ pipelineName, status, projectId, ...filter }: ListFilter): RawBuilder<unknown>[] {
  const { queuedAfter, queuedBefore } = filter
  const ids = idsOf({ ...(queuedAfter && { queuedAfter }), ...(queuedBefore && { queuedBefore }) })
  return [
    sql`x.parent_id is null and x.id >= ${ids.from}::uuid and x.id < ${ids.before}::uuid`,
    ...[...valuesOf(filter)].map(([column, value]) => sql`${ref(column)} = ${value}`),
    ...oneOfSeveral(pipelineName === undefined ? {} : { part: pipelineName }),
    ...startedWhen(filter),
    ...publishedOrNot(filter),
  ]
}

/** The range of ids that the filter's times allow, except for what waited long: see `thatWaited`. */
export function idsOf({ queuedAfter, queuedBefore, startedAfter, startedBefore }: ListFilter): Ids {
  const from = [idAt(queuedAfter), idAt(startedAfter, -SLACK_MS)]
  const before = [idAt(queuedBefore), idAt(startedBefore, SLACK_MS)]
  return {
    from:
      from
        .filter((id) => id !== undefined)
        .toSorted()
        .at(-1) ?? LOWEST_ID,
    before: before.filter((id) => id !== undefined).toSorted()[0] ?? HIGHEST_ID,
  }
}

export const idAt = (time: string | undefined, shiftMs = 0): string | undefined =>
  time === undefined ? undefined : firstIdAt(new Date(Date.parse(time) + shiftMs))

export const ref = (column: string) => sql.ref(`x.${column}`)

/** The values that the filter asks for. Those of the project depend on the walk. */
export function valuesOf({
  scheduleId,
  status,
  pipelineName,
  agentId,
  environmentName,
}: WalkedFilter): Map<Column, RawBuilder<unknown>> {
  const values = new Map<Column, RawBuilder<unknown>>()
  if (scheduleId !== undefined) values.set('schedule_id', sql`${scheduleId}::uuid`)
  if (status !== undefined) values.set('status', sql`${status}::text`)
  if (pipelineName !== undefined) values.set('pipeline_name', sql`${pipelineName}::text`)
  if (agentId !== undefined) values.set('runner_id', sql`${agentId}::uuid`)
  if (environmentName !== undefined) values.set('environment_name', sql`${environmentName}::text`)
  return values
}

/** What no index is walked by, because it is not one value. */
export const oneOfSeveral = ({ part, states }: WalkedFilter): RawBuilder<unknown>[] => [
  ...(part === undefined ? [] : [expected(hasPart(sql`x.pipeline_name`, part))]),
  ...(states === undefined ? [] : [expected(sql`x.status = any(${states}::text[])`)]),
]

export function startedWhen({ startedAfter, startedBefore }: WalkedFilter): RawBuilder<unknown>[] {
  return [
    ...(startedAfter === undefined ? [] : [expected(sql`x.started_at >= ${startedAfter}`)]),
    ...(startedBefore === undefined ? [] : [expected(sql`x.started_at < ${startedBefore}`)]),
  ]
}

/** Unpublished runs are few, and have an index. */
export function publishedOrNot({ unpublished }: WalkedFilter): RawBuilder<unknown>[] {
  if (unpublished === undefined) return []
  return [unpublished ? sql`x.source_id is not null` : expected(sql`x.source_id is null`)]
}

/**
 * A condition that the planner expects to hold, so that it does not make another index look cheaper: see
 * `seen`.
 */
const expected = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when ${condition} then true end) is not null`
