import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { PROBED_CHANNEL } from './channels.ts'
import { environmentTestRoutes } from './environment-test-routes.ts'
import { overrideRoutes } from './override-routes.ts'
import { connectionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { schemaRoutes } from './schema-routes.ts'
import { type Connections, createConnections } from './service.ts'

/** Named connections of projects, and the schemas that they follow. */
export function connectionsSlice({ db }: { readonly db: Db }): SliceWith<Connections> {
  const connections = createConnections(db)
  return {
    service: connections,
    shapes: [schema],
    channels: { [PROBED_CHANNEL]: connections.probes.onProbed },
    routes(api) {
      schemaRoutes(api, connections)
      overrideRoutes(api, connections.overrides)
      connectionRoutes(api, connections)
      environmentTestRoutes(api, connections.environmentTests)
    },
  }
}
