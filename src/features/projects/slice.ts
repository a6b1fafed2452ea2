import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { projectRoutes } from './routes.ts'
import { createProjects } from './service.ts'

/** Projects. */
export const projectsSlice = ({ db }: { readonly db: Db }): Slice => ({
  routes: (api) => projectRoutes(api, createProjects(db)),
})
