import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { EnvironmentPath } from '../environments/schema.ts'
import { EnvironmentMove, EnvironmentMovePage, EnvironmentMovePath, NewEnvironmentMove } from './schema.ts'
import type { EnvironmentMoves } from './service.ts'

const area = 'Environments'
const all = '/v1/projects/:projectId/environments/:environmentName/moves'
const one = `${all}/:moveId` as const
const admin = { needs: { project: 'environments:read', environment: 'environment:admin' } } as const

// Over 60 lines: one declaration per route, each short.
export function environmentMoveRoutes(app: Server, moves: EnvironmentMoves): void {
  app.post(
    all,
    {
      config: admin,
      schema: {
        ...operation({
          id: 'moveEnvironment',
          area,
          summary: 'Move an environment from its DuckDB file to a lake',
          description:
            "Its runner copies the file's tables and views in one transaction of the lake and compares them; then SQL runs on " +
            'the lake. Executions wait meanwhile. Poll the move until it has ended. The file stays where it is.',
          answers: { 202: EnvironmentMove },
          problems: [403, 404, 409, 413, 415],
        }),
        params: EnvironmentPath,
        body: NewEnvironmentMove,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName } = request.params
      const move = await moves.start(callerOf(request), projectId, environmentName, request.body)
      return reply.code(202).header('location', below(request, move.moveId)).send(move)
    },
  )

  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listEnvironmentMoves',
          area,
          summary: 'List the moves of an environment, the latest first',
          answers: { 200: EnvironmentMovePage },
          problems: [403, 404],
        }),
        params: EnvironmentPath,
        querystring: PageQuery,
      },
    },
    (request) => {
      const { projectId, environmentName } = request.params
      return moves.list(callerOf(request), projectId, environmentName, pageRequest(request.query))
    },
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getEnvironmentMove',
          area,
          summary: 'Read how far a move of an environment is',
          answers: { 200: EnvironmentMove },
          problems: [403, 404],
        }),
        params: EnvironmentMovePath,
      },
    },
    (request) => {
      const { projectId, environmentName, moveId } = request.params
      return moves.get(callerOf(request), projectId, environmentName, moveId)
    },
  )

  app.delete(
    one,
    {
      config: admin,
      schema: {
        ...operation({
          id: 'cancelEnvironmentMove',
          area,
          summary: 'Cancel a move that has not begun to commit; SQL runs on the file as before',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409],
        }),
        params: EnvironmentMovePath,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName, moveId } = request.params
      await moves.cancel(callerOf(request), projectId, environmentName, moveId)
      return reply.code(204).send(null)
    },
  )
}
