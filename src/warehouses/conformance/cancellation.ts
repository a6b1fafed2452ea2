import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

/**
 * A statement that would take hours. PostgreSQL writes both lists of numbers to disk before it joins them, so
 * they are not longer.
 */
const endlessRows = ({ numbers }: Bench): string =>
  `select a.n as n from (select n from ${numbers(10_000_000)}) a
     cross join (select n from ${numbers(10_000_000)}) b where a.n * b.n % 7 = 3`

const endless = (bench: Bench): string => `select count(*) from (${endlessRows(bench)}) counted`

const STARTED_MS = 300
const SOON_MS = 10_000
const GONE_MS = 2_000

/** Aborted signals, many callers at once, and closing. */
export function cancellationTests(bench: () => Bench): void {
  test('a signal that is aborted already keeps a statement from running', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table t (a integer)', never)
    const reason = new Error('cancelled before')
    const aborted = { signal: AbortSignal.abort(reason) }
    await expect(warehouse.execute('insert into t values (1)', aborted)).rejects.toBe(reason)
    await expect(warehouse.query('select 1', aborted)).rejects.toBe(reason)
    await expect(warehouse.describe({ table: 't' }, aborted)).rejects.toBe(reason)
    expect(await rowsOf('select * from t')).toEqual([])
  })

  test('an abort stops the statement inside the database, which lets go of what it held', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table t (n bigint)', never)
    const cancel = new AbortController()
    const reason = new Error('cancelled by a user')
    const running = warehouse.execute(`insert into t ${endless(bench())}`, { signal: cancel.signal })
    const outcome = expect(running).rejects.toBe(reason)
    await pause(STARTED_MS)
    cancel.abort(reason)
    await outcome
    // The drop would wait for a statement that still ran.
    await warehouse.execute('drop table t', { signal: AbortSignal.timeout(SOON_MS) })
    expect(await rowsOf('select 1')).toEqual([['1']])
  })

  test('a cancelled statement is gone from the list of what runs within two seconds', async ({ skip }) => {
    const { warehouse, runningSql, rowsOf } = bench()
    if (runningSql === undefined) return skip('nothing lists what runs here')
    const mark = `cancelled_${randomUUID().slice(0, 8)}`
    const count = async () => Number((await rowsOf(runningSql(mark)))[0]?.[0])
    const cancel = new AbortController()
    const sql = `select /* ${mark} */ count(*) from (${endlessRows(bench())}) counted`
    const outcome = expect(warehouse.execute(sql, { signal: cancel.signal })).rejects.toThrow('enough')
    await expect.poll(count, { timeout: SOON_MS }).toBe(1)
    cancel.abort(new Error('enough'))
    await expect.poll(count, { timeout: GONE_MS }).toBe(0)
    await outcome
  })

  test('an abort ends a query between two batches', async () => {
    const { warehouse, numbers } = bench()
    const cancel = new AbortController()
    const reason = new Error('cancelled by a user')
    const { batches } = await warehouse.query(`select * from ${numbers(100_000)}`, { signal: cancel.signal })
    const reading = (async () => {
      for await (const _ of batches) cancel.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
  })

  test('first statements that come together all find the schema made', async () => {
    const { warehouse } = bench()
    const first = Array.from({ length: 40 }, () => warehouse.execute('select 1', never))
    for (const outcome of await Promise.allSettled(first))
      expect(outcome).toMatchObject({ status: 'fulfilled' })
  })

  test('an abort also ends statements that wait for their turn', async () => {
    const { warehouse, rowsOf } = bench()
    const cancel = new AbortController()
    const options = { signal: cancel.signal }
    const all = Promise.allSettled(
      Array.from({ length: 60 }, () => warehouse.execute(endless(bench()), options)),
    )
    await pause(STARTED_MS)
    const reason = new Error('cancelled by a user')
    cancel.abort(reason)
    const reasons = (await all).map((one) => (one.status === 'rejected' ? one.reason : one.value))
    expect(reasons).toEqual(Array.from({ length: 60 }, () => reason))
    expect(await rowsOf('select 1')).toEqual([['1']])
  })

  test('more callers than there are connections all get their turn', async () => {
    const { warehouse, warehouses, connection, rowsOf } = bench()
    await warehouse.execute('create table t (a integer)', never)
    const same = await warehouses.open(connection)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 === 0 ? warehouse : same).execute(`insert into t values (${n})`, never),
      ),
    )
    expect(await rowsOf('select count(*), sum(a) from t')).toEqual([['100', '4950']])
  })

  test('closing stops what runs, and a later statement opens the database again', async () => {
    const { warehouse, rowsOf } = bench()
    const running = warehouse.execute(endless(bench()), never)
    const outcome = expect(running).rejects.toMatchObject({ name: 'WarehouseError' })
    await pause(STARTED_MS)
    await warehouse.close()
    await outcome
    expect(await rowsOf('select 1')).toEqual([['1']])
  })
}
