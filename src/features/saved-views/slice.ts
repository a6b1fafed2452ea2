import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { savedViewRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSavedViews } from './service.ts'

/** Filters of lists under names, of one person or shared in a project. */
export const savedViewsSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => savedViewRoutes(api, createSavedViews(db)),
})
