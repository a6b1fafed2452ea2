import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bigQueryTables } from '../../src/warehouses/bigquery/types.ts'
import { clickHouseTables } from '../../src/warehouses/clickhouse/types.ts'
import { checkedTypeSql, type TableDialect } from '../../src/warehouses/create-table.ts'
import { databricksTables } from '../../src/warehouses/databricks/types.ts'
import { duckdbTables } from '../../src/warehouses/duckdb/types.ts'
import { mysqlTables } from '../../src/warehouses/mysql/types.ts'
import { postgresTables } from '../../src/warehouses/postgres/types.ts'
import { redshiftTables } from '../../src/warehouses/redshift/types.ts'
import { snowflakeTables } from '../../src/warehouses/snowflake/types.ts'

const dialects: Readonly<Record<string, TableDialect>> = {
  duckdb: duckdbTables,
  postgresql: postgresTables,
  mysql: mysqlTables,
  redshift: redshiftTables,
  bigquery: bigQueryTables,
  snowflake: snowflakeTables,
  databricks: databricksTables,
  clickhouse: clickHouseTables,
}

test.each(Object.keys(dialects))(
  'the types that the page of %s lists are those of its tables',
  async (name) => {
    const rows = await typeRows(name)
    expect(rows.length).toBeGreaterThan(6)
    const made = rows.map(({ words, size, column }) => ({
      column,
      made: words.map((type) => checkedTypeSql(dialects[name]!, { type, ...size })),
    }))
    expect(made).toEqual(
      rows.map(({ words, column, size }) => ({
        column,
        made: words.map((word, index) => withSize(column, size) ?? sameAs(word, column, index)),
      })),
    )
  },
)

/** The rows of the table below "Types": what a pipeline says, and what a column is. */
async function typeRows(name: string) {
  const page = await readFile(`docs/warehouses/${name}.md`, 'utf8')
  const table = page.slice(page.indexOf('\n## Types')).split('\n')
  return table
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, said = '', column = ''] = line.split('|').map((cell) => cell.trim())
      return { words: inCode(said), size: sizeOf(said), column }
    })
}

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

function sizeOf(said: string): { size?: string; precision?: string } {
  if (said.endsWith('with size and precision')) return { size: '10', precision: '2' }
  return said.endsWith('with a size') ? { size: '20' } : {}
}

/**
 * `VARCHAR(n)` and `NUMERIC(size, precision)` with the numbers of the definition; undefined for types
 * without.
 */
function withSize(column: string, { size, precision }: { size?: string; precision?: string }) {
  const type = inCode(column)[0]!
  if (precision !== undefined) return type.replace('size, precision', `${size}, ${precision}`)
  return size === undefined ? undefined : type.replace('(n)', `(${size})`)
}

/** A list of columns is one for each word; otherwise all words are the one column. */
function sameAs(word: string, column: string, index: number): string {
  if (column === 'the same') return word
  const types = inCode(column)
  return column.startsWith(`\`${types[0]}\`, \`${types[1]}\``) ? types[index]! : types[0]!
}
