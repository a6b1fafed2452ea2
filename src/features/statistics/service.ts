import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { daysOf, rangeFaults } from '../../lib/day-range.ts'
import { badRequest } from '../../lib/problem.ts'
import { readScopes } from '../executions/access.ts'
import { enterProject } from '../projects/access.ts'
import type {
  ComponentStatistics,
  ComponentStatisticsQuery,
  ExecutionFigures,
  ExecutionStatistics,
  ExecutionStatisticsList,
  ExecutionStatisticsQuery,
} from './schema.ts'
import * as store from './store.ts'

const MAX_GROUPS = 1_000
const MAX_COMPONENTS = 100

/** How executions went, in the environments whose executions the caller sees (decisions.md §2). */
export function createStatistics(db: Db) {
  async function filterOf(
    caller: Caller,
    { endedFrom, endedBefore, projectId, environmentName, pipelineName }: ComponentStatisticsQuery,
  ): Promise<store.StatisticsFilter> {
    if (projectId !== undefined) await enterProject(db, caller, projectId, 'executions:read')
    const faults = rangeFaults(endedFrom, endedBefore, ['endedFrom', 'endedBefore'])
    if (faults.length > 0) throw badRequest(faults)
    return {
      scopes: caller.accountRole === 'SUPER_ADMIN' ? undefined : await readScopes(db, caller, projectId),
      from: endedFrom,
      before: endedBefore,
      ...(projectId !== undefined && { projectId }),
      ...(environmentName !== undefined && { environmentName }),
      ...(pipelineName !== undefined && { pipelineName }),
    }
  }

  async function ofExecutions(
    caller: Caller,
    query: ExecutionStatisticsQuery,
  ): Promise<ExecutionStatisticsList> {
    const filter = await filterOf(caller, query)
    const groups = query.by === 'DAY' ? MAX_GROUPS : Math.min(query.limit, MAX_GROUPS)
    const [[overall], rows] = await Promise.all([
      store.readExecutionStatistics(db, filter, 'TOTAL', 1),
      store.readExecutionStatistics(db, filter, query.by, groups),
    ])
    const results = rows.map(shown)
    return { overall: figuresOf(overall), results: query.by === 'DAY' ? everyDay(filter, results) : results }
  }

  async function ofComponents(
    caller: Caller,
    query: ComponentStatisticsQuery,
  ): Promise<{ results: ComponentStatistics[] }> {
    const filter = await filterOf(caller, query)
    const rows = await store.readComponentStatistics(db, filter, Math.min(query.limit, MAX_COMPONENTS))
    return { results: rows.map(({ bytes, ...row }) => ({ ...row, ...(bytes !== null && { bytes }) })) }
  }

  return { ofExecutions, ofComponents }
}

export type Statistics = ReturnType<typeof createStatistics>

const everyDay = (
  { from, before }: store.StatisticsFilter,
  results: readonly ExecutionStatistics[],
): ExecutionStatistics[] => {
  const found = new Map(results.map((one) => [one.day, one]))
  return daysOf(from, before).map((day) => found.get(day) ?? { day, ...figuresOf(undefined) })
}

const shown = (row: store.FiguresRow): ExecutionStatistics => ({
  ...(row.day !== null && { day: row.day }),
  ...(row.projectId !== null && { projectId: row.projectId }),
  ...(row.environmentName !== null && { environmentName: row.environmentName }),
  ...(row.pipelineName !== null && { pipelineName: row.pipelineName }),
  ...figuresOf(row),
})

function figuresOf(row: store.FiguresRow | undefined): ExecutionFigures {
  if (row === undefined) return { succeeded: 0, failed: 0, cancelled: 0, rows: 0 }
  const { succeeded, failed, cancelled, rows, bytes, medianMs, p95Ms, waitedMs, longestWaitMs } = row
  const all = succeeded + failed + cancelled
  return {
    succeeded,
    failed,
    cancelled,
    ...(succeeded + failed > 0 && { successRate: succeeded / (succeeded + failed) }),
    ...(medianMs !== null && { medianMs: rounded(medianMs) }),
    ...(p95Ms !== null && { p95Ms: rounded(p95Ms) }),
    ...(all > 0 && { averageWaitMs: rounded(waitedMs / all), longestWaitMs: rounded(longestWaitMs) }),
    rows,
    ...(bytes !== null && { bytes }),
  }
}

/** More digits would say more than is known. */
const rounded = (ms: number): number => Number(ms.toPrecision(3))
