import type { Server } from '../../../http/server.ts'
import { resourceRoutes } from '../resources/routes.ts'
import type { ScimResource } from '../resources/service.ts'
import { NewScimUser, ScimUser } from '../schema.ts'
import { userModel } from '../scim/attributes.ts'

export const userRoutes = (app: Server, users: ScimResource): void =>
  resourceRoutes(app, users, {
    model: userModel,
    schema: ScimUser,
    newSchema: NewScimUser,
    patchReturnsResource: true,
    texts: {
      create: {
        summary: 'Create a user',
        description:
          '`meta` is required unless the directory settings make it optional; then `userName` is. `groups` is read-only: it has to be empty or left out. A new user has no role.',
      },
      replace: {
        summary: 'Replace a user',
        description:
          'Attributes that are left out are unassigned, except `active` and the password. `groups` is read-only and ignored.',
      },
      update: { summary: 'Change attributes of a user (RFC 7644 §3.5.2)' },
      remove: {
        summary: 'Delete a user',
        description: "The user's sessions and tokens stop working within 5 seconds.",
      },
    },
  })
