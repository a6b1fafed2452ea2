import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { calculate, rewrite, sql } from './testing/pieces.ts'
import { rowsOf, runPieces } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

describe.each(TEST_DATABASES)('$name', ({ name, create }) => {
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    schema = await create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(schema.connection)
    await warehouse.execute(sampleTables, { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses.close()
    await schema.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse)

  test('lead and lag ignore nulls in many rows', async () => {
    const functions = [
      ['Lead', 'v', '2', 'later'],
      ['Lag', 'v', '2', 'earlier'],
      ['Lag', 'v', '0', 'own'],
    ]
    const run = await runPieces(warehouse, {
      Rows: sql(
        'select n, case when n % 2 = 0 then n end as v from generate_series(1, 50000) as t (n) where n > 0',
      ),
      Around: {
        type: 'lead-lag',
        sources: ['Rows'],
        parameters: { orderingsWithinPartitions: [['n', 'Ascending']], functions, ignoreNulls: 'Yes' },
      },
      Result: rewrite('Around', 'around'),
    })
    expect(run.failed).toEqual({})
    const { rows } = await rowsOf(
      warehouse,
      'select * from around where n in (1, 4, 5, 30001, 30002, 49997, 50000)',
    )
    expect(
      rows.map(([n, ...more]) => [Number(n), ...more]).toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [1, null, '4', null, null],
      [4, '4', '8', null, '4'],
      [5, null, '8', '2', null],
      [30_001, null, '30004', '29998', null],
      [30_002, '30002', '30006', '29998', '30002'],
      [49_997, null, '50000', '49994', null],
      [50_000, '50000', null, '49996', '50000'],
    ])
  })

  test('first and last values of arrays are those arrays', async () => {
    const run = await runPieces(warehouse, {
      Rows: sql('select 1 as n, array[1, 2] as a union all select 2, array[3] union all select 3, null'),
      Ends: {
        type: 'first-last',
        sources: ['Rows'],
        parameters: {
          orderingInPartitions: [['n', 'Ascending']],
          firstLastColumns: [
            ['a', 'Last'],
            ['n', 'First'],
          ],
          ignoreNulls: 'Yes',
        },
      },
      Count: calculate('Ends', ['"a"[1]', 'element']),
      Result: rewrite('Count', 'ends'),
    })
    expect(run.failed).toEqual({})
    expect((await rowsOf(warehouse, 'select n, element from ends')).rows).toEqual([['1', '3']])
  })

  test('many columns become one JSON, and a float that JSON has no word for is null', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `c${index}`)
    const variant = (columns: readonly string[]) => ({
      type: 'construct-variant',
      sources: ['Rows'],
      parameters: { columnMappings: columns.map((name) => [name, name]), outputSlot: 'data' },
    })
    const wide = names.map((name, index) => `${index % 60 === 59 ? 'null' : index} as ${name}`)
    const floats = ['NaN', 'Infinity', '-Infinity', '0.5'].map(
      (word, index) => `cast('${word}' as double precision) as f${index}`,
    )
    const run = await runPieces(warehouse, {
      Rows: sql(`select ${wide.join(', ')}, ${floats.join(', ')}`),
      Wide: variant(names),
      'Write Wide': rewrite('Wide', 'wide'),
      Floats: variant(['f0', 'f1', 'f2', 'f3']),
      'Write Floats': rewrite('Floats', 'floats'),
      Listed: { type: 'transpose-rows', sources: ['Rows'], parameters: { aggregations: ['f0', 'f3'] } },
      'Write Listed': rewrite('Listed', 'listed'),
    })
    expect(run.failed).toEqual({})
    const [[text]] = (await rowsOf(warehouse, 'select * from wide')).rows as [[string]]
    const expected = names.flatMap((name, index) => (index % 60 === 59 ? [] : [[name, index]]))
    expect(JSON.parse(text)).toEqual(Object.fromEntries(expected))
    expect((await rowsOf(warehouse, 'select * from floats')).rows).toEqual([['{"f3":0.5}']])
    expect((await rowsOf(warehouse, 'select * from listed')).rows).toEqual([['[]', '[0.5]']])
  })

  test('a full join on an inequality keeps the transaction that it is a part of', async () => {
    const transaction = await warehouse.beginTransaction({ signal: new AbortController().signal })
    const run = await runPieces(transaction.warehouse, {
      Low: sql('select 1 as n'),
      High: sql('select 2 as m'),
      Pairs: {
        type: 'join',
        sources: ['Low', 'High'],
        parameters: {
          mainTable: 'Low',
          mainTableAlias: 'a',
          joins: [['High', 'b', 'Full']],
          joinExpressions: [['"a"."n" < "b"."m"', 'a_Full_b']],
        },
      },
      Result: rewrite('Pairs', 'pairs'),
    })
    expect(run.failed).toEqual({})
    await transaction.commit()
    expect((await rowsOf(warehouse, 'select * from pairs')).rows).toEqual([['1', '2']])
  })

  test('a view that would read from itself is refused, and stays as it was', async () => {
    const view = (query: string, viewName: string) => ({
      Query: sql(query),
      View: { type: 'create-view', sources: ['Query'], parameters: { viewName } },
    })
    await runPieces(warehouse, view('select 1 as a', 'inner_view'))
    await runPieces(warehouse, view('select a from inner_view', 'outer_view'))
    await expect(runPieces(warehouse, view('select a from inner_view', 'inner_view'))).rejects.toThrow()
    await expect(runPieces(warehouse, view('select a from outer_view', 'inner_view'))).rejects.toThrow()
    expect((await rowsOf(warehouse, 'select * from outer_view')).rows).toEqual([['1']])
  })

  test.runIf(name === 'DuckDB' || name === 'lake')(
    'finds tables of a schema in any letter case',
    async () => {
      const tables = 'create schema "Mixed"; create table mixed.orders (id integer)'
      await warehouse.execute(tables, { signal: new AbortController().signal })
      const parameters = { schema: 'MIXED', pattern: 'orders', columns: ['id'] }
      const Tables = { type: 'multi-table-input', parameters }
      const run = await runPieces(warehouse, { Tables, Result: rewrite('Tables') })
      expect(run.failed).toEqual({})
    },
  )
})
