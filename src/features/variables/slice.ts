import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { createVariableHistory } from './history.ts'
import { variableHistoryRoutes } from './history-routes.ts'
import { variableRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createVariables } from './service.ts'
import { createVariableTransfer } from './transfer.ts'
import { variableTransferRoutes } from './transfer-routes.ts'

/** Project variables: values, history, import and export. */
export const variablesSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  async routes(api) {
    variableRoutes(api, createVariables(db))
    variableHistoryRoutes(api, createVariableHistory(db))
    await variableTransferRoutes(api, createVariableTransfer(db))
  },
})
