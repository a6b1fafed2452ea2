import type { DatabaseName } from './database-name.ts'
import type { TableName } from './warehouse.ts'

/** What the environment maps this name to, in any case: most databases ignore it. */
export const findDatabaseName = (names: readonly DatabaseName[], name: string): DatabaseName | undefined => {
  const lower = name.toLowerCase()
  return names.find((one) => one.name.toLowerCase() === lower)
}

/** A table with its schema filled in where its database is mapped and the schema was left to the environment. */
export const withMappedSchema = (
  table: TableName,
  mapped: DatabaseName,
  schema: string | undefined,
): TableName => ({ ...table, schema: table.schema ?? mapped.schema ?? schema })

/** What to do about a name that leads nowhere, for messages of databases. */
export const notMapped = (name: string): string =>
  `The environment does not map the database name "${name}": add it to the environment's databases, or correct it.`
