import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import {
  AgentDecisions,
  AgentMessageList,
  AgentMessagesQuery,
  AgentPermissions,
  AgentTask,
  AgentTaskList,
  AgentTaskPath,
  AgentTaskState,
  AgentTasksQuery,
  CreatedAgentTask,
  NewAgentMessage,
  NewAgentTask,
  RemainingDecisions,
} from './schema.ts'
import type { AgentTasks } from './service.ts'

const area = 'AI Agent Tasks'
const all = '/v1/ai/agents/tasks'
const one = `${all}/:taskId` as const

export function agentTaskRoutes(app: Server, tasks: AgentTasks): void {
  collectionRoutes(app, tasks)
  itemRoutes(app, tasks)
  messageRoutes(app, tasks)
  controlRoutes(app, tasks)
}

function collectionRoutes(app: Server, tasks: AgentTasks): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listAgentTasks',
          area,
          summary: 'List your agent tasks, newest first',
          description: 'With a projectId, an administrator of that project sees those of everybody',
          answers: { 200: AgentTaskList },
          problems: [403, 404],
        }),
        querystring: AgentTasksQuery,
      },
    },
    (request) => tasks.list(callerOf(request), request.query),
  )

  app.post(
    all,
    {
      schema: {
        ...operation({
          id: 'createAgentTask',
          area,
          summary: 'Give an agent a task',
          description:
            'A language model works on it, on one branch of a project, with the rights of the caller. It never publishes, and acts in no ' +
            'environment, unless that is granted or decided',
          answers: { 201: CreatedAgentTask },
          problems: [403, 404, 409, 413, 415],
        }),
        body: NewAgentTask,
      },
      config: { needs: (request) => tasks.admit(callerOf(request), projectIn(request.body)) },
    },
    async (request, reply) => {
      const created = await tasks.create(callerOf(request), request.body)
      return reply.code(201).header('location', below(request, created.taskId)).send(created)
    },
  )
}

/** Of a body that may be malformed. */
const projectIn = (body: unknown): unknown => {
  const { agentConfig } = (body ?? {}) as { agentConfig?: { projectId?: unknown } }
  return agentConfig?.projectId
}

function itemRoutes(app: Server, tasks: AgentTasks): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getAgentTask',
          area,
          summary: 'Get an agent task',
          answers: { 200: AgentTask },
          problems: [403, 404],
        }),
        params: AgentTaskPath,
      },
    },
    (request) => tasks.get(callerOf(request), request.params.taskId),
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteAgentTask',
          area,
          summary: 'Delete an agent task that is not running',
          description: 'Its branch stays',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409],
        }),
        params: AgentTaskPath,
      },
    },
    async (request, reply) => {
      await tasks.remove(callerOf(request), request.params.taskId)
      return reply.code(204).send(null)
    },
  )
}

function messageRoutes(app: Server, tasks: AgentTasks): void {
  const path = `${one}/messages` as const
  app.get(
    path,
    {
      schema: {
        ...operation({
          id: 'listAgentTaskMessages',
          area,
          summary: 'List the messages of an agent task, oldest first',
          description: 'To follow a task, ask again with `next` of the last answer',
          answers: { 200: AgentMessageList },
          problems: [403, 404],
        }),
        params: AgentTaskPath,
        querystring: AgentMessagesQuery,
      },
    },
    (request) => tasks.messages(callerOf(request), request.params.taskId, request.query),
  )

  app.post(
    path,
    {
      schema: {
        ...operation({
          id: 'sendAgentTaskMessage',
          area,
          summary: 'Send a message to an agent task that is not running, which starts it again',
          answers: { 202: AgentTaskState },
          problems: [403, 404, 409, 413, 415],
        }),
        params: AgentTaskPath,
        body: NewAgentMessage,
      },
    },
    async (request, reply) => {
      const { taskId } = request.params
      return reply.code(202).send(await tasks.send(callerOf(request), taskId, request.body.message))
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function controlRoutes(app: Server, tasks: AgentTasks): void {
  app.post(
    `${one}/decisions`,
    {
      schema: {
        ...operation({
          id: 'decideAgentTask',
          area,
          summary: 'Approve or reject calls that an agent task waits to make',
          answers: { 200: RemainingDecisions },
          problems: [403, 404, 413, 415],
        }),
        params: AgentTaskPath,
        body: AgentDecisions,
      },
    },
    (request) => tasks.decide(callerOf(request), request.params.taskId, request.body),
  )

  app.put(
    `${one}/permissions`,
    {
      schema: {
        ...operation({
          id: 'replaceAgentTaskPermissions',
          area,
          summary: 'Replace the tools that an agent task may act with, without a decision on each call',
          description: 'Calls that already wait for a decision still need it',
          answers: { 200: AgentTask },
          problems: [403, 404, 413, 415],
        }),
        params: AgentTaskPath,
        body: AgentPermissions,
      },
    },
    (request) => tasks.permit(callerOf(request), request.params.taskId, request.body.grantedPermissions),
  )

  app.post(
    `${one}/stop`,
    {
      schema: {
        ...operation({
          id: 'stopAgentTask',
          area,
          summary: 'Stop an agent task when its running call has ended',
          answers: { 202: AgentTaskState },
          problems: [403, 404],
        }),
        params: AgentTaskPath,
      },
    },
    async (request, reply) =>
      reply.code(202).send(await tasks.stop(callerOf(request), request.params.taskId)),
  )
}
