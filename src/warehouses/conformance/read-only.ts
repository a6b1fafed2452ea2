import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

const readOnly = { ...never, readOnly: true }

/** Queries that may change nothing: samples. */
export function readOnlyTests(bench: () => Bench): void {
  test('a read-only query has rows, and sees what others have committed', async () => {
    const { warehouse, nameOf } = bench()
    await warehouse.execute('create table seen (n integer); insert into seen values (7)', never)
    const { columns, batches } = await warehouse.query('select n from seen', readOnly)
    expect(columns).toEqual([nameOf('n')])
    for await (const batch of batches) expect(batch).toEqual([['7']])
  })

  test.each([
    'create table made (n integer)',
    'insert into kept values (2)',
    'delete from kept',
    'select 1; insert into kept values (2)',
    'commit; insert into kept values (2)',
  ])('read-only: %s changes nothing', async (sql) => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table kept (n integer); insert into kept values (1)', never)
    await expect(warehouse.query(sql, readOnly)).rejects.toMatchObject({ name: 'WarehouseError' })
    expect(await rowsOf('select n from kept')).toEqual([['1']])
    expect(await warehouse.describe({ table: 'made' }, never)).toBeUndefined()
  })

  test('a read-only query that is left early leaves the table free for those who change it', async () => {
    const { warehouse, numbers, rowsOf } = bench()
    await warehouse.execute(`create table many as select n from ${numbers(20_000)}`, never)
    const { batches } = await warehouse.query('select * from many', readOnly)
    for await (const _ of batches) break
    await warehouse.execute('alter table many add column more integer; delete from many where n > 0', never)
    expect(await rowsOf('select count(*) from many')).toEqual([['1']])
  })
}
