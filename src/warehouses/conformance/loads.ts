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
