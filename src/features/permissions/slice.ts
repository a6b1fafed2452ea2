import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { effectiveMemberRoutes } from './effective/routes.ts'
import * as effectiveSchema from './effective/schema.ts'
import { createEffectiveMembers } from './effective/service.ts'
import { permissionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createPermissions } from './service.ts'

/** Roles of users and groups. */
export const permissionsSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema, effectiveSchema],
  routes: (api) => {
    permissionRoutes(api, createPermissions(db))
    effectiveMemberRoutes(api, createEffectiveMembers(db))
  },
})
