import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifMatch, revisionOf, sendTagged } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  AgentCommand,
  AgentCredentials,
  AgentInfo,
  AgentPage,
  AgentPatch,
  AgentPath,
  AgentQuery,
  AgentTracks,
  AllowList,
  CredentialAction,
  DeletedAgent,
  NewAgent,
} from './schema.ts'
import type { Runners } from './service.ts'

const all = '/v1/agents'
const one = `${all}/:agentId` as const

/** An operation on one runner: its schema with the path parameter. */
const onRunner = (described: Omit<Operation, 'area'>) => ({
  ...operation({ ...described, area: 'Runners', problems: [403, 404, ...(described.problems ?? [])] }),
  params: AgentPath,
})

// Over 60 lines: one declaration per route, each short.
export function runnerRoutes(app: Server, runners: Runners): void {
  app.get(
    all,
    {
      config: { needs: (request) => runners.admitToRead(callerOf(request)) },
      schema: {
        ...operation({
          id: 'listAgents',
          area: 'Runners',
          summary: 'List runners, by name',
          answers: { 200: AgentPage },
          problems: [403],
        }),
        querystring: AgentQuery,
      },
    },
    (request) => runners.list(callerOf(request), pageRequest(request.query), request.query),
  )

  app.post(
    all,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createAgent',
          area: 'Runners',
          summary: 'Create a runner; its credential is read from /credentials',
          answers: { 201: AgentInfo },
          problems: [403, 409, 413, 415],
        }),
        body: NewAgent,
      },
    },
    async (request, reply) => {
      const created = await runners.create(callerOf(request), request.body)
      return reply.code(201).header('location', below(request, created.agentId)).send(created)
    },
  )

  app.get(
    one,
    {
      schema: onRunner({
        id: 'getAgent',
        summary: 'Get the details of a runner',
        answers: { 200: AgentInfo },
      }),
    },
    async (request, reply) => {
      const runner = await runners.get(callerOf(request), request.params.agentId)
      return sendTagged(request, reply, revisionOf(runner), runner)
    },
  )

  app.patch(
    one,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...onRunner({
          id: 'updateAgent',
          summary: 'Update a runner; omitted fields keep their values',
          answers: { 202: AgentInfo },
          problems: [409, 412, 413, 415],
        }),
        body: AgentPatch,
      },
    },
    async (request, reply) => {
      const { agentId } = request.params
      const runner = await runners.update(callerOf(request), agentId, request.body, ifMatch(request))
      return reply
        .code(202)
        .header('etag', etagOf(revisionOf(runner)))
        .send(runner)
    },
  )

  app.delete(
    one,
    {
      schema: onRunner({
        id: 'deleteAgent',
        summary: 'Delete a runner that is stopped, pending or unknown',
        answers: { 202: DeletedAgent },
        problems: [409, 412],
      }),
    },
    async (request, reply) =>
      reply.code(202).send(await runners.remove(callerOf(request), request.params.agentId, ifMatch(request))),
  )

  app.post(
    `${one}/commands`,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...onRunner({
          id: 'commandAgent',
          summary: 'Pause, resume, restart or stop a runner',
          answers: { 200: AgentInfo },
          problems: [413, 415],
        }),
        body: AgentCommand,
      },
    },
    (request) => runners.command(callerOf(request), request.params.agentId, request.body),
  )

  credentialRoutes(app, runners)
  allowListRoutes(app, runners)
  trackRoutes(app, runners)
}

function trackRoutes(app: Server, runners: Runners): void {
  const path = '/v1/agent-tracks'
  const described = { area: 'Runners', answers: { 200: AgentTracks } } as const

  app.get(
    path,
    {
      schema: operation({
        ...described,
        id: 'listAgentTracks',
        summary: 'List the version tracks of this installation',
        problems: [403],
      }),
    },
    (request) => runners.tracks(callerOf(request)),
  )

  app.put(
    path,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          ...described,
          id: 'replaceAgentTracks',
          summary: 'Replace the version tracks; outdated runners with automatic updates drain and restart',
          problems: [403, 409, 413, 415],
        }),
        body: AgentTracks,
      },
    },
    (request) => runners.setTracks(callerOf(request), request.body),
  )
}

function credentialRoutes(app: Server, runners: Runners): void {
  app.get(
    `${one}/credentials`,
    {
      config: { handsOutSecret: true },
      schema: onRunner({
        id: 'getAgentCredentials',
        summary: 'Get the credential of a runner; a personal access token needs the scope write',
        answers: { 200: AgentCredentials },
      }),
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await runners.credentials(callerOf(request), request.params.agentId)),
  )

  app.post(
    `${one}/credentials`,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...onRunner({
          id: 'refreshAgentCredentials',
          summary: 'Rotate the secret of a runner; the old secret stays valid for 24 hours',
          answers: { 200: AgentCredentials },
          problems: [413, 415],
        }),
        body: CredentialAction,
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await runners.refreshSecret(callerOf(request), request.params.agentId)),
  )
}

function allowListRoutes(app: Server, runners: Runners): void {
  const path = `${one}/allowlist` as const
  const write = (id: string, summary: string) => ({
    config: { needs: { account: 'SUPER_ADMIN' } } as const,
    schema: {
      ...onRunner({ id, summary, answers: { 200: AllowList }, problems: [413, 415] }),
      body: AllowList,
    },
  })

  app.get(
    path,
    {
      schema: onRunner({
        id: 'getAgentAllowList',
        summary: 'Get the projects and environments that a restricted runner may serve',
        answers: { 200: AllowList },
      }),
    },
    (request) => runners.readAllowList(callerOf(request), request.params.agentId),
  )

  app.put(path, write('replaceAgentAllowList', 'Replace the allow list'), (request) =>
    runners.writeAllowList(callerOf(request), request.params.agentId, request.body, true),
  )

  app.patch(path, write('extendAgentAllowList', 'Add or replace entries of the allow list'), (request) =>
    runners.writeAllowList(callerOf(request), request.params.agentId, request.body, false),
  )

  app.delete(
    path,
    {
      schema: onRunner({
        id: 'clearAgentAllowList',
        summary: 'Clear the allow list',
        answers: { 204: Type.Null() },
      }),
    },
    async (request, reply) => {
      await runners.clearAllowList(callerOf(request), request.params.agentId)
      return reply.code(204).send(null)
    },
  )
}
