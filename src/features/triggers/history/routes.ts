import { callerOf } from '../../../http/bearer.ts'
import { requestKey } from '../../../http/idempotency/key.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import {
  NewTriggerBackfill,
  NoContent,
  type TriggerAddress,
  TriggerBackfill,
  TriggerFirePage,
  TriggerFireQuery,
  TriggerPath,
} from '../schema.ts'
import type { TriggerHistory } from './service.ts'

const area = 'Triggers'
const one = '/v1/projects/:projectId/triggers/:triggerId'

/** What happened for a trigger, and running what started nothing at its time. */
// Over 60 lines: declarations of three operations, one after another.
export function historyRoutes(app: Server, history: TriggerHistory): void {
  app.get(
    `${one}/history`,
    {
      schema: {
        ...operation({
          id: 'listTriggerHistory',
          area,
          summary: 'What happened for a trigger and why each started a run or did not, the latest first',
          answers: { 200: TriggerFirePage },
          problems: [403, 404],
        }),
        params: TriggerPath,
        querystring: TriggerFireQuery,
      },
    },
    (request) => {
      const { query, params } = request
      return history.list(callerOf(request), params, pageRequest(query), query.outcome)
    },
  )

  app.post(
    `${one}/backfills`,
    {
      config: {
        idempotency: 'in-transaction',
        needs: (request) => history.admit(callerOf(request), request.params as TriggerAddress),
      },
      schema: {
        ...operation({
          id: 'backfillTrigger',
          area,
          summary: 'Run what happened in a past range and started nothing; a dry run unless dryRun is false',
          description:
            'What was skipped, missed or failed runs again; of PIPELINE_END also ends of the last 90 days from before ' +
            'the trigger was made, or while it was disabled.',
          answers: { 200: TriggerBackfill },
          problems: [403, 404, 409, 413, 415],
        }),
        params: TriggerPath,
        body: NewTriggerBackfill,
      },
    },
    (request) => history.backfill(callerOf(request), request.params, request.body, requestKey(request)),
  )

  app.delete(
    `${one}/backfills`,
    {
      config: { needs: (request) => history.admit(callerOf(request), request.params as TriggerAddress) },
      schema: {
        ...operation({
          id: 'stopTriggerBackfill',
          area,
          summary:
            'Stop the backfill of a trigger whose executions run one after another; what it queued stays',
          answers: { 204: NoContent },
          problems: [403, 404, 409],
        }),
        params: TriggerPath,
      },
    },
    async (request, reply) => {
      await history.stop(callerOf(request), request.params)
      return reply.code(204).send(null)
    },
  )
}
