import type { Client } from '../../client/client.ts'
import type { Body } from '../../client/operations.ts'
import type { LakeCatalog } from '../../db/embedded/lake-catalog.ts'

/** The connection of the demo, and the secret with the password of its catalog. */
export const LAKE_CONNECTION = 'lake'
const SECRET = 'lake_password'

type Connection = Body<'post', '/v1/projects/{projectId}/connections'>

/**
 * A connection of the demo project to a lake in the data folder. Created once; its catalog and the password are updated at each
 * start: the embedded PostgreSQL has a different port then, and another password after a restoration.
 */
export async function ensureLake(client: Client, projectId: string, catalog: LakeCatalog): Promise<void> {
  const path = { projectId }
  const { password, ...server } = catalog
  const secrets = await client.all('/v1/projects/{projectId}/secrets', { path })
  const secret = { value: password, description: "Password of the lake's catalog" }
  if (secrets.some(({ name }) => name === SECRET))
    await client.put('/v1/projects/{projectId}/secrets/{secretName}', {
      path: { projectId, secretName: SECRET },
      json: secret,
    })
  else await client.post('/v1/projects/{projectId}/secrets', { path, json: { name: SECRET, ...secret } })
  const properties = Object.entries(server).map(([name, value]) => [name, { value }] as const)
  const connection: Omit<Connection, 'name'> = {
    platformConnectionType: 'DWH',
    authProvider: 'LAKE',
    authType: 'FOLDER',
    connectionDetails: {
      description: 'A lake in the data folder: Parquet files, with their catalog in the embedded PostgreSQL',
      connectionProperties: {
        ...Object.fromEntries(properties),
        password: { secretName: SECRET },
      },
    },
  }
  const connections = await client.all('/v1/projects/{projectId}/connections', { path })
  if (connections.some(({ name }) => name === LAKE_CONNECTION))
    await client.put('/v1/projects/{projectId}/connections/{connectionName}', {
      path: { projectId, connectionName: LAKE_CONNECTION },
      json: connection,
    })
  else
    await client.post('/v1/projects/{projectId}/connections', {
      path,
      json: { ...connection, name: LAKE_CONNECTION },
    })
}
