import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../sql-text.ts'
import type { IcebergCatalog } from './iceberg-catalog.ts'

/** What the database of its tables is called in SQL. */
export const ICEBERG_DATABASE = 'iceberg'
const SECRET = 'headrace_iceberg'

/**
 * Attaches the tables of a catalog, to be read alone. They are read with the key of the lake's store: keys
 * and endpoints that the catalog hands out are not used, so that they lead nowhere that the connection does
 * not name.
 */
export async function attachIcebergCatalog(
  session: DuckDBConnection,
  { url, warehouse, credentials }: IcebergCatalog,
): Promise<void> {
  const options: Record<string, string> = {
    endpoint: url.replace(/\/+$/, ''),
    access_delegation_mode: 'none',
  }
  if (credentials === undefined) options['authorization_type'] = 'none'
  else {
    await session.run(`create temporary secret ${SECRET} (type iceberg, ${secretOf(credentials)})`)
    options['secret'] = SECRET
  }
  const given = Object.entries(options).map(([key, value]) => `${key} ${quoteText(value)}`)
  const as = `attach ${quoteText(warehouse)} as ${ICEBERG_DATABASE}`
  await session.run(`${as} (type iceberg, read_only, ${given.join(', ')})`)
}

function secretOf(credentials: NonNullable<IcebergCatalog['credentials']>): string {
  if ('token' in credentials) return `token ${quoteText(credentials.token)}`
  const { clientId, clientSecret, tokenUrl } = credentials
  return `client_id ${quoteText(clientId)}, client_secret ${quoteText(clientSecret)}, oauth2_server_uri ${quoteText(tokenUrl)}`
}
