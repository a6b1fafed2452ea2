import type { StatementOptions, TableName, Warehouse } from './warehouse.ts'

/** Columns by name, with their types as `create-table` takes them, e.g. `NUMBER(10,2)`. */
export type Columns = Readonly<Record<string, string>>

/** Makes one empty table, and the schema that its name says. */
export async function makeTable(
  warehouse: Warehouse,
  name: TableName,
  columns: Columns,
  options: StatementOptions,
): Promise<void> {
  const definition = {
    mode: 'create-if-not-exists' as const,
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      ...typeOf(type),
      ...unstated,
    })),
    primaryKeys: [],
  }
  const place = warehouse.resolveTable(name)
  if (place.schema !== undefined)
    await warehouse.execute(
      `create ${warehouse.parts.schemas.word} if not exists ${schemaOf(warehouse, place)}`,
      options,
    )
  await warehouse.execute(warehouse.createTableSql(name, definition), options)
}

/** A schema is quoted like a table of its database. */
const schemaOf = ({ quoteName }: Warehouse, { database, schema }: TableName): string =>
  [database, schema]
    .filter((part) => part !== undefined)
    .map(quoteName)
    .join('.')

const unstated = { defaultValue: undefined, notNull: false, unique: false, comment: undefined }

/** What a type says in one word, e.g. `NUMBER(10,2)`. */
export function typeOf(stated: string) {
  const [, type = stated, size, precision] =
    /^\s*([^()]+?)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)\s*$/.exec(stated) ?? []
  return { type: type.trim(), size, precision }
}

/** `table`, `schema.table` or `database.schema.table`. */
export function tableOf(name: string): TableName {
  const parts = name.split('.')
  const [table = name, schema, database] = parts.toReversed()
  return { database, schema, table }
}
