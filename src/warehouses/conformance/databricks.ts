import { randomUUID } from 'node:crypto'
import { databricksParts } from '../databricks/parts.ts'
import { quoteName } from '../databricks/quote.ts'
import { sparkTokens } from '../databricks/split.ts'
import type { DatabricksStandIn } from '../databricks/stand-in.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { dropSchema, type TestDatabase } from './databases.ts'
import { rewriteTokens } from './standard-sql.ts'

const types: Readonly<Record<string, string>> = {
  text: 'string',
  timestamp: 'timestamp_ntz',
  real: 'float',
  precision: '',
}

/** Standard SQL of tests in that of Databricks. What the adapter wrote itself stays as it is. */
export function speakDatabricks(sql: string): string {
  return rewriteTokens(sql, sparkTokens(sql), word)
}

function word(text: string, next: string | undefined): string {
  if (text.startsWith('"')) return quoteName(plainName(text.slice(1, -1).replaceAll('""', '"')))
  if (text.startsWith("'")) return `'${text.slice(1, -1).replaceAll("''", "\\'")}'`
  if (text.toLowerCase() === 'varchar' && next !== '(') return 'string'
  return types[text.toLowerCase()] ?? text
}

/** Names of tables have letters, digits and underscores; Unity Catalog keeps them small. */
export const plainName = (name: string): string => name.replaceAll(/\W/g, '_').toLowerCase()
const plainTable = (table: TableName): TableName => ({ ...table, table: plainName(table.table) })

/** A warehouse whose callers speak standard SQL. */
const speaking = (warehouse: Warehouse): Warehouse => ({
  ...warehouse,
  quoteName: (name) => warehouse.quoteName(plainName(name)),
  quoteTable: (table) => warehouse.quoteTable(plainTable(table)),
  describe: (table, options) => warehouse.describe(plainTable(table), options),
  createTableSql: (table, definition) =>
    warehouse.createTableSql(plainTable(table), {
      ...definition,
      columns: definition.columns.map((one) => ({ ...one, name: one.name && plainName(one.name) })),
    }),
  rewriteTableSql: (table, query, facts) => warehouse.rewriteTableSql(plainTable(table), query, facts),
  createViewSql: (table, query) => warehouse.createViewSql(plainTable(table), query),
  insertJsonSql: (table, columns, elements) =>
    warehouse.insertJsonSql(
      table,
      columns.map((column) => ({ ...column, name: plainName(column.name) })),
      elements,
    ),
  execute: (sql, options) => warehouse.execute(speakDatabricks(sql), options),
  query: (sql, options) => warehouse.query(speakDatabricks(sql), options),
  describeQuery: (sql, options) => warehouse.describeQuery(speakDatabricks(sql), options),
})

const SPILLS =
  'Spark writes a billion rows to its disk before it looks at a cancellation; wire.test.ts cancels statements'

/** What cannot be here, or what Spark cannot judge. */
const beyond: TestDatabase['beyond'] = [
  [/^an abort stops the statement inside|^an abort also ends statements|^closing stops what runs/, SPILLS],
  [/^queries that are left half-way/, 'a hundred statements take minutes there'],
  [/^an unfinished transaction and temporary tables/, 'nothing is kept between two statements'],
  [/^cast\('10:00' as time\)/, 'Spark 4.0 has no type for times of day'],
]

/** A schema of its own in Spark. */
export const databricksOfTests = (standIn: () => DatabricksStandIn): TestDatabase => ({
  name: 'Databricks',
  async create() {
    const schema = `test_${randomUUID().slice(0, 8)}`
    const connection = standIn().connection(schema)
    return { connection, schema, remove: () => dropSchema(connection, schema) }
  },
  numbers: (end) => databricksParts.series({ start: 0, end: end - 1, step: 1 }, 'n'),
  spoken: speaking,
  nameOf: plainName,
  namesQueries: true,
  beyond,
})
