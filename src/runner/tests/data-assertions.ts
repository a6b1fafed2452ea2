import type { Expected, ExpectedRows, Named } from '../../pipeline/tests/model.ts'
import { MAX_EXPECTED_ROWS } from '../../pipeline/tests/parse-expectations.ts'
import type { AssertionResult } from '../../pipeline/tests/result.ts'
import { tableOf } from '../../warehouses/make-table.ts'
import type { Cell, Warehouse } from '../../warehouses/warehouse.ts'
import { asFailed } from './assertions.ts'
import { compareRows, rowsText, shortened } from './rows.ts'

/** What is expected of tables and queries, after the run. Rejects only when `signal` aborts. */
export async function dataAssertions(
  { tables, queries }: Expected,
  warehouse: Warehouse,
  signal: AbortSignal,
): Promise<AssertionResult[]> {
  const results: AssertionResult[] = []
  for (const table of tables) results.push(...(await tableAssertions(table, warehouse, signal)))
  for (const query of queries) {
    const what = `query "${shortened(query.name.trim().replaceAll(/\s+/g, ' ').slice(0, 60))}"`
    const read = { sql: query.name.trim().replace(/;$/, ''), what, of: query, warehouse, signal }
    results.push(...(await asFailed({ name: what, line: query.line }, () => rowAssertions(read))))
  }
  return results
}

async function tableAssertions(
  expected: Expected['tables'][number],
  warehouse: Warehouse,
  signal: AbortSignal,
): Promise<AssertionResult[]> {
  const { name, line, columns } = expected
  const what = `table ${name}`
  return asFailed({ name: what, line }, async () => {
    const table = tableOf(name)
    const exists = (await warehouse.describe(table, { signal })) !== undefined
    const isPlain = (expected.rows ?? expected.count) === undefined
    if (exists !== expected.exists || isPlain || !exists)
      return [
        {
          what,
          line,
          passed: exists === expected.exists,
          expected: expected.exists ? 'to exist' : 'not to exist',
          actual: exists ? 'it exists' : 'it does not exist',
        },
      ]
    const cells = columns?.map(warehouse.quoteName).join(', ') ?? '*'
    const sql = `select ${cells} from ${warehouse.quoteTable(table)}`
    return rowAssertions({ sql, what, of: expected, warehouse, signal })
  })
}

interface Reading {
  readonly sql: string
  readonly what: string
  readonly of: Named<ExpectedRows>
  readonly warehouse: Warehouse
  readonly signal: AbortSignal
}

async function rowAssertions({ sql, what, of, warehouse, signal }: Reading): Promise<AssertionResult[]> {
  const { count, rows, line, isOrdered } = of
  const read = await readAll(warehouse, sql, signal)
  const results: AssertionResult[] = []
  if (count !== undefined)
    results.push({
      what: `rows of ${what}`,
      line,
      passed: read.count === count,
      expected: String(count),
      actual: String(read.count),
    })
  if (rows === undefined) return results
  const isQuery = of.columns !== undefined && !what.startsWith('table')
  const actual = isQuery ? project(read, of.columns ?? []) : read.rows
  const difference =
    read.count > read.rows.length
      ? { missing: [], unexpected: read.rows }
      : compareRows(rows, actual, isOrdered)
  results.push({
    what: `content of ${what}`,
    line,
    passed: difference === undefined,
    expected: difference === undefined ? rowsText(rows) : missingText(difference.missing, rows, isOrdered),
    actual: difference === undefined ? rowsText(actual) : rowsText(difference.unexpected),
  })
  return results
}

const missingText = (
  missing: ExpectedRows['rows'] & {},
  all: ExpectedRows['rows'] & {},
  isOrdered: boolean,
) =>
  missing.length === 0
    ? `no more than the ${all.length} expected`
    : isOrdered
      ? rowsText(all)
      : rowsText(missing)

interface Rows {
  readonly columns: readonly string[]
  /** The first of them. */
  readonly rows: Cell[][]
  readonly count: number
}

/** Counts all rows, and keeps as many as can be compared. */
async function readAll(warehouse: Warehouse, sql: string, signal: AbortSignal): Promise<Rows> {
  const { columns, batches } = await warehouse.query(sql, { signal, readOnly: true })
  const rows: Cell[][] = []
  let count = 0
  for await (const batch of batches) {
    count += batch.length
    for (const row of batch) if (rows.length <= MAX_EXPECTED_ROWS) rows.push([...row])
  }
  return { columns, rows, count }
}

/** The columns of a query in the order that is expected. */
function project({ columns, rows }: Rows, wanted: readonly string[]): Cell[][] {
  const places = wanted.map((name) => {
    const at = columns.findIndex((one) => one.toLowerCase() === name.toLowerCase())
    if (at < 0) throw new Error(`It has no column "${name}", but ${columns.join(', ')}`)
    return at
  })
  return rows.map((row) => places.map((at) => row[at] ?? null))
}
