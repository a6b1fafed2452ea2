import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { readRows } from '../../common/sql.ts'
import type { Field } from './fields.ts'
import { createLoad } from './load.ts'

const warehouses = warehousesOfTests()
const options = { signal: new AbortController().signal }
afterAll(() => warehouses.close())

describe.each(TEST_DATABASES)('Rows that are added to a table of $name', (database) => {
  let schema: EmptySchema
  let warehouse: Warehouse
  beforeAll(async () => {
    schema = await database.create()
    warehouse = await warehouses.open(schema.connection)
    const columns = 'n decimal(38,0), price decimal(10,2), day date, seen timestamp, word varchar(10)'
    await warehouse.execute(`create table sold (${columns})`, options)
    return () => schema.remove()
  })

  async function load(fields: readonly Omit<Field, 'member'>[], elements: readonly object[]) {
    const columns = fields.map((field) => ({ ...field, member: field.name }))
    const table = { table: 'sold' }
    const one = createLoad({
      warehouse,
      options,
      table,
      mode: 'TRUNCATE_AND_INSERT',
      key: randomUUID(),
      columns,
    })
    try {
      await one.begin()
      for (const element of elements) await one.add(JSON.stringify(element))
      await one.finish()
    } finally {
      await one.abandon()
    }
    return (await readRows(warehouse, 'select * from sold', 10, options)).rows
  }

  const [number, text] = [{ type: 'NUMBER' as const }, { type: 'STRING' as const }]
  const moment = { ...text, definition: { type: 'TIMESTAMP' } }

  test('keep the digits that a decimal of the table holds, whether or not the first ones have a fraction', async () => {
    await warehouse.execute('drop table if exists paid', options)
    await warehouse.execute('create table paid (id integer, amount decimal(28,9))', options)
    const one = createLoad({
      warehouse,
      options,
      table: { table: 'paid' },
      mode: 'APPEND',
      key: randomUUID(),
      columns: undefined,
    })
    await one.begin()
    for (const amount of ['7', '1234567890123456789.123456789', '1.5e3', 'null'])
      await one.add(`{"id": 1, "amount": ${amount}}`)
    await one.finish()
    const { rows } = await readRows(
      warehouse,
      'select amount from paid where amount is not null order by amount',
      10,
      options,
    )
    expect(rows).toEqual([['7.000000000'], ['1500.000000000'], ['1234567890123456789.123456789']])
  })

  test('have the types of its columns, also those that are empty this time', async () => {
    const fields = [
      { name: 'n', ...number },
      { name: 'price', ...number },
      { name: 'day', ...moment },
      { name: 'seen', ...text },
      { name: 'word', type: 'INTEGER' as const },
    ]
    const rows = [
      { n: 10, price: 10.125, day: '2024-01-02 00:00:00', seen: null, word: 7 },
      { n: null, price: null, day: null, seen: '2024-01-02 03:04:05', word: null },
    ]
    expect(await load(fields, rows)).toEqual([
      ['10', '10.13', '2024-01-02', null, '7'],
      [null, null, null, '2024-01-02 03:04:05', null],
    ])
  })

  test.each([
    ['n', number, 10.4],
    ['n', text, '10.5'],
    ['day', moment, '2024-01-02 03:04:05'],
    ['day', text, '2024-01-02 03:04:05'],
  ])('lose no fraction and no time of %s', async (name, field, value) => {
    await load([{ name: 'n', ...number }], [{ n: 1 }])
    await expect(load([{ name, ...field }], [{ [name]: null }, { [name]: value }])).rejects.toThrow(
      new RegExp(
        `The column "${name}" of sold is of type .*, and (numbers with a fraction|days with a time)`,
      ),
    )
    const { rows } = await readRows(warehouse, 'select n from sold', 10, options)
    expect(rows).toEqual([['1']])
  })
  test.each([
    ['n', 'none'],
    ['day', 'the day after'],
  ])('name the column %s of a text that does not fit', async (name, value) => {
    await load([{ name: 'n', ...number }], [{ n: 1 }])
    const loading = load([{ name, ...text }], [{ [name]: value }])
    await expect(loading).rejects.toThrow(
      new RegExp(
        `^The column "${name}" of sold is of type .*, and a value that came for it does not fit: .*$`,
        's',
      ),
    )
    await expect(loading).rejects.not.toThrow(/select/)
  })

  test.each(['STRING', 'ANY'] as const)(
    'take the character U+0000 in %s, or name its element',
    async (type) => {
      await warehouse.execute(
        'drop table if exists sold; create table sold (id integer, name varchar(9))',
        options,
      )
      const fields = [
        { name: 'id', ...number },
        { name: 'name', type, member: 'name' },
      ]
      const rows = [
        { id: 1, name: String.raw`a\u0000` },
        { id: 2, name: 'b\u0000b' },
      ]
      const said = await load(fields, rows).then(() => undefined, String)
      if (said !== undefined || database.name === 'PostgreSQL')
        expect(said).toMatch(/Element 2: "name" has the character U\+0000/)
    },
  )
})
