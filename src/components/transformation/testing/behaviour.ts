import { describe, expect, test } from 'vitest'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { columnNameTests, faultTests } from './faults.ts'
import { nestedTests } from './nested.ts'
import { calculate, orders, rewrite, sql } from './pieces.ts'
import { nameIn, rowsOf, runPieces, speakerOf } from './run.ts'
import { tableTests } from './tables.ts'
import { valueTests } from './values.ts'
import { writingTests } from './writing.ts'

/**
 * What transformations promise beyond the examples. `unfolds`: nested data too; `chain`: components in a row.
 */
export function behaviourTests(open: () => Promise<Warehouse>, { unfolds = true, chain = 200 } = {}): void {
  describe('what is wrong', () => {
    faultTests(open)
    columnNameTests(open)
  })
  describe('columns and names', () => columnTests(open, chain))
  describe('values', () => valueTests(open))
  describe('whole tables', () => tableTests(open))
  if (unfolds) describe('nested data', () => nestedTests(open))
  describe('writing', () => writingTests(open))
}

function columnTests(open: () => Promise<Warehouse>, length: number): void {
  test.each([
    ['n', 'Greater than', '2.5', ['3', '4']],
    ['n', 'Equal to', '2.4', []],
    ['n', 'Less than', '-0.5', ['-1']],
    ['n', 'In', '3, 4.5', ['3']],
    ['n', 'Equal to', '"m"', ['4']],
    ['n', 'Less than', '3000000000', ['-1', '0', '3', '4']],
    ['price', 'Greater than', '2.405', ['4']],
    ['day', 'Less than', '2024-01-01 12:00:00', ['-1', '0', '3']],
    ['word', 'Equal to', '10', ['0']],
  ])(
    'a condition compares %s %s %s as the value that it says',
    async (column, comparator, value, expected) => {
      const warehouse = await open()
      const numbers = `select * from (values
      (-1, 1, 2.40, cast('2024-01-01' as date), '1'), (0, 1, 2.40, cast('2024-01-01' as date), '10'),
      (3, 1, 2.40, cast('2024-01-01' as date), 'x'), (4, 4, 2.41, cast('2024-01-02' as date), null)
    ) as t (n, m, price, day, word)`
      const run = await runPieces(warehouse, {
        Numbers: sql(numbers),
        Some: {
          type: 'filter',
          sources: ['Numbers'],
          parameters: { filterConditions: [[column, 'Is', comparator, value]] },
        },
        Result: rewrite('Some', 'compared'),
      })
      expect(run.failed).toEqual({})
      const { rows } = await rowsOf(warehouse, 'select n from compared')
      expect(rows.flat()).toEqual(expected)
    },
  )

  test('a pivot tells 1 from 1.4, and an unpivot takes columns named like functions or its own, each once', async () => {
    const warehouse = await open()
    const pivot = {
      type: 'pivot',
      sources: ['Cells'],
      parameters: { aggregateFunction: 'Sum', pivotColumn: 'n', valueColumn: 'v', pivotValues: ['1', '1.4'] },
    }
    const unpivot = {
      type: 'unpivot',
      sources: ['Odd'],
      parameters: {
        columnsToNarrow: ['user', 'current_date', 'user'],
        outputNamesColumnName: 'what',
        outputValuesColumnName: 'is',
      },
    }
    const run = await runPieces(warehouse, {
      Cells: sql('select * from (values (1, 5), (1, 6), (2, 7)) as t (n, v)'),
      Pivot: pivot,
      Wide: rewrite('Pivot', 'wide'),
      Odd: sql(`select 'Ada' as "user", 'today' as "current_date", 'n' as "name", 'v' as "value"`),
      Unpivot: unpivot,
      Long: rewrite('Unpivot', 'narrow_rows'),
    })
    expect(run.failed).toEqual({})
    expect((await rowsOf(warehouse, 'select * from wide')).rows).toEqual([['11', null]])
    expect((await rowsOf(warehouse, 'select * from narrow_rows')).rows).toEqual([
      ['n', 'v', nameIn(warehouse)('current_date'), 'today'],
      ['n', 'v', nameIn(warehouse)('user'), 'Ada'],
    ])
  })

  test('numbers keep their decimal places where columns of different sizes meet', async () => {
    const warehouse = await open()
    const mapping = [
      ['k', 'k'],
      ['v', 'v'],
    ]
    const run = await runPieces(warehouse, {
      Whole: sql('select cast(1 as decimal(38, 0)) as k, cast(2 as decimal(38, 0)) as v'),
      Exact: sql('select cast(1 as decimal(12, 3)) as k, cast(1.5 as decimal(12, 3)) as v'),
      Unite: { type: 'unite', sources: ['Whole', 'Exact'], parameters: { removeDuplicates: 'Yes' } },
      United: rewrite('Unite', 'united'),
      Change: {
        type: 'detect-changes',
        sources: ['Whole', 'Exact'],
        parameters: {
          masterTable: 'Whole',
          matchKeys: ['k'],
          compareColumns: ['v'],
          outputColumnMapping: mapping,
        },
      },
      Changed: rewrite('Change', 'changed'),
      Both: sql('select cast(2 as decimal(38, 0)) as a, cast(1.5 as decimal(12, 3)) as b'),
      Unpivot: {
        type: 'unpivot',
        sources: ['Both'],
        parameters: {
          columnsToNarrow: ['a', 'b'],
          outputNamesColumnName: 'n',
          outputValuesColumnName: 'v',
        },
      },
      Long: rewrite('Unpivot', 'narrowed'),
    })
    expect(run.failed).toEqual({})
    expect((await rowsOf(warehouse, 'select v from united')).rows).toEqual([['1.5'], ['2']])
    expect((await rowsOf(warehouse, 'select * from changed')).rows).toEqual([['1', '1.5', 'C']])
    expect((await rowsOf(warehouse, 'select v from narrowed')).rows).toEqual([['1.5'], ['2']])
  })

  test('names that differ by case alone are what the database takes them for', async () => {
    const warehouse = await open()
    const isOne = warehouse.nameKey('AMOUNT') === warehouse.nameKey('amount')
    const run = await runPieces(warehouse, {
      Orders: sql('select 1 as id, 10 as amount'),
      Double: calculate('Orders', ['"amount" * 2', 'AMOUNT'], ['"amount" + 1', 'more']),
      Doubled: rewrite('Double', 'doubled'),
      Rename: {
        type: 'rename',
        sources: ['Orders'],
        parameters: { columnMapping: [['amount', 'ID']], includeInputColumns: 'Yes' },
      },
      Renamed: rewrite('Rename', 'renamed'),
    })
    expect(run.failed).toEqual(
      isOne ? { Rename: 'Several of its columns would be named "ID"; give each its own name' } : {},
    )
    if (isOne) return
    const { columns, rows } = await rowsOf(warehouse, 'select * from doubled')
    expect([columns, rows]).toEqual([['id', 'amount', 'AMOUNT', 'more'], [['1', '10', '20', '11']]])
  })

  test('a calculation that has the name of an input column in another case replaces it where case is ignored', async () => {
    const warehouse = await open()
    if (warehouse.nameKey('A') !== warehouse.nameKey('a')) return
    await runPieces(warehouse, {
      Orders: sql('select 1 as id, 10 as amount'),
      Double: calculate('Orders', ['"amount" * 2', 'AMOUNT'], ['"amount" + 1', 'more']),
      Doubled: rewrite('Double', 'doubled'),
    })
    const { columns, rows } = await rowsOf(warehouse, 'select * from doubled')
    expect([columns, rows]).toEqual([['id', 'AMOUNT', 'more'].map(nameIn(warehouse)), [['1', '20', '11']]])
  })

  test('first and last of no rows are no row', async () => {
    const warehouse = await open()
    await runPieces(warehouse, {
      None: sql('select 1 as id where 1 = 0'),
      First: { type: 'first-last', sources: ['None'], parameters: { firstLastColumns: [['id', 'First']] } },
      Result: rewrite('First', 'firsts'),
    })
    expect((await rowsOf(warehouse, 'select * from firsts')).rows).toEqual([])
  })

  test('values with quotes stay values, and names with quotes names', async () => {
    const warehouse = await open()
    const name = `it's "here" */ ${'x'.repeat(20)}`
    const run = await runPieces(warehouse, {
      [name]: {
        type: 'fixed-flow',
        parameters: { columns: [[`a"b'c`, 'VARCHAR', '', '']], values: [["O'Neil'; drop table orders; --"]] },
      },
      Only: {
        type: 'filter',
        sources: [name],
        parameters: {
          filterConditions: [[`a"b'c`, 'Is', 'Equal to', "O'Neil'; drop table orders; --"]],
        },
      },
      Result: rewrite('Only', speakerOf(warehouse).tableOf?.('odd "table"') ?? 'odd "table"'),
    })
    expect(run.failed).toEqual({})
    expect(await rowsOf(warehouse, 'select * from "odd ""table"""')).toEqual({
      columns: [nameIn(warehouse)(`a"b'c`)],
      rows: [["O'Neil'; drop table orders; --"]],
    })
    expect((await rowsOf(warehouse, 'select id from orders')).rows).toHaveLength(4)
  })

  test('a calculated column may replace an input column, which other calculations still see', async () => {
    const warehouse = await open()
    await runPieces(warehouse, {
      Orders: orders,
      Calculated: calculate(
        'Orders',
        ['"id" * 10', 'id'],
        ['"id" + 1', 'next'],
        ['"next" + 1', 'after'],
        ['\'next \' || "after"', 'label'],
      ),
      Only: {
        type: 'rename',
        sources: ['Calculated'],
        parameters: { columnMapping: ['id', 'next', 'after', 'label'].map((one) => [one, one]) },
      },
      Result: rewrite('Only'),
    })
    expect((await rowsOf(warehouse, 'select * from result')).rows[0]).toEqual(['10', '2', '3', 'next 3'])
  })

  test('a filter compares two columns when the value is spelled like one', async () => {
    const warehouse = await open()
    const filterConditions = [['customer_id', 'Is', 'Greater than', nameIn(warehouse)('amount')]]
    await runPieces(warehouse, {
      Orders: orders,
      Cheap: { type: 'filter', sources: ['Orders'], parameters: { filterConditions } },
      Result: rewrite('Cheap'),
    })
    expect((await rowsOf(warehouse, 'select id from result')).rows).toEqual([['3']])
  })

  test('a component may feed several others, and a sink compiles only what it reads', async () => {
    const warehouse = await open()
    const run = await runPieces(warehouse, {
      Orders: orders,
      A: calculate('Orders', ['1', 'a']),
      B: calculate('Orders', ['2', 'b']),
      Both: { type: 'unite', sources: ['A', 'B'], parameters: { method: 'All Columns' } },
      'Write Both': rewrite('Both', 'both_rows'),
      'Write A': rewrite('A', 'a_rows'),
    })
    expect(run.written).toEqual([
      { name: 'Write Both', message: '8 rows written to both_rows', rowCount: 8 },
      { name: 'Write A', message: '4 rows written to a_rows', rowCount: 4 },
    ])
    const names = ['id', 'customer_id', 'amount', 'status', 'placed', 'a', 'b'].map(nameIn(warehouse))
    expect((await rowsOf(warehouse, 'select * from both_rows limit 0')).columns).toEqual(names)
  })

  test('a component named like a table does not hide the table from SQL', async () => {
    const warehouse = await open()
    await runPieces(warehouse, {
      orders: { type: 'distinct', sources: ['customers'], parameters: { columns: ['name'] } },
      customers: { type: 'table-input', parameters: { targetTable: 'customers' } },
      Query: sql('select count(*) as n from orders', 'orders'),
      Result: rewrite('Query'),
    })
    expect((await rowsOf(warehouse, 'select * from result')).rows).toEqual([['4']])
  })

  test(`a chain of ${length} components is one statement`, async () => {
    const warehouse = await open()
    const chain = Object.fromEntries(
      Array.from({ length }, (_, n) => [
        `C${n}`,
        calculate(n === 0 ? 'Orders' : `C${n - 1}`, ['"amount" + 1', 'amount']),
      ]),
    )
    const run = await runPieces(warehouse, { Orders: orders, ...chain, Result: rewrite(`C${length - 1}`) })
    const { chainFault } = speakerOf(warehouse)
    if (chainFault !== undefined) {
      expect(Object.values(run.failed)).toEqual([expect.stringMatching(chainFault)])
      return
    }
    expect(run.failed).toEqual({})
    const { rows } = await rowsOf(warehouse, 'select amount from result where id = 1')
    expect(rows).toEqual([[String(25 + length)]])
  })
}
