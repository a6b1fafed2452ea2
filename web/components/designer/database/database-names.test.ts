import { expect, test } from 'vitest'
import { createDatabaseNames, type DatabaseTables, type TablesWanted } from './database-names.ts'

const answer = (names: readonly string[], more: boolean): DatabaseTables => ({
  ok: true,
  usualSchema: 'public',
  schemas: ['public'],
  tables: names.map((name) => ({ schema: 'public', name })),
  more,
  latencyMs: 1,
})

function names(read: (wanted: TablesWanted) => DatabaseTables) {
  const asked: TablesWanted[] = []
  const clock = { now: 0 }
  const made = createDatabaseNames(
    async (wanted) => {
      asked.push(wanted)
      return read(wanted)
    },
    () => clock.now,
  )
  const listed = async (prefix: string) => (await made.tables(prefix)).tables?.map(({ name }) => name)
  return { asked, clock, listed, ...made }
}

test('a small database is asked once a minute', async () => {
  const { asked, clock, listed } = names(() => answer(['Orders', 'other', 'a'], false))
  expect(await listed('O')).toEqual(['Orders', 'other'])
  expect(await listed('ord')).toEqual(['Orders'])
  expect(asked).toEqual([{ limit: 1_000 }])
  clock.now = 60_000
  await listed('')
  expect(asked).toHaveLength(2)
})

test('a large one is asked for what names begin with, each beginning once', async () => {
  const { asked, listed } = names(({ prefix }) =>
    answer(prefix === 'or' ? ['orders'] : ['a'], prefix !== 'or'),
  )
  expect(await listed('OR')).toEqual(['orders'])
  expect(await listed('or')).toEqual(['orders'])
  expect(asked).toEqual([{ limit: 1_000 }, { limit: 1_000, prefix: 'or' }])
})

test('what is known of a large one are those that were listed, behind those that begin like a text', async () => {
  const { known } = names(({ prefix }) => answer(prefix === 'or' ? ['orders', 'a'] : ['a', 'b'], true))
  expect((await known('')).tables?.map(({ name }) => name)).toEqual(['a', 'b'])
  expect((await known('OR')).tables?.map(({ name }) => name)).toEqual(['orders', 'a', 'b'])
})

test('a failure is not kept', async () => {
  let isBroken = true
  const { asked, tables } = names(() =>
    isBroken ? { ok: false, message: 'away', latencyMs: 0 } : answer(['a'], false),
  )
  expect(await tables('a')).toMatchObject({ ok: false, message: 'away' })
  isBroken = false
  expect(await tables('a')).toMatchObject({ ok: true })
  expect(asked).toHaveLength(2)
})

test('columns are asked for by table and schema', async () => {
  const { asked, columns } = names(() => answer(['orders'], false))
  await columns('Orders', 'sales')
  await columns('orders', 'sales')
  await columns('orders')
  expect(asked).toEqual([{ table: 'orders', schema: 'sales' }, { table: 'orders' }])
})
