import { callerOf } from '../../../http/bearer.ts'
import type { Caller } from '../../../http/caller.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { type SlowerPipeline, SlowerPipelineList, SlowerPipelineQuery } from './schema.ts'

const MAX_RESULTS = 100

/** What got slower, for home pages and monitors. */
export function slowerRoutes(
  app: Server,
  listSlower: (caller: Caller, limit: number) => Promise<SlowerPipeline[]>,
): void {
  app.get(
    '/v1/slower-pipelines',
    {
      schema: {
        ...operation({
          id: 'listSlowerPipelines',
          area: 'Pipeline Execution',
          summary: 'List the pipelines whose newest run took longer than usual, the greatest increase first',
          description:
            'Compares the newest success of the last 24 hours with the median of the successes before it in the same ' +
            'environment, among the last 60 executions of the pipeline; at least five. Longer is 1.5 times, and 5 seconds.',
          answers: { 200: SlowerPipelineList },
        }),
        querystring: SlowerPipelineQuery,
      },
    },
    async (request) => {
      const limit = Math.min(request.query.limit, MAX_RESULTS)
      return { results: await listSlower(callerOf(request), limit) }
    },
  )
}
