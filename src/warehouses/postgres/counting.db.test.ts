import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWarehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const warehouses = createWarehouses()
const options = { signal: new AbortController().signal }
let warehouse: Warehouse

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  warehouse = await warehouses.open({
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema: 'counting',
  })
})
afterAll(async () => {
  await warehouse.execute('drop schema counting cascade', options)
  await warehouses.close()
})

const counts = (sql: string, count: 'all' | 'last' = 'all') => warehouse.execute(sql, { ...options, count })
const changes = (inserted: number, updated: number, deleted: number) => ({ inserted, updated, deleted })

test('changes of a script are told apart by kind, all of them or the last ones', async () => {
  const script = `create table t as select n as id, 1 as v from generate_series(0, 4) n;
    insert into t values (7, 1), (8, 1); update t set v = 2 where id > 5; delete from t where id = 8`
  expect(await counts(script)).toEqual({ rowCount: 10, changes: changes(7, 2, 1) })
  expect(await counts('insert into t values (9, 1); update t set v = 3 where id = 9', 'last')).toEqual({
    rowCount: 1,
    changes: changes(0, 1, 0),
  })
  expect(await counts('select * from t')).toEqual({ rowCount: 7, changes: undefined })
  expect(await counts('drop table t')).toEqual({ rowCount: 0, changes: undefined })
})

test('a merge tells its actions apart, also when it finds nothing to do', async () => {
  await counts('create table m as select n as id, 1 as v from generate_series(0, 4) n')
  const merge = (from: string) => `merge into m using (${from}) s on m.id = s.id
    when matched and s.id = 4 then delete
    when matched then update set v = 9
    when not matched then insert (id, v) values (s.id, 9)`
  const counted = await warehouse.mergeSql(merge('select n as id from generate_series(3, 8) n'), options)
  expect(await counts(counted)).toEqual({ rowCount: 6, changes: changes(4, 1, 1) })
  const nothing = await warehouse.mergeSql(merge('select 1 as id where false'), options)
  expect(await counts(nothing, 'last')).toEqual({ rowCount: 0, changes: changes(0, 0, 0) })
  const plain = merge('select 1 as id') // as a script of a person says it, and as older databases do it
  expect(await counts(plain)).toEqual({ rowCount: 1, changes: undefined })
})
