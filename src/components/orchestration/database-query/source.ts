import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { SourceConnection } from '../../../warehouses/source-database.ts'
import type { StepContext } from '../../component.ts'
import { readJdbcUrl } from './jdbc-url.ts'
import { isAdvanced, type QueryParameters } from './properties.ts'

/** Where to read, with the password; or why that cannot be known. */
export async function sourceConnection(
  context: StepContext,
  parameters: QueryParameters,
): Promise<SourceConnection | { readonly fault: string }> {
  const { connection = '', connectionUrl = '', connectionOptions, username = '', password = '' } = parameters
  if (connection !== '') return namedConnection(context, connection)
  const address = readJdbcUrl(connectionUrl, connectionOptions)
  if ('fault' in address) return address
  const secret = password === '' ? undefined : await context.secret(password)
  if (password !== '' && secret === undefined) {
    return {
      fault: `There is no secret named "${password}", neither at the runner nor in the project: Password names one`,
    }
  }
  return { ...address, user: username, password: secret }
}

/**
 * What tells sources of one component apart: the connection by its name, so that a database may move, or the
 * address; and the table, where it is not a query that says it.
 */
export function sourceKey(parameters: QueryParameters, address: SourceConnection): string {
  const { connection = '', basicAdvancedMode, sqlQuery, sourceSchema = '', dataSource = '' } = parameters
  const { host, port, database, schema = '' } = address
  const place = connection === '' ? [host, port, database, schema] : [connection]
  return JSON.stringify([place, isAdvanced(basicAdvancedMode, sqlQuery) ? [] : [sourceSchema, dataSource]])
}

async function namedConnection(
  context: StepContext,
  name: string,
): Promise<SourceConnection | { readonly fault: string }> {
  try {
    const found = await context.connection(name)
    if (found === undefined) return { fault: `The project has no connection named "${name}"` }
    return connectionOf(found)
  } catch (error) {
    context.signal.throwIfAborted()
    return { fault: errorText(error) }
  }
}

function connectionOf({
  name,
  authProvider,
  properties,
}: ResolvedConnection): SourceConnection | { readonly fault: string } {
  if (authProvider !== 'POSTGRES' && authProvider !== 'MYSQL') {
    return {
      fault: `The connection "${name}" is of type ${authProvider}; POSTGRES and MYSQL can be read`,
    }
  }
  const text = (property: string) =>
    properties[property] === undefined ? undefined : String(properties[property])
  return {
    type: authProvider,
    host: text('host') ?? '',
    port: Number(properties['port']),
    database: text('database') ?? '',
    user: text('user') ?? '',
    password: text('password'),
    ssl: properties['ssl'] === true,
    schema: authProvider === 'POSTGRES' ? text('schema') : undefined,
  }
}
