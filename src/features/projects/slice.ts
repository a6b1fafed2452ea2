import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { projectRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createProjects } from './service.ts'

/** Projects. */
export const projectsSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => projectRoutes(api, createProjects(db)),
})
