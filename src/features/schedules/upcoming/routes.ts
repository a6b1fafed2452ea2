import { callerOf } from '../../../http/bearer.ts'
import type { Caller } from '../../../http/caller.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { type UpcomingRun, UpcomingRunList, UpcomingRunQuery } from './schema.ts'

const MAX_RESULTS = 100

/** What runs next, over all projects of the caller. */
export function upcomingRoutes(
  app: Server,
  listUpcoming: (caller: Caller, limit: number) => Promise<UpcomingRun[]>,
): void {
  app.get(
    '/v1/upcoming-runs',
    {
      schema: {
        ...operation({
          id: 'listUpcomingRuns',
          area: 'Schedules',
          summary: 'List the schedules that run next, in all projects, the earliest first',
          description: 'Each enabled schedule once, with its next run. Overdue ones come first.',
          answers: { 200: UpcomingRunList },
        }),
        querystring: UpcomingRunQuery,
      },
    },
    async (request) => {
      const limit = Math.min(request.query.limit, MAX_RESULTS)
      return { results: await listUpcoming(callerOf(request), limit) }
    },
  )
}
