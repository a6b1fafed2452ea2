import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { consumptionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createConsumption } from './service.ts'

/** What executions consumed, counted from the journal. */
export const consumptionSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => consumptionRoutes(api, createConsumption(db)),
})
