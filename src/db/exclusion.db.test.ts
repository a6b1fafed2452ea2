import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { createExclusion, type Exclusion } from './exclusion.ts'

/** Two API processes over one database. */
const t = useDatabase()
let one: Exclusion
let other: Exclusion
beforeAll(() => {
  one = createExclusion(t.url)
  other = createExclusion(t.url)
})
afterAll(() => Promise.all([one.close(), other.close()]))

/** Work of this key that has begun, and goes on until it is told to end. */
async function workOn(key: string, log: string[] = []) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = one.exclusively(key, async () => {
    begun.resolve()
    await end.promise
    log.push('first')
  })
  await begun.promise
  return { end: end.resolve, done }
}

test('work of one key is done one after the other in all processes, work of other keys meanwhile', async () => {
  const log: string[] = []
  const first = await workOn('project', log)
  const later = [one, other, one, other].map((exclusion, n) =>
    exclusion.exclusively('project', async () => log.push(`later ${n}`)),
  )
  // Asked for after the others over the same connections: had those got a turn, they would be done.
  for (const exclusion of [one, other]) await exclusion.exclusively('runner', async () => undefined)
  expect(log).toEqual([])
  first.end()
  await Promise.all([first.done, ...later])
  expect([log[0], log.length]).toEqual(['first', 5])
  expect(log.indexOf('later 0')).toBeLessThan(log.indexOf('later 2'))
})

test('whoever waits too long is refused, and leaves the turn with who has it', async () => {
  const log: string[] = []
  const first = await workOn('project', log)
  const late = [one, other].map((exclusion) => exclusion.exclusively('project', async () => log.push('late')))
  for (const result of await Promise.allSettled(late))
    expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'service-unavailable' } })
  const next = one.exclusively('project', async () => log.push('next'))
  await one.exclusively('runner', async () => undefined)
  expect(log).toEqual([])
  first.end()
  await Promise.all([first.done, next])
  expect(log).toEqual(['first', 'next'])
})

test('work that fails gives the turn back', async () => {
  const failing = one.exclusively('project', async () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await other.exclusively('project', async () => 'done')).toBe('done')
})

test('a connection that was lost is made again', async () => {
  const first = await workOn('project')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'headrace exclusion' and datname = current_database()`.execute(t.db)
  first.end()
  await first.done
  const again = () => one.exclusively('project', async () => 'done').catch(() => 'failed')
  await expect.poll(again, { timeout: 30_000 }).toBe('done')
})

test('a connection that is opened while another one closes is closed in its turn', async () => {
  const third = createExclusion(t.url)
  const open = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
       where application_name = 'headrace exclusion' and datname = current_database()`.execute(t.db)
    return rows.map(({ pid }) => pid)
  }
  await Promise.all([one.close(), other.close()])
  await expect.poll(open).toEqual([])
  for (let round = 0; round < 5; round++) {
    await third.exclusively('project', async () => undefined)
    await Promise.all([third.close(), third.exclusively('project', async () => undefined)])
  }
  await third.close()
  await expect.poll(open).toEqual([])
})
