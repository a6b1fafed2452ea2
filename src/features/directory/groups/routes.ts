import type { Server } from '../../../http/server.ts'
import { resourceRoutes } from '../resources/routes.ts'
import type { ScimResource } from '../resources/service.ts'
import { ScimGroup } from '../schema.ts'
import { groupModel } from '../scim/attributes.ts'

export const groupRoutes = (app: Server, groups: ScimResource): void =>
  resourceRoutes(app, groups, {
    model: groupModel,
    schema: ScimGroup,
    newSchema: ScimGroup,
    patchReturnsResource: false,
    texts: {
      create: { summary: 'Create a group' },
      replace: { summary: 'Replace a group with its members' },
      update: {
        summary: 'Change attributes and members of a group (RFC 7644 §3.5.2)',
        description: 'Returns an empty body unless the query names the attributes to return.',
      },
      remove: {
        summary: 'Delete a group',
        description: 'Roles that its members had through it stop applying within 5 seconds.',
      },
    },
  })
