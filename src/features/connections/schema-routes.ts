import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ConnectionSchema, ConnectionSchemaPage, ConnectionSchemaPath } from './schema.ts'
import type { Connections } from './service.ts'

const area = 'Connection Schema'
const all = '/v1/connection-schemas'

/** What can be connected to, and the properties that such connections have. */
export function schemaRoutes(app: Server, connections: Connections): void {
  app.get(
    all,
    {
      config: { needs: (request) => connections.admitToSchemas(callerOf(request)) },
      schema: {
        ...operation({
          id: 'listConnectionSchemas',
          area,
          summary: 'List the providers of connections with their properties, by name',
          answers: { 200: ConnectionSchemaPage },
          problems: [403],
        }),
        querystring: PageQuery,
      },
    },
    (request) => connections.schemas(callerOf(request), pageRequest(request.query)),
  )

  app.get(
    `${all}/:authProvider`,
    {
      config: { needs: (request) => connections.admitToSchemas(callerOf(request)) },
      schema: {
        ...operation({
          id: 'getConnectionSchema',
          area,
          summary: 'Get the properties of connections to one provider, for each way to sign in',
          answers: { 200: ConnectionSchema },
          problems: [403, 404],
        }),
        params: ConnectionSchemaPath,
      },
    },
    (request) => connections.schema(callerOf(request), request.params.authProvider),
  )
}
