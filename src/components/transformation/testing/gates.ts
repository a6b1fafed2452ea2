import { describe, expect, test } from 'vitest'
import type { Parameters } from '../../../pipeline/model.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { stepContext } from '../../testing/step-context.ts'
import { options, orders, sql } from './pieces.ts'
import { nameIn, type Piece, rowsOf, runGated, setSpeaker, speakerOf } from './run.ts'

type GateBlock = Readonly<Record<string, string | readonly string[]>>

const atLeast = (minimum: string): GateBlock => ({ type: 'Row Count', minimum })
const gated = (type: string, parameters: Parameters, ...gates: readonly GateBlock[]): Piece => ({
  type,
  sources: ['Rows'],
  parameters: { ...parameters, gates: gates as never },
})

const one = sql('select 5 as id, 50 as customer_id')
const writes: readonly (readonly [string, Piece, Piece])[] = [
  [
    'a rewrite with the same columns',
    orders,
    gated('rewrite-table', { targetTable: 'orders' }, atLeast('9')),
  ],
  ['a rewrite with other columns', one, gated('rewrite-table', { targetTable: 'orders' }, atLeast('9'))],
  [
    'an output that adds rows',
    one,
    gated('table-output', { targetTable: 'orders', outputMode: 'Append' }, atLeast('9')),
  ],
  [
    'an output that empties the table',
    one,
    gated('table-output', { targetTable: 'orders', outputMode: 'Truncate' }, atLeast('9')),
  ],
  [
    'an update',
    sql('select 1 as id, 11 as customer_id'),
    gated(
      'table-update',
      {
        targetTable: 'orders',
        joinExpression: [['"target"."id" = "input"."id"', 'same']],
        whenMatched: [['', 'Update']],
        updateMapping: [['customer_id', 'customer_id']],
        includeNotMatched: 'No',
      },
      atLeast('9'),
    ),
  ],
]

const findings: readonly (readonly [string, GateBlock, boolean, Readonly<Record<string, unknown>>])[] = [
  ['enough rows', { type: 'Row Count', minimum: '2', maximum: '4' }, true, { expected: '2 to 4 rows' }],
  ['too many rows', { type: 'Row Count', maximum: '3' }, false, { actual: '4 rows' }],
  ['nulls', { type: 'Not Null', columns: ['id', 'amount'] }, false, { failingRows: 1 }],
  ['no nulls', { type: 'Not Null', columns: ['ID'] }, true, { failingRows: 0 }],
  ['values twice', { type: 'Unique', columns: ['customer_id'] }, false, { failingRows: 2 }],
  ['pairs once', { type: 'Unique', columns: ['customer_id', 'id'] }, true, { failingRows: 0 }],
  [
    'other values',
    { type: 'Accepted Values', columns: ['status'], values: ['paid', 'open'] },
    false,
    { failingRows: 1, actual: '1 failing row' },
  ],
  [
    'known numbers',
    { type: 'Accepted Values', columns: ['customer_id'], values: ['10', '20', '30'] },
    true,
    {},
  ],
  [
    'a number that would be another one as the column has it',
    { type: 'Accepted Values', columns: ['customer_id'], values: ['10', '20', '29.5'] },
    false,
    { failingRows: 1 },
  ],
  [
    'known decimals',
    { type: 'Accepted Values', columns: ['amount'], values: ['25.00', '40.5', '9.50', '1e2'] },
    true,
    {},
  ],
  [
    'known texts, and one that is longer than the column',
    { type: 'Accepted Values', columns: ['status'], values: ['paid', 'open', 'void', 'x'.repeat(300)] },
    true,
    {},
  ],
  [
    'a missing reference',
    {
      type: 'References',
      columns: ['customer_id'],
      referencedTable: 'customers',
      referencedColumns: ['id'],
    },
    false,
    { failingRows: 1, expected: '"customer_id" in customers' },
  ],
  [
    'a missing reference that is allowed',
    {
      type: 'References',
      columns: ['customer_id'],
      referencedTable: 'customers',
      referencedColumns: ['id'],
      allowedFailures: '1',
    },
    true,
    { failingRows: 1 },
  ],
  [
    'fresh rows',
    { type: 'Freshness', column: 'placed', maximumAge: '30', ageUnit: 'Days' },
    true,
    { expected: expect.stringMatching(/^"placed" at most 30 days old, 2024-01-11 or later$/i) },
  ],
  [
    'old rows',
    { type: 'Freshness', column: 'placed', maximumAge: '2', ageUnit: 'Days' },
    false,
    { actual: '2024-02-03' },
  ],
  [
    'rows of a query',
    { type: 'Custom SQL', query: 'select id from $T{table} where amount > 40;' },
    false,
    { failingRows: 1 },
  ],
]

/** Everything of a table that its readers can see; undefined when there is none. */
async function seen(warehouse: Warehouse, table: string) {
  const described = await warehouse.describe({ table }, options)
  return described && { described, ...(await rowsOf(warehouse, `select * from ${table}`)) }
}

const exists = (warehouse: Warehouse, table: string) => warehouse.describe({ table }, options)

/** What gates promise, on one database that has the sample tables. */
export function gateTests(open: () => Promise<Warehouse>): void {
  describe('a gate that stops', () => {
    test.each(writes)('leaves the table as it was: %s', async (_, rows, write) => {
      const warehouse = await open()
      const before = await seen(warehouse, 'orders')
      const outcome = await runGated(warehouse, { Rows: rows, Write: write })
      expect(outcome).toMatchObject({
        result: 'FAILED',
        message: expect.stringMatching(
          /^Gate "Row Count" failed: expected at least 9 rows, found \d rows?\. Nothing was published/,
        ),
        gates: [{ name: 'Row Count', onFailure: 'STOP', result: 'FAILED', expected: 'at least 9 rows' }],
      })
      expect(await seen(warehouse, 'orders')).toEqual(before)
    })

    test('publishes no table where there was none', async () => {
      const warehouse = await open()
      const write = gated('rewrite-table', { targetTable: 'fresh' }, atLeast('9'))
      expect(await runGated(warehouse, { Rows: orders, Write: write })).toMatchObject({ result: 'FAILED' })
      expect(await exists(warehouse, 'fresh')).toBeUndefined()
    })

    test.each(writes)('lets through what passes: %s', async (_, rows, write) => {
      const warehouse = await open()
      const before = await seen(warehouse, 'orders')
      const passing = { ...write, parameters: { ...write.parameters, gates: [atLeast('1')] as never } }
      const outcome = await runGated(warehouse, { Rows: rows, Write: passing })
      expect(outcome).toMatchObject({ result: 'SUCCESS', gates: [{ result: 'PASSED' }] })
      if (rows !== orders) expect(await seen(warehouse, 'orders')).not.toEqual(before)
    })
  })

  test('a gate that warns publishes, and the message says what was found', async () => {
    const warehouse = await open()
    const write = gated('rewrite-table', { targetTable: 'result' }, { ...atLeast('9'), onFailure: 'Warn' })
    expect(await runGated(warehouse, { Rows: orders, Write: write })).toMatchObject({
      result: 'SUCCESS',
      rowCount: 4,
      message:
        '4 rows written to result\nWarning: Gate "Row Count" failed: expected at least 9 rows, found 4 rows',
      gates: [{ onFailure: 'WARN', result: 'FAILED' }],
    })
    expect((await rowsOf(warehouse, 'select id from result')).rows.length).toBe(4)
  })

  test.each(findings)('finds %s', async (_, gate, passes, more) => {
    const warehouse = await open()
    const context = stepContext({ warehouse, now: () => new Date('2024-02-10T12:00:00Z') })
    const write = gated('rewrite-table', { targetTable: 'result' }, gate)
    const outcome = await runGated(warehouse, { Rows: orders, Write: write }, context)
    expect(outcome.gates).toMatchObject([{ result: passes ? 'PASSED' : 'FAILED', ...more }])
    expect(outcome.result).toBe(passes ? 'SUCCESS' : 'FAILED')
  })

  test('a moment is as fresh as UTC says', async () => {
    const warehouse = await open()
    const moment = warehouse.castSql(
      `'2024-02-10 11:00:00'`,
      'VARCHAR',
      warehouse.typeSql({ type: 'TIMESTAMP' }),
    )
    const rows = sql(`select ${moment} as at`)
    const context = stepContext({ warehouse, now: () => new Date('2024-02-10T12:00:00Z') })
    const age = async (maximumAge: string) => {
      const gate = { type: 'Freshness', column: 'at', maximumAge, ageUnit: 'Minutes' }
      const write = gated('rewrite-table', { targetTable: 'moments' }, gate)
      return (await runGated(warehouse, { Rows: rows, Write: write }, context)).result
    }
    expect([await age('61'), await age('59')]).toEqual(['SUCCESS', 'FAILED'])
  })

  test('rows that fail are kept where they are asked for, though nothing is published', async () => {
    const warehouse = await open()
    const gate = {
      type: 'Not Null',
      columns: ['amount'],
      failedRowsTable: 'rejected_orders',
      name: 'Amounts are known',
    }
    const write = gated('rewrite-table', { targetTable: 'result' }, gate)
    const outcome = await runGated(warehouse, { Rows: orders, Write: write })
    expect(outcome.gates).toMatchObject([{ failingRows: 1, keptIn: 'rejected_orders' }])
    expect(await exists(warehouse, 'result')).toBeUndefined()
    const kept = await rowsOf(warehouse, 'select headrace_gate, id, status from rejected_orders')
    expect(kept.rows).toEqual([['Amounts are known', '4', 'void']])
    await runGated(warehouse, { Rows: orders, Write: write })
    expect((await rowsOf(warehouse, 'select id from rejected_orders')).rows).toEqual([['4']])
  })

  test('a run that differs from its own history is found, whichever runs failed before', async () => {
    const warehouse = await open()
    let day = 0
    const context = stepContext({ warehouse, now: () => new Date(Date.UTC(2024, 0, ++day)) })
    const gate = { type: 'Deviation', minimumRuns: '3' }
    const run = async (rows: number) => {
      const source = sql(
        `select ${Array.from({ length: rows }, (_, n) => `${n} as id`).join(' union all select ')}`,
      )
      const write = gated('rewrite-table', { targetTable: 'result' }, gate)
      return runGated(warehouse, { Rows: source, Write: write }, context)
    }
    for (const rows of [20, 21, 19, 20])
      expect(await run(rows)).toMatchObject({ result: 'SUCCESS', gates: [{ result: 'PASSED' }] })
    for (let times = 0; times < 4; times++)
      expect(await run(3)).toMatchObject({
        result: 'FAILED',
        gates: [
          {
            expected: '18 to 22 rows, around the median 20 of 4 earlier runs',
            actual: '3 rows',
          },
        ],
      })
    expect((await rowsOf(warehouse, 'select count(*) from result')).rows).toEqual([['20']])
    expect(await run(22)).toMatchObject({ result: 'SUCCESS' })
  })

  test('what was published stays a success when its counts cannot be kept', async () => {
    const warehouse = await open()
    const gate = { type: 'Deviation', minimumRuns: '3' }
    const write = gated('rewrite-table', { targetTable: 'result' }, gate)
    const forgetful: Warehouse = {
      ...warehouse,
      execute: async (script, given) => {
        if (/^insert into \S*headrace_row_counts/i.test(script)) throw new WarehouseError('The disk is full')
        return warehouse.execute(script, given)
      },
    }
    setSpeaker(forgetful, speakerOf(warehouse))
    expect(await runGated(forgetful, { Rows: one, Write: write })).toMatchObject({ result: 'SUCCESS' })
    expect((await rowsOf(warehouse, 'select id from result')).rows).toEqual([['5']])
  })

  test('a gate that cannot be checked stops, and says why', async () => {
    const warehouse = await open()
    const before = await seen(warehouse, 'orders')
    const gate = { type: 'Not Null', columns: ['nowhere'], onFailure: 'Warn' }
    const write = gated('rewrite-table', { targetTable: 'orders' }, gate)
    await expect(runGated(warehouse, { Rows: one, Write: write })).rejects.toThrow(
      `Gate "Not Null of nowhere" could not be checked: The table orders has no column "nowhere"; it has ${['id', 'customer_id'].map(nameIn(warehouse)).join(', ')}`,
    )
    expect(await seen(warehouse, 'orders')).toEqual(before)
  })
}
