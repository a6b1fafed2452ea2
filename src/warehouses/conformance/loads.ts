import { expect, test } from 'vitest'
import { batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type Bench, never } from './bench.ts'

/** Transactions that take rows in: what components load files with. */
export function loadTests(bench: () => Bench): void {
  const [first, second] = [batchColumn(0), batchColumn(1)]

  test('rows arrive as they are, batch after batch, and are there when the load commits', async () => {
    const { warehouse, rowsOf, speak } = bench()
    await warehouse.execute(speak('create table loaded (a varchar, b varchar)'), never)
    const rows: Cell[][] = [
      ['tab\there', 'line\nend\r'],
      ['back\\slash', '\\N'],
      ['', null],
      ['é 𝄞 "\'', '\\.'],
    ]
    const load = await warehouse.beginLoad(never)
    await load.fill(rows)
    const insert = `insert into loaded select ${first}, ${second} from ${load.batch}`
    expect(await load.execute(insert)).toBe(4)
    await load.fill(Array.from({ length: 5_000 }, (_, n) => [`n${n}`, null]))
    expect(await load.execute(insert)).toBe(5_000)
    await load.fill([['other', 'number', 'of cells']])
    expect(
      await load.execute(`insert into loaded select ${first}, ${batchColumn(2)} from ${load.batch}`),
    ).toBe(1)
    await load.commit()
    await load.rollback()
    expect(await rowsOf("select a, b from loaded where a not like 'n%' order by a")).toEqual(
      expect.arrayContaining([...rows, ['other', 'of cells']]),
    )
    expect(await rowsOf('select count(*) from loaded')).toEqual([['5005']])
  })

  test('a row that may be there once is refused a second time, also when two transactions add it at once', async () => {
    const { warehouse, rowsOf } = bench()
    const { keyText, hasKeys, tableOptions, beforeInsertOnce, insertOnce } = warehouse.parts
    const table = warehouse.quoteTable({ table: 'headrace_once' })
    const create = `create table if not exists ${table} (id ${keyText} ${hasKeys ? 'primary key' : 'not null'})${tableOptions}`
    await warehouse.execute(create, never)
    const add = async (id: string) => {
      const before = beforeInsertOnce(table, `id = '${id}'`)
      if (before.length > 0) await warehouse.execute(before.join(';\n'), never)
      const insert = `insert into headrace_once select '${id}'`
      const script = ['begin', insertOnce(table, insert, `id = '${id}'`), 'commit'].join(';\n')
      return warehouse.execute(script, never)
    }
    await add('a')
    await expect(add('a')).rejects.toThrow(WarehouseError)
    await add('b')
    const both = await Promise.allSettled([add('c'), add('c')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rowsOf('select id from headrace_once order by id')).toEqual([['a'], ['b'], ['c']])
  })

  test('an empty copy has the columns that are wanted, and refuses null where it should', async () => {
    const { warehouse, rowsOf, speak, nameOf } = bench()
    await warehouse.execute(speak('create table original (a varchar(10), b integer, c date)'), never)
    await warehouse.execute(`insert into original values ('x', 1, '2024-01-31')`, never)
    const described = await warehouse.describeQuery('select b, a from original', never)
    const columns = described.map(({ name, type }) => ({ name, type, isRequired: name === nameOf('b') }))
    await warehouse.execute(warehouse.parts.emptyCopy('made', 'original', columns).join(';\n'), never)
    await warehouse.execute(`insert into made (b, a) values (1, null)`, never)
    await expect(warehouse.execute(`insert into made (b, a) values (null, 'x')`, never)).rejects.toThrow(
      WarehouseError,
    )
    expect(await rowsOf('select b, a from made')).toEqual([['1', null]])
  })

  test('what fails, is rolled back or cancelled leaves nothing', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table loaded (a integer)', never)
    const insert = (batch: string) =>
      `insert into loaded select ${warehouse.castSql(first, 'VARCHAR', 'integer')} from ${batch}`
    const begun = async (options = never) => {
      const load = await warehouse.beginLoad(options)
      await load.fill([['1']])
      await load.execute(insert(load.batch))
      return load
    }
    await (await begun()).rollback()
    const failing = await begun()
    await failing.fill([['2'], ['three']])
    await expect(failing.execute(insert(failing.batch))).rejects.toThrow(WarehouseError)
    await failing.rollback()
    const controller = new AbortController()
    const cancelled = await begun({ signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(cancelled.commit()).rejects.toThrow('enough')
    await cancelled.rollback()
    expect(await rowsOf('select count(*) from loaded')).toEqual([['0']])
  })
}
