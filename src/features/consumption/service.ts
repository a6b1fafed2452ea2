import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { daysOf, firstDayFrom, nextDay, rangeFaults } from '../../lib/day-range.ts'
import { isUuid } from '../../lib/ids.ts'
import { badRequest } from '../../lib/problem.ts'
import { enterProject, requireAnyRole } from '../projects/access.ts'
import type {
  ConsumptionItem,
  ConsumptionOfDay,
  ConsumptionQuery,
  UserConsumption,
  UserConsumptionQuery,
} from './schema.ts'
import * as store from './store.ts'

/**
 * What executions consumed (decisions.md §24). It tells of every environment, so only administrators of a
 * project see it; a SUPER_ADMIN sees the projects that were deleted, too.
 */
export function createConsumption(db: Db) {
  async function enter(caller: Caller, projectId: string | undefined): Promise<store.ConsumptionScope> {
    if (projectId === undefined) await requireAnyRole(db, caller, 'project:write')
    else await enterProject(db, caller, projectId, 'project:write')
    return { caller, projectId }
  }

  async function list(
    caller: Caller,
    { consumedFrom, consumedBefore, projectId }: ConsumptionQuery,
  ): Promise<{ results: ConsumptionOfDay[] }> {
    const scope = await enter(caller, projectId)
    refuse(rangeFaults(consumedFrom, consumedBefore, ['consumedFrom', 'consumedBefore']))
    const rows = await store.readConsumption(db, scope, { from: consumedFrom, before: consumedBefore })
    const byDay = Map.groupBy(rows, ({ day }) => day)
    const results = daysOf(consumedFrom, consumedBefore).map((day) => ({
      consumedFrom: midnight(day),
      consumedBefore: midnight(nextDay(day)),
      consumption: (byDay.get(day) ?? []).map(shown),
    }))
    return { results }
  }

  async function listUsers(
    caller: Caller,
    { consumedFrom, consumedBefore, projectId }: UserConsumptionQuery,
  ): Promise<UserConsumption> {
    const scope = await enter(caller, projectId)
    refuse(rangeFaults(consumedFrom, consumedBefore, ['consumedFrom', 'consumedBefore']))
    const days = { from: firstDayFrom(consumedFrom), before: firstDayFrom(consumedBefore) }
    const users = await store.readConsumptionByUser(db, scope, days)
    return {
      chargedUsers: users.map(({ userName }) => ({ username: userName })),
      consumedFrom,
      consumedBefore,
      credits: creditsOf(users.reduce((sum, { microseconds }) => sum + microseconds, 0)),
    }
  }

  /** Decides before the query is validated. */
  async function admit(caller: Caller, query: unknown): Promise<void> {
    const { projectId } = Object(query) as { projectId?: unknown }
    await enter(caller, typeof projectId === 'string' && isUuid(projectId) ? projectId : undefined)
  }

  return { list, listUsers, admit }
}

export type Consumption = ReturnType<typeof createConsumption>

const MICROSECONDS_PER_CREDIT = 3_600_000_000

/** A credit is one hour of a busy slot of a runner (decisions.md §24). */
const creditsOf = (microseconds: number): number => microseconds / MICROSECONDS_PER_CREDIT

const midnight = (day: string): string => `${day}T00:00:00.000Z`

const shown = (row: store.ConsumptionRow): ConsumptionItem => ({
  consumptionType: row.pipelineType,
  dimensions: {
    projectId: row.projectId,
    environment: row.environmentName,
    pipelineName: row.pipelineName,
    agentId: row.runnerId,
  },
  credits: creditsOf(row.microseconds),
})

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw badRequest([...faults])
}
