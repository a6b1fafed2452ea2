import { randomUUID } from 'node:crypto'
import { bigQueryParts } from '../bigquery/parts.ts'
import { quoteName } from '../bigquery/quote.ts'
import { googleSqlTokens } from '../bigquery/split.ts'
import type { BigQueryConnection } from '../connection.ts'
import type { StatementOptions, TableName, Warehouse } from '../warehouse.ts'
import type { TestDatabase } from './databases.ts'
import { rewriteTokens } from './standard-sql.ts'

const types: Readonly<Record<string, string>> = {
  varchar: 'string',
  char: 'string',
  text: 'string',
  decimal: 'numeric',
  timestamp: 'datetime',
  real: 'float64',
  double: 'float64',
  precision: '',
}

/** Standard SQL of tests in GoogleSQL. What the adapter wrote itself stays as it is. */
export function speakBigQuery(sql: string): string {
  const spoken = rewriteTokens(sql, googleSqlTokens(sql), word)
  return withoutDigits(spoken).replaceAll(/\bdelete from (\S+?)(?=\s*(;|$))/gi, 'delete from $1 where true')
}

function word(text: string): string {
  if (text.startsWith('"')) return quoteName(plainName(text.slice(1, -1).replaceAll('""', '"')))
  if (text.startsWith("'")) return `'${text.slice(1, -1).replaceAll("''", "\\'")}'`
  return types[text.toLowerCase()] ?? text
}

/** Casts take no length and no digits. */
const withoutDigits = (sql: string): string =>
  sql.replaceAll(/(\bas (?:string|numeric))\s*\([\d, ]+\)\s*\)/gi, '$1)')

/** Names have no quotes, semicolons and the like. */
const plainName = (name: string): string => name.replaceAll(/[^\w ]/g, '_')
const plainTable = (table: TableName): TableName => ({ ...table, table: plainName(table.table) })

/** A warehouse whose callers speak standard SQL. */
export const speaking = (warehouse: Warehouse): Warehouse => ({
  ...warehouse,
  quoteName: (name) => warehouse.quoteName(plainName(name)),
  quoteTable: (table) => warehouse.quoteTable(plainTable(table)),
  describe: (table, options) => warehouse.describe(plainTable(table), options),
  rewriteTableSql: (table, query, facts) => warehouse.rewriteTableSql(plainTable(table), query, facts),
  createViewSql: (table, query) => warehouse.createViewSql(plainTable(table), query),
  insertJsonSql: (table, columns, elements) =>
    warehouse.insertJsonSql(
      table,
      columns.map((column) => ({ ...column, name: plainName(column.name) })),
      elements,
    ),
  execute: (sql, options) => warehouse.execute(speakBigQuery(sql), options),
  query: (sql, options) => warehouse.query(speakBigQuery(sql), options),
  describeQuery: (sql, options) => warehouse.describeQuery(speakBigQuery(sql), options),
  beginTransaction: async (options: StatementOptions) => {
    const transaction = await warehouse.beginTransaction(options)
    return { ...transaction, warehouse: speaking(transaction.warehouse) }
  },
})

const MEMORY = 'the emulator keeps all rows of such a statement in memory; wire.test.ts cancels statements'

/** What the emulator cannot judge. */
const beyond: TestDatabase['beyond'] = [
  [/^an abort stops the statement inside|^an abort also ends statements|^closing stops what runs/, MEMORY],
  [
    /^'a ''quote'' and\na line'/,
    'a text of GoogleSQL ends with its line: the adapter escapes line ends, tests do not',
  ],
  [/^queries that are left half-way/, 'a hundred jobs take minutes there'],
  [
    /^cast\(123|^rows from JSON keep every digit/,
    'the emulator has 20 digits before the point of a BIGNUMERIC',
  ],
]

/** A dataset of its own at the emulator that answers at `endpoint`. */
export const bigQueryOfTests = (endpoint: () => string): TestDatabase => ({
  name: 'BigQuery',
  async create() {
    const dataset = `test_${randomUUID().slice(0, 8)}`
    const connection: BigQueryConnection = {
      type: 'BIGQUERY',
      endpoint: endpoint(),
      project: 'local',
      dataset,
      location: 'US',
      credentials: { accessToken: 'of the emulator' },
    }
    async function remove(): Promise<void> {
      const url = `${endpoint()}/bigquery/v2/projects/local/datasets/${dataset}?deleteContents=true`
      await fetch(url, { method: 'DELETE' })
    }
    return { connection, schema: dataset, remove }
  },
  numbers: (end) => bigQueryParts.series({ start: 0, end: end - 1, step: 1 }, 'n'),
  spoken: speaking,
  nameOf: plainName,
  hasFewNumbers: true,
  namesQueries: true,
  beyond,
  beyondCells: [' 2.4999999999999999999 ', '1_000', '1e400', '2024-02-29xyz'],
})
