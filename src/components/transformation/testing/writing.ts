import { describe, expect, test } from 'vitest'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { calculate, options, orders, rewrite, sql } from './pieces.ts'
import { nameIn, rowsOf, runPieces } from './run.ts'

/** What the components that write promise, on one database that has the sample tables. */
export function writingTests(open: () => Promise<Warehouse>): void {
  test('a table can be rewritten from itself again and again, with a view on it', async () => {
    const warehouse = await open()
    const more = {
      Orders: orders,
      More: calculate('Orders', ['"id" + 100', 'id']),
      Result: rewrite('More', 'orders'),
    }
    await warehouse.execute('create view ids as select id from orders', options)
    expect((await runPieces(warehouse, more)).written[0]?.rowCount).toBe(4)
    await runPieces(warehouse, more)
    expect((await rowsOf(warehouse, 'select id from ids')).rows).toEqual([['201'], ['202'], ['203'], ['204']])
  })

  test('what reads from a component that writes gets what was written, whatever the order in the file', async () => {
    const warehouse = await open()
    const run = await runPieces(warehouse, {
      Cheap: rewrite('Few', 'cheap'),
      Few: {
        type: 'filter',
        sources: ['All'],
        parameters: { filterConditions: [['id', 'Is', 'Less than', '3']] },
      },
      All: rewrite('Orders', 'every_order'),
      Orders: orders,
      Added: { type: 'table-output', sources: ['Few'], parameters: { targetTable: 'orders' } },
      Count: sql('select count(*) as n from $T{Added}', 'Added'),
      Total: rewrite('Count', 'total'),
      Shown: { type: 'create-view', sources: ['Total'], parameters: { viewName: 'shown' } },
      Seen: rewrite('Shown', 'seen'),
    })
    expect(run.failed).toEqual({})
    expect(run.written.map(({ name }) => name)).toEqual(['All', 'Cheap', 'Added', 'Total', 'Shown', 'Seen'])
    expect((await rowsOf(warehouse, 'select id from cheap')).rows).toEqual([['1'], ['2']])
    expect((await rowsOf(warehouse, 'select n from seen')).rows).toEqual([['6']])
  })

  test('a mistake behind a component that writes is found before anything is written', async () => {
    const warehouse = await open()
    const run = await runPieces(warehouse, {
      Orders: orders,
      First: rewrite('Orders', 'first_of_two'),
      Wrong: calculate('First', ['no_such_function("id")', 'x']),
      Second: rewrite('Wrong', 'second_of_two'),
    })
    expect(Object.keys(run.failed)).toEqual(['Wrong'])
    expect(run.written).toEqual([])
    expect(await warehouse.describe({ table: 'first_of_two' }, options)).toBeUndefined()
  })

  test('a table is rewritten with other columns', async () => {
    const warehouse = await open()
    await runPieces(warehouse, { Orders: orders, Result: rewrite('Orders') })
    await runPieces(warehouse, { Orders: sql('select 1 as one'), Result: rewrite('Orders') })
    const columns = ['one'].map(nameIn(warehouse))
    expect(await rowsOf(warehouse, 'select * from result')).toEqual({ columns, rows: [['1']] })
  })

  test('Truncate replaces the rows and counts the new ones, from the table itself too', async () => {
    const warehouse = await open()
    const truncate = {
      type: 'table-output',
      sources: ['Late'],
      parameters: { targetTable: 'orders', outputMode: 'Truncate' },
    }
    const late = sql("select * from orders where placed > '2024-01-31'")
    const run = await runPieces(warehouse, { Late: late, Keep: truncate })
    expect(run.written).toEqual([{ name: 'Keep', message: '2 rows added to orders', rowCount: 2 }])
    expect((await rowsOf(warehouse, 'select id from orders')).rows).toEqual([['3'], ['4']])
  })

  test('when Truncate fails the old rows are still there', async () => {
    const warehouse = await open()
    await warehouse.execute('create table strict_ids (id integer not null)', options)
    await warehouse.execute('insert into strict_ids values (1)', options)
    const failing = runPieces(warehouse, {
      Nulls: sql('select cast(null as integer) as id'),
      Fill: {
        type: 'table-output',
        sources: ['Nulls'],
        parameters: { targetTable: 'strict_ids', outputMode: 'Truncate' },
      },
    })
    await expect(failing).rejects.toThrow(/null/i)
    expect((await rowsOf(warehouse, 'select * from strict_ids')).rows).toEqual([['1']])
  })

  test('a view is replaced, also with other columns', async () => {
    const warehouse = await open()
    const view = (query: string) => ({
      Query: sql(query),
      View: { type: 'create-view', sources: ['Query'], parameters: { viewName: 'shown' } },
    })
    await runPieces(warehouse, view("select 1 as a, 'it''s' as b"))
    await runPieces(warehouse, view('select 2 as c'))
    const columns = ['c'].map(nameIn(warehouse))
    expect(await rowsOf(warehouse, 'select * from shown')).toEqual({ columns, rows: [['2']] })
  })

  test('a merge counts what it changed', async () => {
    const warehouse = await open()
    const run = await runPieces(warehouse, {
      Orders: orders,
      Merge: {
        type: 'table-update',
        sources: ['Orders'],
        parameters: {
          targetTable: 'orders',
          joinExpression: [['"target"."id" = "input"."id" and "input"."status" = \'paid\'', 'Case']],
          whenMatched: [['true', 'Update']],
          updateMapping: [['customer_id', 'amount']],
          includeNotMatched: 'No',
        },
      },
    })
    expect(run.written[0]?.rowCount).toBe(2)
    expect((await rowsOf(warehouse, 'select amount from orders where id in (1, 3)')).rows).toEqual([
      ['10'],
      ['20'],
    ])
  })

  test('files say a condition that is not there, an order and a kind of grouping in several ways', async () => {
    const warehouse = await open()
    const ranked = {
      type: 'rank',
      sources: ['Orders'],
      parameters: { orderingWithinPartitions: [['id', 'DESC']], functions: [['Row Number', 'n']] },
    }
    const merge = {
      type: 'table-update',
      sources: ['Ranked'],
      parameters: {
        targetTable: 'orders',
        joinExpression: [['"target"."id" = "input"."id"', 'Case']],
        whenMatched: [['<none>', 'Update']],
        updateMapping: [['n', 'amount']],
        includeNotMatched: 'No',
      },
    }
    const rollup = {
      type: 'aggregate',
      sources: ['Orders'],
      parameters: { groupings: ['status'], aggregations: [['id', 'Count']], groupingType: 'Rollup' },
    }
    const run = await runPieces(warehouse, {
      Orders: orders,
      Ranked: ranked,
      Merge: merge,
      Rollup: rollup,
      Sums: rewrite('Rollup', 'sums'),
      Cube: { ...rollup, parameters: { ...rollup.parameters, groupingType: 'CUBE' } },
      Cubes: rewrite('Cube', 'cubes'),
    })
    expect(run.failed).toEqual({})
    expect((await rowsOf(warehouse, 'select id, amount from orders')).rows).toEqual([
      ['1', '4'],
      ['2', '3'],
      ['3', '2'],
      ['4', '1'],
    ])
    for (const table of ['sums', 'cubes']) {
      const all = `select count_id from ${table} where status is null`
      expect((await rowsOf(warehouse, all)).rows).toContainEqual(['4'])
    }
  })

  describe('a merge in which two rows match one row of the target', () => {
    const merge = (warehouse: Warehouse, whenMatched: string[][], includeNotMatched = 'No') =>
      runPieces(warehouse, {
        New: sql('select 1 as id, 7 as amount union all select 1, 8'),
        Merge: {
          type: 'table-update',
          sources: ['New'],
          parameters: {
            targetTable: 'orders',
            joinExpression: [['"target"."id" = "input"."id"', 'Case']],
            whenMatched,
            updateMapping: [['amount', 'amount']],
            includeNotMatched,
            insertMapping: [['id', 'id']],
          },
        },
      })
    const amount = async (warehouse: Warehouse) =>
      (await rowsOf(warehouse, 'select amount from orders where id = 1')).rows

    test('is refused and changes nothing when both would change it', async () => {
      const warehouse = await open()
      const before = await amount(warehouse)
      const refused = /row.*(second time|match one row)/i
      await expect(merge(warehouse, [['<none>', 'Update']])).rejects.toThrow(refused)
      expect(await amount(warehouse)).toEqual(before)
    })

    test('changes it when only one of them would', async () => {
      const warehouse = await open()
      await merge(warehouse, [['"input"."amount" = 8', 'Update']])
      expect(await amount(warehouse)).toEqual([['8']])
    })

    test('inserts nothing, and is not refused, when it only inserts', async () => {
      const warehouse = await open()
      await merge(warehouse, [], 'Yes')
      expect((await rowsOf(warehouse, 'select count(*) from orders where id = 1')).rows).toEqual([['1']])
    })
  })
}
