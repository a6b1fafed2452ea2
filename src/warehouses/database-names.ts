import type { DatabaseName } from './database-name.ts'
import type { TableName } from './warehouse.ts'
import { WarehouseError } from './warehouse-error.ts'

/** What the environment maps this name to, in any case: most databases ignore it. */
export const findDatabaseName = (names: readonly DatabaseName[], name: string): DatabaseName | undefined => {
  const lower = name.toLowerCase()
  return names.find((one) => one.name.toLowerCase() === lower)
}

/**
 * A table with its schema filled in where its database is mapped and the schema was left to the environment.
 */
export const withMappedSchema = (
  table: TableName,
  mapped: DatabaseName,
  schema: string | undefined,
): TableName => ({ ...table, schema: table.schema ?? mapped.schema ?? schema })

/** What to do about a name that leads nowhere, for messages of databases. */
export const notMapped = (name: string): string =>
  `The environment does not map the database name "${name}": add it to the environment's databases, or correct it.`

/** A connection to a database in which other databases are within reach: names have three parts. */
interface OwnPlace {
  readonly database: string
  readonly schema: string | undefined
  readonly databases: readonly DatabaseName[]
  /** Whether a name is that of the connection's own database. */
  readonly isOwn?: (name: string) => boolean
}

/**
 * `resolveTable` of such a connection: a name of a database is mapped to another, or is its own, which is
 * left out then.
 */
export const tableResolver =
  ({ database: own, schema, databases, isOwn = isAnyCase(own) }: OwnPlace) =>
  (table: TableName): TableName => {
    const { database: name, ...rest } = table
    if (name === undefined) return table
    const mapped = findDatabaseName(databases, name)
    if (mapped === undefined) {
      if (isOwn(name)) return rest
      throw new WarehouseError(notMapped(name))
    }
    const { database = own } = mapped
    const found = withMappedSchema(rest, mapped, schema)
    return database === own ? found : { ...found, database }
  }

const isAnyCase = (own: string) => (name: string) => name.toLowerCase() === own.toLowerCase()

/** The same table with the schema that its database is never said without. */
export const withSchema = (table: TableName, schema: string): TableName =>
  table.database === undefined ? table : { ...table, schema: table.schema ?? schema }
