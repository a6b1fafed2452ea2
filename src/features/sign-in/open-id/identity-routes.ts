import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { area } from '../requests.ts'
import { UserIdentities, UserPath } from '../schema.ts'
import type { Identities } from './identities.ts'

const path = '/v1/users/:id/identities'

export function identityRoutes(app: Server, identities: Identities): void {
  app.get(
    path,
    {
      schema: {
        ...operation({
          id: 'listUserIdentities',
          area,
          summary: 'List who a user is at identity providers',
          answers: { 200: UserIdentities },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    (request) => identities.list(callerOf(request), request.params.id),
  )

  app.delete(
    path,
    {
      schema: {
        ...operation({
          id: 'unlinkUserIdentities',
          area,
          summary: 'Unlink a user from identity providers; the sessions of the user end',
          description:
            'The next sign-in under the user name links the user again: for subjects that have changed',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: UserPath,
      },
    },
    async (request, reply) => {
      await identities.unlink(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
