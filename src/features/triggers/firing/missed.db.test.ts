import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import {
  aPlaceWith,
  aTrigger,
  endedRuns,
  historyOf,
  outcomesOf,
  type TriggerPlace,
} from '../../../../test/support/triggers.ts'

const api = useApi()
const WAIT = { timeout: 15_000 }

/** Ends more executions than are expanded at once, together. */
const endedLongAgo = (place: TriggerPlace) =>
  api.db.transaction().execute(async (tx) => {
    const ended = await endedRuns(tx, place, 'P', Array(45).fill('SUCCESS'))
    await sql`update execution set finished_at = now() - interval '1 minute' where id = any(${ended}::uuid[])`.execute(
      tx,
    )
    return ended
  })

test.each([
  ['RUN_ALL', ['FIRED', 'FIRED', 'FIRED']],
  ['RUN_ONCE', ['FIRED', 'MISSED', 'MISSED']],
  ['SKIP', ['MISSED', 'MISSED', 'MISSED']],
])('what no server saw within 30 s: %s', async (missedRunPolicy, expected) => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const { triggerId } = await aTrigger(api, projectId, { missedRunPolicy })
  await sql`
    insert into trigger_fire (trigger_id, cause, facts, depth, occurred_at)
    select ${triggerId}, 'n ' || n, '{}', 1, now() - interval '31 seconds' from generate_series(1, 3) as n`.execute(
    api.db,
  )
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(expected)
})

test('of many ends that come together long after they happened, RUN_ONCE starts the latest only', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId } = await aTrigger(api, projectId, { missedRunPolicy: 'RUN_ONCE' })
  const ids = await endedLongAgo(place)
  await expect
    .poll(() => outcomesOf(api, projectId, triggerId), WAIT)
    .toEqual(['FIRED', ...Array(44).fill('MISSED')])
  expect((await historyOf(api, projectId, triggerId))[0]!.cause).toBe(`execution ${ids.at(-1)}`)
})

test('while ends are left that nobody saw in time, only what RUN_ONCE missed waits for them', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId: all } = await aTrigger(api, projectId)
  const { triggerId: once } = await aTrigger(api, projectId, { missedRunPolicy: 'RUN_ONCE' })
  await endedLongAgo(place)
  await expect
    .poll(() => outcomesOf(api, projectId, once), WAIT)
    .toEqual(['FIRED', ...Array(44).fill('MISSED')])
  await expect.poll(() => outcomesOf(api, projectId, all), WAIT).toEqual(Array(45).fill('FIRED'))
  const { rows } = await sql<{ trigger: string }>`
    select trigger_id as trigger from trigger_fire where trigger_id in (${all}, ${once})
     group by trigger_id, decided_at order by decided_at, trigger_id = ${all}`.execute(api.db)
  expect(rows.map(({ trigger }) => (trigger === all ? 'all' : 'once'))).toEqual(['all', 'all', 'once', 'all'])
})
