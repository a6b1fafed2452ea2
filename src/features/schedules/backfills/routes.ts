import { callerOf } from '../../../http/bearer.ts'
import { requestKey } from '../../../http/idempotency/key.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import { PageQuery, pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import {
  Backfill,
  BackfillPage,
  BackfillPath,
  BackfillPlan,
  BegunBackfill,
  NewBackfill,
  NoContent,
  type ScheduleAddress,
  SchedulePath,
  TickPage,
} from '../schema.ts'
import type { Backfills } from './service.ts'

const area = 'Schedules'
const one = '/v1/projects/:projectId/schedules/:scheduleId'

/** What became of the due times of a schedule, and running those of the past. */
export function backfillRoutes(app: Server, backfills: Backfills): void {
  historyRoutes(app, backfills)

  app.post(
    `${one}/backfills`,
    {
      config: {
        idempotency: 'in-transaction',
        needs: (request) => backfills.admit(callerOf(request), request.params as ScheduleAddress),
      },
      schema: {
        ...operation({
          id: 'createBackfill',
          area,
          summary: 'Run the due times of a past range that did not run; a dry run unless dryRun is false',
          answers: { 200: BackfillPlan, 201: BegunBackfill },
          problems: [403, 404, 409, 413, 415],
        }),
        params: SchedulePath,
        body: NewBackfill,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId } = request.params
      const key = requestKey(request)
      const plan = await backfills.create(callerOf(request), projectId, scheduleId, request.body, key)
      if (plan.backfillId === undefined) return reply.code(200).send(plan)
      return reply.code(201).header('location', below(request, plan.backfillId)).send(plan)
    },
  )

  app.get(
    `${one}/backfills/:backfillId`,
    {
      schema: {
        ...operation({
          id: 'getBackfill',
          area,
          summary: 'Get a backfill and its progress',
          answers: { 200: Backfill },
          problems: [403, 404],
        }),
        params: BackfillPath,
      },
    },
    (request) => backfills.get(callerOf(request), request.params, request.params.backfillId),
  )

  app.delete(
    `${one}/backfills/:backfillId`,
    {
      schema: {
        ...operation({
          id: 'cancelBackfill',
          area,
          summary: 'Stop a backfill; what it queued stays',
          answers: { 204: NoContent },
          problems: [403, 404],
        }),
        params: BackfillPath,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId, backfillId } = request.params
      await backfills.cancel(callerOf(request), projectId, scheduleId, backfillId)
      return reply.code(204).send(null)
    },
  )
}

function historyRoutes(app: Server, backfills: Backfills): void {
  app.get(
    `${one}/history`,
    {
      schema: {
        ...operation({
          id: 'listScheduleHistory',
          area,
          summary: 'What became of each due time, the latest first',
          answers: { 200: TickPage },
          problems: [403, 404],
        }),
        params: SchedulePath,
        querystring: PageQuery,
      },
    },
    (request) => {
      const { projectId, scheduleId } = request.params
      return backfills.history(callerOf(request), projectId, scheduleId, pageRequest(request.query))
    },
  )

  app.get(
    `${one}/backfills`,
    {
      schema: {
        ...operation({
          id: 'listBackfills',
          area,
          summary: 'List the backfills of a schedule, the newest first',
          answers: { 200: BackfillPage },
          problems: [403, 404],
        }),
        params: SchedulePath,
        querystring: PageQuery,
      },
    },
    (request) => {
      const { projectId, scheduleId } = request.params
      return backfills.list(callerOf(request), projectId, scheduleId, pageRequest(request.query))
    },
  )
}
