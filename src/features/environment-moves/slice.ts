import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { environmentMoveRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createEnvironmentMoves, type EnvironmentMoves } from './service.ts'

/** Moves of environments from a DuckDB file to a lake. */
export function environmentMovesSlice({ db }: { readonly db: Db }): SliceWith<EnvironmentMoves> {
  const moves = createEnvironmentMoves(db)
  return { service: moves, shapes: [schema], routes: (api) => environmentMoveRoutes(api, moves) }
}
