import { hash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import type { Body } from '../../client/operations.ts'
import type { LakeCatalog } from '../../db/embedded/lake-catalog.ts'

/** The connection of the demo, and the secret with the password of its catalog. */
export const LAKE_CONNECTION = 'lake'
const SECRET = 'lake_password'

type Connection = Body<'post', '/v1/projects/{projectId}/connections'>

/**
 * A connection of the demo project to a lake in the data folder. Created once; its catalog is updated at each
 * start: the embedded PostgreSQL has a different port then.
 */
export async function ensureLake(client: Client, projectId: string, catalog: LakeCatalog): Promise<void> {
  const path = { projectId }
  const { password, ...server } = catalog
  await ensureSecret(client, projectId, password)
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

/**
 * The password is another one after a restoration. No value of a secret is ever answered, but the description
 * says which it is.
 */
async function ensureSecret(client: Client, projectId: string, password: string): Promise<void> {
  const secrets = await client.all('/v1/projects/{projectId}/secrets', { path: { projectId } })
  const found = secrets.find(({ name }) => name === SECRET)
  const fingerprint = hash('sha256', password).slice(0, 8)
  const secret = {
    value: password,
    description: `Password of the lake's catalog (fingerprint ${fingerprint})`,
  }
  if (found === undefined)
    await client.post('/v1/projects/{projectId}/secrets', {
      path: { projectId },
      json: { name: SECRET, ...secret },
    })
  else if (found.description !== secret.description)
    await client.put('/v1/projects/{projectId}/secrets/{secretName}', {
      path: { projectId, secretName: SECRET },
      json: secret,
    })
}
