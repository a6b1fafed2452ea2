import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { type Log, silent } from '../lib/log.ts'
import { createPasses } from '../lib/service.ts'
import { createLookout, currentValue, dueBy, dueByAny, dueIf, dueWhen } from './lookout.ts'

const t = useDatabase()
beforeAll(() => sql`create table waiting (pass text primary key)`.execute(t.db))
beforeEach(() => sql`delete from waiting`.execute(t.db))

const waits = (pass: string) => sql`exists (select from waiting where pass = ${sql.lit(pass)})`
const put = (...passes: string[]) =>
  sql`insert into waiting select unnest(${passes}::text[]) on conflict do nothing`.execute(t.db)

/** Passes that run until the test ends, and how often each has. */
function run(passes: Parameters<ReturnType<typeof createPasses>>[], log: Log = silent) {
  const stop = new AbortController()
  const turns: Record<string, number> = {}
  const all = passes.map(([name, intervalMs, pass, due]) =>
    createPasses(silent)(
      name,
      intervalMs,
      async (...args) => {
        turns[name] = (turns[name] ?? 0) + 1
        await pass(...args)
      },
      due,
    ),
  )
  const lookout = createLookout(t.db, log, all)
  const running = [...all, lookout].map((service) => service.run(stop.signal))
  const end = async () => {
    stop.abort()
    await Promise.all(running)
  }
  return { turns, lookout, [Symbol.asyncDispose]: end }
}

const nothing = async () => undefined

test('a pass runs within its interval when there is something to do, and not when there is nothing', async () => {
  const take = (pass: string) => sql`delete from waiting where pass = ${pass}`.execute(t.db)
  await using passes = run([
    ['a', 1_000, () => take('a'), dueWhen(waits('a'))],
    ['b', 1_000, () => take('b'), dueWhen(waits('b'))],
  ])
  await expect.poll(() => passes.turns).toEqual({ a: 1, b: 1 }) // each has one turn at the start
  await put('a')
  await expect.poll(() => passes.turns['a']).toBe(2)
  const at = passes.lookout.lastOkAt()
  await expect.poll(() => passes.lookout.lastOkAt()).not.toEqual(at)
  expect(passes.turns).toEqual({ a: 2, b: 1 })
})

test('a pass that has something to do all the time is woken once in its interval', async () => {
  await put('seldom', 'often')
  await using passes = run([
    ['often', 1_000, nothing, dueWhen(waits('often'))],
    ['seldom', 60_000, nothing, dueWhen(waits('seldom'))],
  ])
  await expect.poll(() => passes.turns['often']).toBeGreaterThan(4)
  expect(passes.turns['seldom']).toBe(2) // at the start, and when it was found
})

test('a pass decides by an answer, and one of several conditions is enough', async () => {
  const isLarge = dueBy(sql`(select count(*)::integer from waiting)`, (count: number) => count > 2)
  await using passes = run([['either', 1_000, nothing, dueByAny(dueWhen(waits('c')), isLarge)]])
  await put('a', 'b')
  const at = passes.lookout.lastOkAt()
  await expect.poll(() => passes.lookout.lastOkAt()).not.toEqual(at)
  expect(passes.turns['either']).toBe(1)
  await put('d')
  await expect.poll(() => passes.turns['either']).toBe(2)
})

test('a pass that knows by itself whether it is due is woken beside those that are asked for', async () => {
  let waits = false
  await using passes = run([
    ['asked for', 1_000, nothing, dueWhen(sql`false`)],
    ['knows', 1_000, nothing, dueIf(() => waits)],
  ])
  const at = passes.lookout.lastOkAt()
  await expect.poll(() => passes.lookout.lastOkAt()).not.toEqual(at)
  expect(passes.turns).toEqual({ 'asked for': 1, knows: 1 })
  waits = true
  await expect.poll(() => passes.turns['knows']).toBeGreaterThan(1)
})

test('a question is asked with the value that its parameter has at each look', async () => {
  let wanted = 'nothing'
  const question = sql`exists (select from waiting where pass = any(${currentValue(() => [wanted])}::text[]))`
  await put('a')
  await using passes = run([['a', 1_000, nothing, dueWhen(question)]])
  const at = passes.lookout.lastOkAt()
  await expect.poll(() => passes.lookout.lastOkAt()).not.toEqual(at)
  expect(passes.turns).toEqual({ a: 1 })
  wanted = 'a'
  await expect.poll(() => passes.turns['a']).toBeGreaterThan(1)
})

test('a lookout that cannot ask is reported, and asks again', async () => {
  const error = vi.fn()
  await sql`alter table waiting rename to hidden`.execute(t.db)
  await using passes = run([['a', 1_000, nothing, dueWhen(waits('a'))]], { ...silent, error })
  await expect
    .poll(() => error)
    .toHaveBeenCalledWith(expect.objectContaining({ pass: 'look for work' }), 'A pass failed')
  expect(passes.lookout.lastOkAt()).toBeUndefined()
  await sql`alter table hidden rename to waiting`.execute(t.db)
  await put('a')
  await expect.poll(() => passes.turns['a']).toBeGreaterThan(1)
})
