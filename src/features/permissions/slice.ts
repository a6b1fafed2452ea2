import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { permissionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createPermissions } from './service.ts'

/** Roles of users and groups. */
export const permissionsSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => permissionRoutes(api, createPermissions(db)),
})
