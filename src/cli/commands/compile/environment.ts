import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import type { Context } from '../../terminal/context.ts'
import { type Databases, mappedDatabase } from '../projects/database-names.ts'
import { type ScratchEnvironment, type ScratchKind, scratchKinds } from './scratch-database.ts'

interface EnvironmentOptions {
  readonly warehouse?: ScratchKind | undefined
  readonly project?: string | undefined
  readonly environment?: string | undefined
  readonly mapDatabase?: readonly string[] | undefined
}

/** What the server says of the environment, or what the options say. Throws Failure. */
export async function environmentOf(
  context: Context,
  options: EnvironmentOptions,
): Promise<ScratchEnvironment> {
  const { project, environment } = options
  const mapped = Object.fromEntries((options.mapDatabase ?? []).map(mappedDatabase))
  if (project === undefined)
    return { kind: options.warehouse ?? 'DUCKDB', databases: namesOf(mapped), functions: true }
  if (environment === undefined)
    throw new Failure('--project needs --environment.', {
      hint: 'Pass the environment whose database the SQL is for.',
    })
  const client = context.client()
  const path = { projectId: (await findProject(client, project)).id, environmentName: environment }
  const found = await withNameHint(client, path, () =>
    client.get('/v1/projects/{projectId}/environments/{environmentName}', { path }),
  )
  const { connection, databases = {}, dialectFunctions: functions, defaultConnections = {} } = found
  const place =
    (await namedPlace(context, path.projectId, Object.values(defaultConnections).map(nameOf))) ??
    placeOf(connection.type, connection)
  return { ...place, databases: namesOf({ ...databases, ...mapped }), functions }
}

/** An entry of `defaultConnections`: a name, or an object that has one. */
const nameOf = (entry: unknown): unknown =>
  typeof entry === 'string' ? entry : (Object(entry) as { connectionName?: unknown }).connectionName

/**
 * Where the connection of the type DWH among those named leads; undefined when the environment names none.
 */
async function namedPlace(context: Context, projectId: string, names: readonly unknown[]) {
  if (names.length === 0) return undefined
  const all = await context.client().all('/v1/projects/{projectId}/connections', { path: { projectId } })
  const wanted = names.map((name) => String(name).toLowerCase())
  const found = all.find(
    ({ name, platformConnectionType }) =>
      platformConnectionType === 'DWH' && wanted.includes(name.toLowerCase()),
  )
  if (found === undefined) return undefined
  const entries = Object.entries(found.connectionDetails.connectionProperties)
  return placeOf(found.authProvider, Object.fromEntries(entries.map(([name, { value }]) => [name, value])))
}

function placeOf(kind: string, { schema, database }: { schema?: unknown; database?: unknown }) {
  const known = scratchKinds.find((one) => one === kind)
  if (known === undefined)
    throw new Failure(`SQL for ${kind} is not compiled here.`, {
      hint: `Supported: ${scratchKinds.join(', ')}.`,
    })
  return { kind: known, schema: text(schema), database: known === 'DUCKDB' ? undefined : text(database) }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const namesOf = (databases: Databases) =>
  Object.entries(databases).map(([name, mapped]) => ({ ...mapped, name }))
