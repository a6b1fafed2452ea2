import { ownType } from '../clickhouse/casts.ts'
import { clickHouseParts } from '../clickhouse/parts.ts'
import { quoteName, quoteText } from '../clickhouse/quote.ts'
import { clickHouseTokens } from '../clickhouse/split.ts'
import type { ClickHouseStandIn } from '../clickhouse/stand-in.ts'
import type { Connection } from '../connection.ts'
import type { StatementOptions, Warehouse } from '../warehouse.ts'
import { newSchema, type TestDatabase, warehousesOfTests } from './databases.ts'
import { rewriteTokens } from './standard-sql.ts'

const types =
  /(?<=[\w"] )(?<!\bby )(integer|bigint|text|boolean|date|timestamp|real|double precision|varchar(?:\(\d+\))?|char\(\d+\)|decimal\([\d, ]+\))(?=\s*(?:[,)]|not null))( not null)?/g

/** Columns of a table that a test makes of the adapter's types: they take null, as elsewhere. */
const nullableColumns = (sql: string): string =>
  /^create table if not exists j \(/.test(sql)
    ? sql.replaceAll(/ (Decimal\(\d+, \d+\)|String)(?=[,)])/g, ' Nullable($1)')
    : sql

/** Standard SQL of tests in that of ClickHouse. What the adapter wrote itself stays as it is. */
export function speakClickHouse(sql: string): string {
  return rewriteTokens(sql, clickHouseTokens(sql), word)
    .replaceAll(types, (_, type: string, required: string | undefined) => {
      const own = /^(var)?char\(/.test(type) ? 'String' : ownType(type)
      return required === undefined ? `Nullable(${own})` : own
    })
    .replaceAll(/\bdelete from ("[^"]*"|[\w.]+)(?=\s*(;|$))/gi, 'delete from $1 where true')
    .replaceAll(/\bupdate (\w+) set /gi, 'alter table $1 update ')
    .replaceAll('"at" is null from', 'cast("at" is null as Bool) from')
}

/** A quote is doubled in standard SQL; the adapter writes a backslash before it. */
function word(text: string): string {
  const inner = text.slice(1, -1)
  const quote = text[0] ?? ''
  if (!/['"]/.test(quote) || text.includes('\\') || !inner.includes(quote + quote)) return text
  return (quote === "'" ? quoteText : quoteName)(inner.replaceAll(quote + quote, quote))
}

/** A warehouse whose callers speak standard SQL. */
export const speaking = (warehouse: Warehouse): Warehouse => ({
  ...warehouse,
  execute: (sql, options) => warehouse.execute(nullableColumns(speakClickHouse(sql)), options),
  query: (sql, options: StatementOptions) => warehouse.query(speakClickHouse(sql), options),
  describeQuery: (sql, options) => warehouse.describeQuery(speakClickHouse(sql), options),
})

/** What cannot be here. */
const beyond: TestDatabase['beyond'] = [
  [/^a row that may be there once/, 'both succeed and one row is there: loads are decided otherwise'],
  [/^a merge tells inserted/, 'ClickHouse has no MERGE'],
  [/^an unfinished transaction and temporary tables/, 'nothing is kept between two statements'],
  [/^1 = [01] reads/, 'a comparison is a number, 1 or 0'],
  [/^cast\(123/, 'a number of more than 64 bits is a float when it is no text'],
  [/^cast\('10:00' as time\)/, 'a time of day is a text'],
]

async function dropDatabase(connection: Connection, database: string): Promise<void> {
  const warehouses = warehousesOfTests()
  try {
    const warehouse = await warehouses.open(connection)
    const signal = new AbortController().signal
    await warehouse.execute(`drop database if exists ${quoteName(database)}`, { signal })
  } finally {
    await warehouses.close()
  }
}

/** A database of its own in the engine. */
export const clickHouseOfTests = (standIn: () => ClickHouseStandIn): TestDatabase => ({
  name: 'ClickHouse',
  async create() {
    const schema = newSchema()
    const connection = standIn().connection(schema)
    return { connection, schema, remove: () => dropDatabase(connection, schema) }
  },
  numbers: (end) => clickHouseParts.series({ start: 0, end: end - 1, step: 1 }, 'n'),
  spoken: speaking,
  namesQueries: true,
  beyond,
})
