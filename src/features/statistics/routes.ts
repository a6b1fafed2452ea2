import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import {
  ComponentStatisticsList,
  ComponentStatisticsQuery,
  ExecutionStatisticsList,
  ExecutionStatisticsQuery,
} from './schema.ts'
import type { Statistics } from './service.ts'

const area = 'Statistics'

/** How executions went, for dashboards and monitors. */
export function statisticsRoutes(app: Server, statistics: Statistics): void {
  app.get(
    '/v1/execution-statistics',
    {
      schema: {
        ...operation({
          id: 'listExecutionStatistics',
          area,
          summary:
            'List how many executions succeeded and failed, how long they ran, waited and how many rows they reported',
          description:
            'Executions of published versions, without those that other pipelines called, are counted within seconds of their ' +
            'end, for the day in UTC in which they ended. What is counted is kept for 400 days, also when executions are deleted',
          answers: { 200: ExecutionStatisticsList },
          problems: [403, 404],
        }),
        querystring: ExecutionStatisticsQuery,
      },
    },
    (request) => statistics.ofExecutions(callerOf(request), request.query),
  )

  app.get(
    '/v1/component-statistics',
    {
      schema: {
        ...operation({
          id: 'listComponentStatistics',
          area,
          summary: 'List the components that took the most time in all',
          description:
            'Counted like executions, with the components of called pipelines. Iterators, calls and what only steers are not listed',
          answers: { 200: ComponentStatisticsList },
          problems: [403, 404],
        }),
        querystring: ComponentStatisticsQuery,
      },
    },
    (request) => statistics.ofComponents(callerOf(request), request.query),
  )
}
