import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { environmentRoutes } from './routes.ts'
import { createEnvironments } from './service.ts'

/** Environments of projects. */
export const environmentsSlice = ({ db }: { readonly db: Db }): Slice => ({
  routes: (api) => environmentRoutes(api, createEnvironments(db)),
})
