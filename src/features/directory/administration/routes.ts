import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { area } from '../scim-response.ts'
import {
  CreatedDirectoryToken,
  DirectoryReach,
  DirectoryReachPath,
  DirectorySettings,
  DirectorySettingsPatch,
  DirectoryToken,
  DirectoryTokenPath,
  DirectoryTokens,
  NewDirectoryToken,
} from './schema.ts'
import type { Administration } from './service.ts'

const settings = '/v1/directory-integration/settings'
const reach = '/v1/directory-integration/reach/:id'
const tokens = '/v1/directory-integration/tokens'

/** For administrators; directory tokens do not open these. */
// Over 60 lines: one declaration per route, each short.
export function administrationRoutes(app: Server, administration: Administration): void {
  app.get(
    settings,
    {
      schema: operation({
        id: 'getDirectorySettings',
        area,
        summary: 'Get the settings of the directory',
        answers: { 200: DirectorySettings },
        problems: [403],
      }),
    },
    (request) => administration.settings(callerOf(request)),
  )

  app.patch(
    settings,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateDirectorySettings',
          area,
          summary: 'Update the settings of the directory',
          answers: { 200: DirectorySettings },
          problems: [403, 413, 415],
        }),
        body: DirectorySettingsPatch,
      },
    },
    (request) => administration.settings(callerOf(request), request.body),
  )

  app.get(
    reach,
    {
      schema: {
        ...operation({
          id: 'getDirectoryReach',
          area,
          summary: 'Get whether directory tokens reach a user or group',
          answers: { 200: DirectoryReach },
          problems: [403, 404],
        }),
        params: DirectoryReachPath,
      },
    },
    (request) => administration.reach(callerOf(request), request.params.id),
  )

  app.put(
    reach,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'setDirectoryReach',
          area,
          summary: 'Give a user or group to the directory, or take it back',
          answers: { 200: DirectoryReach },
          problems: [403, 404, 413, 415],
        }),
        params: DirectoryReachPath,
        body: DirectoryReach,
      },
    },
    (request) => administration.reach(callerOf(request), request.params.id, request.body),
  )

  app.get(
    tokens,
    {
      schema: operation({
        id: 'listDirectoryTokens',
        area,
        summary: 'List directory tokens, oldest first',
        answers: { 200: DirectoryTokens },
        problems: [403],
      }),
    },
    (request) => administration.list(callerOf(request)),
  )

  app.post(
    tokens,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createDirectoryToken',
          area,
          summary: 'Create a bearer token for an identity provider; it is shown only once',
          answers: { 201: CreatedDirectoryToken },
          problems: [403, 413, 415],
        }),
        body: NewDirectoryToken,
      },
    },
    async (request, reply) => {
      const created = await administration.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, created.id))
        .header('cache-control', 'no-store')
        .send(created)
    },
  )

  app.get(
    `${tokens}/:id`,
    {
      schema: {
        ...operation({
          id: 'getDirectoryToken',
          area,
          summary: 'Get a directory token, without its secret',
          answers: { 200: DirectoryToken },
          problems: [403, 404],
        }),
        params: DirectoryTokenPath,
      },
    },
    (request) => administration.get(callerOf(request), request.params.id),
  )

  app.delete(
    `${tokens}/:id`,
    {
      schema: {
        ...operation({
          id: 'deleteDirectoryToken',
          area,
          summary: 'Delete a directory token; it stops working within 5 seconds',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: DirectoryTokenPath,
      },
    },
    async (request, reply) => {
      await administration.remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
