import { expect, test } from 'vitest'
import type { JsonColumn } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type Bench, never } from './bench.ts'

/** What sinks and extracts write with: rewritten tables, views, merges, rows from JSON. */
export function writingTests(bench: () => Bench): void {
  test('a table is rewritten from itself, and a view on it stays', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table t as select 1 as a; create view v as select a from t', never)
    const sql = warehouse.rewriteTableSql({ table: 't' }, 'select a + 1 as a from t union all select 9', {
      sameColumns: true,
      columns: [{ name: 'a', type: 'integer' }],
    })
    expect(await warehouse.execute(sql, { ...never, count: 'last' })).toMatchObject({ rowCount: 2 })
    await warehouse.execute(sql, never)
    expect(await rowsOf('select a from v order by a')).toEqual([['3'], ['9'], ['10']])
  })

  test('a table is rewritten with other columns, and created where it is missing', async () => {
    const { warehouse, rowsOf } = bench()
    const rewrite = (query: string) =>
      warehouse.execute(
        warehouse.rewriteTableSql({ table: 'Odd "t"' }, query, { sameColumns: false, columns: [] }),
        {
          ...never,
          count: 'last',
        },
      )
    expect(await rewrite('select 1 as a')).toMatchObject({ rowCount: 1 })
    expect(await rewrite("select 'x' as b, 2 as c union all select 'y', 3")).toMatchObject({ rowCount: 2 })
    expect(await rowsOf('select b, c from "Odd ""t""" order by b')).toEqual([
      ['x', '2'],
      ['y', '3'],
    ])
  })

  test('a view becomes the query, whatever it was before', async () => {
    const { warehouse, rowsOf } = bench()
    const view = { table: 'Odd "v"' }
    await warehouse.execute(warehouse.createViewSql(view, "select 1 as a, 'it''s; so' as b"), never)
    await warehouse.execute(warehouse.createViewSql(view, 'select 2 as c'), never)
    expect(await rowsOf('select * from "Odd ""v"""')).toEqual([['2']])
  })

  test('a merge tells inserted, updated and deleted rows apart', async () => {
    const { warehouse, numbers, queryId } = bench()
    await warehouse.execute(`create table m as select n as id, 1 as v from ${numbers(5)}`, never)
    const merge = (from: string) => ({
      sql: `merge into m using (${from}) s on m.id = s.id
        when matched and s.id = 4 then delete
        when matched then update set v = 9
        when not matched then insert (id, v) values (s.id, 9)`,
      table: 'm',
      target: 'm',
      source: `(${from}) s`,
      alias: 'm',
      sourceAlias: 's',
      on: 'm.id = s.id',
      changes: 'm.id = s.id',
      matched: [{ condition: 's.id = 4' }, { sets: [{ target: 'v', value: '9' }] }],
      insert: { columns: ['id', 'v'], values: ['s.id', '9'] },
    })
    const counted = await warehouse.mergeSql(merge(`select n + 3 as id from ${numbers(6)}`), never)
    expect(await warehouse.execute(counted, never)).toEqual({
      rowCount: 6,
      changes: { inserted: 4, updated: 1, deleted: 1 },
      queryId,
    })
    const nothing = await warehouse.mergeSql(merge('select 1 as id where 1 = 0'), never)
    expect(await warehouse.execute(nothing, never)).toEqual({
      rowCount: 0,
      changes: { inserted: 0, updated: 0, deleted: 0 },
      queryId,
    })
    const twice = await warehouse.mergeSql(merge('select 2 as id union all select 2'), never)
    await expect(warehouse.execute(twice, never)).rejects.toThrow(/row.*(second time|match one row)/i)
    const fresh = await warehouse.mergeSql(merge('select 50 as id union all select 51'), never)
    expect((await warehouse.execute(fresh, never)).rowCount).toBe(2)
  })

  jsonTests(bench)
}

const ODD_MEMBER = `a/b~c'd"e`

function jsonTests(bench: () => Bench): void {
  const columns = ({ warehouse }: Bench): readonly JsonColumn[] => {
    const number = warehouse.typeSql({ type: 'NUMBER', size: '38' })
    const text = warehouse.typeSql({ type: 'VARCHAR' })
    const variant = warehouse.typeSql({ type: 'VARIANT' })
    return [
      { name: 'id', type: number, member: 'id', json: false },
      { name: 'Odd "name"', type: text, member: ODD_MEMBER, json: false },
      { name: 'more', type: variant, member: 'more', json: true },
    ]
  }

  async function insert(elements: string): Promise<number> {
    const { warehouse } = bench()
    const named = columns(bench())
    const definitions = named.map(({ name, type }) => `${warehouse.quoteName(name)} ${type}`).join(', ')
    await warehouse.execute(`create table if not exists j (${definitions})`, never)
    const sql = warehouse.insertJsonSql({ table: 'j' }, named, elements)
    return (await warehouse.execute(sql, never)).rowCount
  }

  test('rows from JSON keep every digit, quotes and what is nested', async () => {
    const digits = '12345678901234567890123456789012345678'
    const text = JSON.stringify('it\'s "quoted"; -- so')
    expect(await insert(`[{"id": ${digits}, "a/b~c'd\\"e": ${text}, "more": {"k": [1]}}]`)).toBe(1)
    const [row] = await bench().rowsOf('select id, "Odd ""name""", more from j')
    expect(row?.slice(0, 2)).toEqual([digits, 'it\'s "quoted"; -- so'])
    expect(JSON.parse(row?.[2] ?? '')).toEqual({ k: [1] })
  })

  test('a member that is null or absent is no value', async () => {
    expect(await insert('[{"id": null, "more": null}, {}]')).toBe(2)
    expect(await bench().rowsOf('select * from j')).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })

  test('a number that is not whole is refused where whole ones belong, not rounded', async () => {
    await expect(insert('[{"id": 1}, {"id": 1.5}]')).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringContaining('1.5'),
    })
    expect(await bench().rowsOf('select * from j')).toEqual([])
  })

  test('a whole number of more digits than its column has is refused, and is not null', async () => {
    await expect(insert(`[{"id": 1}, {"id": ${'9'.repeat(80)}}]`)).rejects.toThrow(WarehouseError)
    expect(await bench().rowsOf('select * from j')).toEqual([])
  })

  test('no element is no row', async () => {
    expect(await insert('[]')).toBe(0)
  })
}
