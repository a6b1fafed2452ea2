import * as endpointSchema from '../../connectors/schema.ts'
import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { OAuths } from '../oauths/service.ts'
import * as ownershipSchema from '../ownership/schema.ts'
import { connectorRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type Connectors, createConnectors } from './service.ts'

export interface ConnectorsSliceOptions {
  readonly db: Db
  readonly oauths: OAuths
  /** Guarded: refuses addresses that pipelines may not reach. */
  readonly fetch: typeof fetch
}

/** Custom connectors. */
export function connectorsSlice(options: ConnectorsSliceOptions): SliceWith<Connectors> {
  const connectors = createConnectors(options)
  return {
    service: connectors,
    shapes: [schema, endpointSchema, ownershipSchema],
    routes: (api) => connectorRoutes(api, connectors),
  }
}
