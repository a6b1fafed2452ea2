import { expect, test } from 'vitest'
import { WarehouseError } from '../warehouse-error.ts'
import { besideName } from './beside.ts'
import type { ClickHouseSession } from './connections.ts'
import { clickHouseParts } from './parts.ts'
import { executeScript } from './script.ts'

/** A session whose counts do as they are told; answers what was sent. */
function sessionOf(
  count: () => Promise<readonly (readonly string[])[]>,
  signal = new AbortController().signal,
) {
  const sent: string[] = []
  const session: ClickHouseSession = {
    signal,
    place: { database: 'shop' },
    async run(sql) {
      sent.push(sql)
      return { id: 'query', columns: [], written: 0, rows: (async function* () {})() }
    },
    rowsOf: count,
    release: () => undefined,
  }
  return { session, sent }
}

const sql = 'delete from t where a = 1'

test('rows of a DELETE are counted before it', async () => {
  const { session, sent } = sessionOf(async () => [['3']])
  expect(await executeScript(session, sql)).toEqual({
    rowCount: 3,
    changes: { inserted: 0, updated: 0, deleted: 3 },
    queryId: 'query',
  })
  expect(sent).toEqual([sql])
})

test('a statement whose rows cannot be counted is run all the same', async () => {
  const refused = () => Promise.reject(new WarehouseError('Not enough privileges'))
  const { session, sent } = sessionOf(refused)
  expect(await executeScript(session, sql)).toEqual({ rowCount: 0, changes: undefined, queryId: 'query' })
  expect(sent).toEqual([sql])
})

test('a table may be called temporary, and not be one', async () => {
  const { session, sent } = sessionOf(async () => [])
  const named = 'create table temporary (a Int8) order by a'
  await executeScript(session, named)
  expect(sent).toEqual([named])
  await expect(executeScript(session, 'create or replace temporary table t (a Int8)')).rejects.toThrow(
    /without a session/,
  )
})

test('the table beside another is dropped when the script is cancelled, whatever its name', async () => {
  const cancel = new AbortController()
  const { session } = sessionOf(async () => [], cancel.signal)
  const sent: (readonly [string, boolean])[] = []
  const cancelled: ClickHouseSession = {
    ...session,
    async run(text, how) {
      sent.push([text.split(' ', 2).join(' '), how.signal?.aborted ?? cancel.signal.aborted])
      if (text.startsWith('insert')) cancel.abort(new WarehouseError('cancelled'))
      if (text.startsWith('insert')) throw cancel.signal.reason
      return session.run(text, how)
    },
  }
  const refill = clickHouseParts.refill('"my shop"."an order"', '"a"', 'select 1')
  // A load remembers itself behind it.
  const script = [...refill, 'select 2'].join(';\n')
  await expect(executeScript(cancelled, script, { isFramed: true })).rejects.toThrow('cancelled')
  expect(sent).toEqual([
    ['create table', false],
    ['insert into', false],
    ['drop table', false],
  ])
  expect(script).toContain('create table "my shop"."headrace_beside_')
})

test('what a killed script left beside a table goes with the next one, when it is a day old', async () => {
  const [old, fresh] = [0, Date.now()].map((at) => besideName('"t"', at).slice(1, -1))
  const asked: string[] = []
  const { session, sent } = sessionOf(async () => [[old!], [fresh!]])
  const rowsOf = (text: string) => {
    asked.push(text)
    return session.rowsOf(text)
  }
  const refill = clickHouseParts.refill('"my shop"."t"', '"a"', 'select 1')
  await executeScript({ ...session, rowsOf }, refill.join(';\n'))
  expect(sent).toEqual([`drop table if exists "my shop"."${old}"`, ...refill])
  expect(asked).toEqual([
    expect.stringContaining(`database = 'my shop' and startsWith(name, 'headrace_beside_')`),
  ])
})

test('a step that is cancelled while its rows are counted does not change them', async () => {
  const cancel = new AbortController()
  const { session, sent } = sessionOf(() => {
    cancel.abort(new WarehouseError('cancelled'))
    return Promise.reject(cancel.signal.reason)
  }, cancel.signal)
  await expect(executeScript(session, sql)).rejects.toThrow('cancelled')
  expect(sent).toEqual([])
})
