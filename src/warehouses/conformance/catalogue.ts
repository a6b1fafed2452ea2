import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

const readOnly = { ...never, readOnly: true }

/** What a database has: schemas, tables and columns, for people who write SQL on it. */
export function catalogueTests(bench: () => Bench): void {
  async function rowsOf(sql: string) {
    const rows = []
    for await (const batch of (await bench().warehouse.query(sql, readOnly)).batches) rows.push(...batch)
    return rows
  }
  async function twoTables() {
    const { warehouse } = bench()
    await warehouse.execute(
      `create table orders (id integer, label varchar(20)); create table other (a integer);
       create view orders_open as select id from orders`,
      never,
    )
  }

  test('tables and views are listed by name, whatever the letter case of what they begin with', async () => {
    await twoTables()
    const { warehouse, schema, nameOf } = bench()
    const listed = (prefix: string, limit = 10) =>
      rowsOf(warehouse.catalogue.tables({ schema, prefix, limit }))
    expect(await listed('ORDER')).toEqual([
      [schema, 'orders'].map(nameOf),
      [schema, 'orders_open'].map(nameOf),
    ])
    expect(await listed('')).toHaveLength(3)
    expect(await listed('', 2)).toHaveLength(2)
    expect(await listed("o'; drop table orders; --")).toEqual([])
    expect(await listed('%')).toEqual([])
  })

  test('the schema that bare names mean comes first', async () => {
    await twoTables()
    const { warehouse, schema, nameOf } = bench()
    const [schemas, tables] = [
      warehouse.catalogue.schemas({ limit: 5 }),
      warehouse.catalogue.tables({ prefix: 'ot', limit: 5 }),
    ]
    expect((await rowsOf(schemas))[0]).toEqual([nameOf(schema), '1'])
    expect((await rowsOf(tables))[0]).toEqual([schema, 'other'].map(nameOf))
  })

  test('columns have their types, in order', async () => {
    await twoTables()
    const { warehouse, schema, nameOf } = bench()
    // The schema that bare names mean comes first; others of the database may have a table of that name too.
    const columns = (await rowsOf(warehouse.catalogue.columns({ table: 'orders', limit: 10 }))).slice(0, 2)
    expect(columns.map(([inSchema, table, column]) => [inSchema, table, column])).toEqual([
      [schema, 'orders', 'id'].map(nameOf),
      [schema, 'orders', 'label'].map(nameOf),
    ])
    expect(columns[0]![3]).toMatch(/^(int|number)/i)
    expect(await rowsOf(warehouse.catalogue.columns({ schema, table: 'absent', limit: 10 }))).toEqual([])
  })

  test('the name of a database that leads nowhere is refused', () => {
    const { catalogue } = bench().warehouse
    expect(() => catalogue.tables({ database: 'nowhere', prefix: '', limit: 1 })).toThrow(/nowhere/)
  })
}
