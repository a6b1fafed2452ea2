import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { environmentRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createEnvironments } from './service.ts'

/** Environments of projects. */
export const environmentsSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => environmentRoutes(api, createEnvironments(db)),
})
