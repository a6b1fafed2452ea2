import type { SliceWith } from '../../http/slice.ts'
import { environmentMoveRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createEnvironmentMoves, type EnvironmentMoves, type EnvironmentMovesOptions } from './service.ts'

/** Moves of environments from a DuckDB file to a lake. */
export function environmentMovesSlice(options: EnvironmentMovesOptions): SliceWith<EnvironmentMoves> {
  const moves = createEnvironmentMoves(options)
  return { service: moves, shapes: [schema], routes: (api) => environmentMoveRoutes(api, moves) }
}
