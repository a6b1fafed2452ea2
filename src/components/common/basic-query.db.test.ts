import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { queryOf } from './basic-query.ts'
import type { BasicQuery } from './basic-query-properties.ts'
import { readRows } from './sql.ts'

const options = { signal: new AbortController().signal }

describe.each(TEST_DATABASES)('a query in Basic mode on $name', ({ create }) => {
  const warehouses = warehousesOfTests()
  let schema: EmptySchema
  let warehouse: Warehouse
  beforeAll(async () => {
    schema = await create()
    warehouse = await warehouses.open(schema.connection)
    await warehouse.execute(
      `create table orders (id integer, customer varchar(20), amount numeric(10, 2), ordered date);
       insert into orders values (1, 'Ada', 10.5, '2024-01-31'), (2, '', null, null), (3, null, 30, '2024-03-31')`,
      options,
    )
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
  })

  /** The ids of the rows, or what is wrong. */
  async function found(given: Omit<BasicQuery, 'mode' | 'table'>, wanted = ['ID']) {
    const query = await queryOf({ mode: 'Basic', table: 'orders', ...given }, wanted, warehouse, options)
    if ('fault' in query) return query.fault
    return (await readRows(warehouse, query.sql, 10, options)).rows.map(([id]) => id).join()
  }

  test('columns are found in any case, and a missing one is named', async () => {
    const filterConditions = [['AMOUNT', 'Is', 'Greater than', '9']]
    expect(await found({ filterConditions, orderBy: ['Id'], tableColumns: ['ID', 'id'] })).toBe('1,3')
    expect(await found({ orderBy: ['price'] }, ['ID', 'cost'])).toBe(
      'The table orders has no column "cost", "price"; it has id, customer, amount, ordered',
    )
  })

  test('a column of any type may be blank', async () => {
    const matching = (column: string, comparator: string, qualifier = 'Is') =>
      found({ filterConditions: [[column, qualifier, comparator, '']], orderBy: ['id'] })
    expect(await matching('customer', 'Blank')).toBe('2')
    expect(await matching('customer', 'Null or blank')).toBe('2,3')
    for (const column of ['amount', 'ordered']) {
      expect(await matching(column, 'Blank')).toBe('')
      expect(await matching(column, 'Null or blank')).toBe('2')
      expect(await matching(column, 'Null or blank', 'Not')).toBe('1,3')
    }
  })

  test('a word other than Is and Not is a fault', async () => {
    expect(await found({ filterConditions: [['amount', 'Is not', 'Null', '']] })).toBe(
      'Filter Conditions ("filterConditions") has "Is not" instead of Is or Not',
    )
    expect(await found({ filterConditions: [['amount', 'NOT', 'Null', '']], orderBy: ['id'] })).toBe('1,3')
  })

  test('nulls are the greatest values', async () => {
    expect(await found({ orderBy: ['amount'], sort: 'Ascending' })).toBe('1,3,2')
    expect(await found({ orderBy: ['amount'], sort: 'Descending', limit: '2' })).toBe('2,3')
  })
})
