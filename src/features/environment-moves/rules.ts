import type { ConnectionDefinition } from '../../connections/definition.ts'
import { lowered } from '../../lib/lowered.ts'
import type { MovingEnvironment } from './store.ts'

export interface MoveParts {
  readonly environmentName: string
  readonly environment: MovingEnvironment
  /** The connection that SQL runs on now; undefined: the environment's own. */
  readonly present: ConnectionDefinition | undefined
  /** The lake, as the environment would see it. */
  readonly target: ConnectionDefinition
}

/** Why an environment cannot be moved to a lake, one sentence each. */
export function moveFaults({ environmentName, environment, present, target }: MoveParts): readonly string[] {
  const { connection, databases } = environment
  const engine = present?.authProvider ?? connection.type
  if (engine !== 'DUCKDB')
    return [
      `${environmentName} runs SQL on ${present === undefined ? engine : `the connection ${present.name}`}, not on a DuckDB file: only a file can be moved to a lake`,
    ]
  const files = Object.entries(databases).filter(([, { database }]) => database !== undefined)
  const ofFile = schemaOf(
    present === undefined ? (connection as { schema?: string }).schema : schemaProperty(present),
  )
  const ofLake = schemaOf(schemaProperty(target))
  return [
    ...(files.length > 0
      ? [
          `${environmentName} maps ${files.map(([name]) => name).join(', ')} to databases of their own, which cannot be moved: copy their tables into the environment's own database first, and unmap the names`,
        ]
      : []),
    ...(ofFile.toLowerCase() === ofLake.toLowerCase()
      ? []
      : [
          `Tables that are named without a schema are in ${ofFile} in ${environmentName}, and in ${ofLake} at the connection ${target.name}: set the schema of the connection to ${ofFile}, for all environments or by an override for this one`,
        ]),
  ]
}

const schemaProperty = ({ properties }: ConnectionDefinition): unknown => properties['schema']?.value
const schemaOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'main')

/** The default connections with `wanted` as the one that SQL runs on; those that components use stay. */
export function withWarehouse(
  defaultConnections: unknown,
  present: string | undefined,
  wanted: string,
): Readonly<Record<string, unknown>> {
  const isPresent = (value: unknown) => {
    const name =
      typeof value === 'string' ? value : (Object(value) as { connectionName?: unknown }).connectionName
    return typeof name === 'string' && present !== undefined && lowered(name) === lowered(present)
  }
  const others = Object.entries(Object(defaultConnections)).filter(([, value]) => !isPresent(value))
  return Object.fromEntries([...others, ['DWH', wanted]])
}
