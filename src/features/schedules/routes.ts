import type { FastifyRequest } from 'fastify'
import { absentWhenEmpty } from '../../http/absent.ts'
import { callerOf } from '../../http/bearer.ts'
import { changeTerms, sendState, stateTag } from '../../http/conditional.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { Execution } from '../executions/schema.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  FireTimeList,
  FireTimesQuery,
  MAX_SCHEDULE_BODY_BYTES,
  NewSchedule,
  NoContent,
  PreviewRequest,
  Schedule,
  type ScheduleAddress,
  SchedulePage,
  SchedulePatch,
  SchedulePath,
  ScheduleQuery,
} from './schema.ts'
import type { Schedules } from './service.ts'

const area = 'Schedules'
const all = '/v1/projects/:projectId/schedules'
const one = `${all}/:scheduleId` as const
/** Where the pipeline of a new schedule runs; the body has not been validated. */
const environmentOfNew = ({ body }: FastifyRequest): unknown =>
  (body as { pipeline?: { environmentName?: unknown } } | undefined)?.pipeline?.environmentName
const withGrids = { bodyLimit: MAX_SCHEDULE_BODY_BYTES }

/** The operations of the specification's "List schedules of a project" and of decisions.md §7. */
export function scheduleRoutes(app: Server, schedules: Schedules): void {
  collectionRoutes(app, schedules)
  changingRoutes(app, schedules)
  timeRoutes(app, schedules)
}

// Over 60 lines: one declaration per route, each short.
function collectionRoutes(app: Server, schedules: Schedules): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listSchedules',
          area,
          summary: 'List the schedules of a project, by name',
          answers: { 200: SchedulePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ScheduleQuery,
      },
    },
    (request) => {
      const { query } = request
      return schedules.list(callerOf(request), request.params.projectId, query, pageRequest(query))
    },
  )

  app.post(
    all,
    {
      preValidation: absentWhenEmpty(['versionName', 'agentId'], 'pipeline'),
      config: {
        idempotency: 'in-transaction',
        needs: {
          project: 'schedules:write',
          environment: 'environment:run',
          environmentName: environmentOfNew,
        },
      },
      ...withGrids,
      schema: {
        ...operation({
          id: 'createSchedule',
          area,
          summary: 'Create a schedule',
          answers: { 201: Schedule },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewSchedule,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const created = await schedules.create(callerOf(request), projectId, request.body, changeTerms(request))
      return reply.code(201).header('location', below(request, created.scheduleId)).send(created)
    },
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getSchedule',
          area,
          summary: 'Get a schedule',
          answers: { 200: Schedule },
          problems: [403, 404],
        }),
        params: SchedulePath,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId } = request.params
      const { schedule, revision } = await schedules.get(callerOf(request), projectId, scheduleId)
      return sendState(request, reply, revision, schedule)
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function changingRoutes(app: Server, schedules: Schedules): void {
  app.patch(
    one,
    {
      config: {
        needs: (request) =>
          schedules.admit(callerOf(request), request.params as ScheduleAddress, 'schedules:write'),
      },
      ...withGrids,
      schema: {
        ...operation({
          id: 'updateSchedule',
          area,
          summary:
            'Change a schedule; absent fields stay, a kind of recurrence that is given replaces the other',
          answers: { 200: Schedule },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: SchedulePath,
        body: SchedulePatch,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId } = request.params
      const { schedule, revision } = await schedules.update(
        callerOf(request),
        projectId,
        scheduleId,
        request.body,
        changeTerms(request),
      )
      return reply.header('etag', stateTag(revision, schedule)).send(schedule)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteSchedule',
          area,
          summary: 'Delete a schedule; its executions stay',
          answers: { 204: NoContent },
          problems: [403, 404, 412],
        }),
        params: SchedulePath,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId } = request.params
      await schedules.remove(callerOf(request), projectId, scheduleId, changeTerms(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${one}/executions`,
    {
      config: {
        idempotency: 'in-transaction',
        needs: (request) =>
          schedules.admit(callerOf(request), request.params as ScheduleAddress, 'executions:run'),
      },
      schema: {
        ...operation({
          id: 'runSchedule',
          area,
          summary: 'Run a schedule now; its due times stay as they are',
          answers: { 201: Execution },
          problems: [403, 404, 409, 410],
        }),
        params: SchedulePath,
      },
    },
    async (request, reply) => {
      const { projectId, scheduleId } = request.params
      const created = await schedules.runNow(callerOf(request), projectId, scheduleId, changeTerms(request))
      const location = addressOf(request).replace(
        /schedules\/[^/]+\/executions$/,
        `pipeline-executions/${created.pipelineExecutionId}`,
      )
      return reply.code(201).header('location', location).send(created)
    },
  )
}

function timeRoutes(app: Server, schedules: Schedules): void {
  app.get(
    `${one}/fire-times`,
    {
      schema: {
        ...operation({
          id: 'listFireTimes',
          area,
          summary: 'The next times a schedule starts a run, jitter included',
          answers: { 200: FireTimeList },
          problems: [403, 404],
        }),
        params: SchedulePath,
        querystring: FireTimesQuery,
      },
    },
    (request) => {
      const { projectId, scheduleId } = request.params
      return schedules.fireTimes(callerOf(request), projectId, scheduleId, request.query)
    },
  )

  app.post(
    '/v1/schedule-previews',
    {
      config: { changesNothing: true, idempotency: 'in-transaction' },
      schema: {
        ...operation({
          id: 'previewSchedule',
          area,
          summary: 'Fire times of a schedule that is not saved',
          answers: { 200: FireTimeList },
          problems: [413, 415],
        }),
        body: PreviewRequest,
      },
    },
    (request) => schedules.preview(request.body),
  )
}
