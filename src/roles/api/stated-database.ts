import { readDefinition } from '../../connections/definition.ts'
import { resolveConnection } from '../../connections/resolve.ts'
import type { DatabasePlace, RunnerPlace } from '../../lib/datasets.ts'
import { hasUnknownValue, UNKNOWN_VALUE } from '../../lib/unknown-value.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import type { Connection } from '../../warehouses/connection.ts'
import { databasePlace } from '../../warehouses/database-place.ts'

/**
 * How the tables of an environment's database are named, as far as its connection says it without any secret:
 * undefined where a secret holds the host, for instance. `wire`: what a runner would be sent.
 */
export async function statedDatabase(wire: object, at: RunnerPlace): Promise<DatabasePlace | undefined> {
  const given = wire as Readonly<Record<string, unknown>>
  try {
    const connection = given['type'] === NAMED_CONNECTION ? await named(given) : given
    const place = databasePlace(namingPart({ ...connection, ...databasesOf(given) }), at)
    return hasUnknownValue(JSON.stringify(place)) ? undefined : place
  } catch {
    // Its runs will say what is wrong with it.
    return undefined
  }
}

/** A connection of the project; what a secret holds is not known here. */
async function named(given: Readonly<Record<string, unknown>>) {
  const { authProvider, properties } = await resolveConnection(readDefinition(given['definition']), {
    get: async () => UNKNOWN_VALUE,
    mask: () => {},
  })
  return { ...properties, type: authProvider }
}

function databasesOf({ databases }: Readonly<Record<string, unknown>>) {
  const names = Object.entries((databases ?? {}) as Readonly<Record<string, object>>)
  return { databases: names.map(([name, mapped]) => ({ ...mapped, name })) }
}

const usualPorts: Readonly<Record<string, number>> = {
  POSTGRES: 5432,
  REDSHIFT: 5439,
  MYSQL: 3306,
  CLICKHOUSE: 8443,
}

/** What `databasePlace` looks at, as a runner would have it. */
function namingPart(given: Readonly<Record<string, unknown>>): Connection {
  const type = String(given['type'])
  const { host, port = usualPorts[type], database, catalogSchema, catalog, schema } = given
  const server = { host, port: Number(port), database, schema: catalogSchema }
  const isLake = type === 'LAKE'
  if (type in usualPorts && (typeof host !== 'string' || typeof database !== 'string'))
    throw new Error('The connection names no database')
  const own =
    type === 'DATABRICKS' ? { catalog, schema: schema ?? 'default' } : isLake ? { catalog: server } : {}
  return { ...given, port: server.port, ...own } as never
}
