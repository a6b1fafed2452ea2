import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { changeTerms, sendState, stateTag } from '../../http/conditional.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { Execution } from '../executions/schema.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  ChangedTrigger,
  DataTrigger,
  DataTriggerPage,
  MAX_TRIGGER_BODY_BYTES,
  NewTrigger,
  NoContent,
  type TriggerAddress,
  TriggerPatch,
  TriggerPath,
  TriggerQuery,
} from './schema.ts'
import type { Triggers } from './service.ts'

const area = 'Triggers'
const all = '/v1/projects/:projectId/triggers'
const one = `${all}/:triggerId` as const
/** Where the pipeline of a new trigger runs; the body has not been validated. */
const environmentOfNew = ({ body }: FastifyRequest): unknown =>
  (body as { environmentName?: unknown } | undefined)?.environmentName
const withGrids = { bodyLimit: MAX_TRIGGER_BODY_BYTES }

/** The operations of decisions.md §7, triggers by data. */
export function triggerRoutes(app: Server, triggers: Triggers): void {
  collectionRoutes(app, triggers)
  changingRoutes(app, triggers)
  runRoute(app, triggers)
}

// Over 60 lines: one declaration per route, each short.
function collectionRoutes(app: Server, triggers: Triggers): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listTriggers',
          area,
          summary: 'List the triggers of a project, by name',
          answers: { 200: DataTriggerPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: TriggerQuery,
      },
    },
    (request) => {
      const { query } = request
      return triggers.list(callerOf(request), request.params.projectId, query, pageRequest(query))
    },
  )

  app.post(
    all,
    {
      config: {
        needs: {
          project: 'schedules:write',
          environment: 'environment:run',
          environmentName: environmentOfNew,
        },
      },
      ...withGrids,
      schema: {
        ...operation({
          id: 'createTrigger',
          area,
          summary: 'Create a trigger, which starts a published pipeline when an event occurs',
          answers: { 201: ChangedTrigger },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewTrigger,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { trigger, revision } = await triggers.create(callerOf(request), projectId, request.body)
      return reply
        .code(201)
        .header('location', below(request, trigger.triggerId))
        .header('etag', stateTag(revision, trigger))
        .send(trigger)
    },
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getTrigger',
          area,
          summary: 'Get a trigger',
          answers: { 200: DataTrigger },
          problems: [403, 404],
        }),
        params: TriggerPath,
      },
    },
    async (request, reply) => {
      const { projectId, triggerId } = request.params
      const { trigger, revision } = await triggers.get(callerOf(request), projectId, triggerId)
      return sendState(request, reply, revision, trigger)
    },
  )
}

function changingRoutes(app: Server, triggers: Triggers): void {
  app.patch(
    one,
    {
      config: {
        needs: (request) =>
          triggers.admit(callerOf(request), request.params as TriggerAddress, 'schedules:write'),
      },
      ...withGrids,
      schema: {
        ...operation({
          id: 'updateTrigger',
          area,
          summary: 'Change a trigger; absent fields stay, and a condition that is given replaces the other',
          answers: { 200: ChangedTrigger },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: TriggerPath,
        body: TriggerPatch,
      },
    },
    async (request, reply) => {
      const { projectId, triggerId } = request.params
      const { trigger, revision } = await triggers.update(
        callerOf(request),
        projectId,
        triggerId,
        request.body,
        changeTerms(request),
      )
      return reply.header('etag', stateTag(revision, trigger)).send(trigger)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteTrigger',
          area,
          summary: 'Delete a trigger with its history; its executions stay',
          answers: { 204: NoContent },
          problems: [403, 404, 412],
        }),
        params: TriggerPath,
      },
    },
    async (request, reply) => {
      const { projectId, triggerId } = request.params
      await triggers.remove(callerOf(request), projectId, triggerId, changeTerms(request))
      return reply.code(204).send(null)
    },
  )
}

function runRoute(app: Server, triggers: Triggers): void {
  app.post(
    `${one}/executions`,
    {
      config: {
        idempotency: 'in-transaction',
        needs: (request) =>
          triggers.admit(callerOf(request), request.params as TriggerAddress, 'executions:run'),
      },
      schema: {
        ...operation({
          id: 'runTrigger',
          area,
          summary: 'Run the pipeline of a trigger now, with the values of the trigger itself',
          answers: { 201: Execution },
          problems: [403, 404, 409, 410],
        }),
        params: TriggerPath,
      },
    },
    async (request, reply) => {
      const { projectId, triggerId } = request.params
      const created = await triggers.runNow(callerOf(request), projectId, triggerId, changeTerms(request))
      const location = addressOf(request).replace(
        /triggers\/[^/]+\/executions$/,
        `pipeline-executions/${created.pipelineExecutionId}`,
      )
      return reply.code(201).header('location', location).send(created)
    },
  )
}
