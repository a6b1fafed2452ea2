import { expect, test } from 'vitest'
import type { DatabaseNames, DatabaseTables } from '../database/database-names.ts'
import { findNames, tablesNamedIn } from './sql-names.ts'

test('the tables of a statement are those behind from, join, into, update and table', () => {
  expect(
    tablesNamedIn(
      'select * FROM orders o join "Odd ""one""" x on true left join sales.returns r\nupdate a.b.c set x',
    ),
  ).toEqual([
    { table: 'orders' },
    { table: 'Odd "one"' },
    { schema: 'sales', table: 'returns' },
    { schema: 'b', table: 'c' },
  ])
  expect(tablesNamedIn('select fromage from ( select 1 ) from orders from ORDERS')).toEqual([
    { table: 'ORDERS' },
  ])
})

const ok = (tables: DatabaseTables['tables'], more = false): DatabaseTables => ({
  ok: true,
  usualSchema: 'public',
  schemas: ['public', 'sales'],
  tables: tables ?? [],
  more,
  latencyMs: 1,
})

test('tables of the usual schema need no schema, and named ones have their columns', async () => {
  const database: Pick<DatabaseNames, 'tables' | 'columns'> = {
    tables: async () =>
      ok(
        [
          { schema: 'public', name: 'orders' },
          { schema: 'sales', name: 'v1.2' },
        ],
        true,
      ),
    columns: async () =>
      ok([{ schema: 'public', name: 'orders', columns: [{ name: 'Id', type: 'integer' }] }]),
  }
  const { namespace, columns, isPartial } = await findNames(database, 'select from orders', 'o')
  const described = [{ label: 'Id', detail: 'integer', type: 'property' }]
  expect(namespace).toEqual({
    public: { orders: described },
    sales: { 'v1\\.2': [] },
    orders: described,
  })
  expect(columns).toEqual([{ name: 'Id', type: 'integer', table: 'orders' }])
  expect(isPartial).toBe(true)
})
