import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { cancelUnrunnable, findUnrunnable } from '../endings/unrunnable-store.ts'
import { claimExecutions, claimLimited, hasLimits } from './claim-store.ts'
import type { Claimant } from './offer.ts'

const api = useApi()
let places: Awaited<ReturnType<typeof aPublishedProject>>[]
let runnerId: RunnerId

beforeAll(async () => {
  places = []
  for (let i = 0; i < 3; i++) places.push(await aPublishedProject(api))
  runnerId = places[0]!.agentId as RunnerId
})

beforeEach(async () => {
  await sql`delete from execution`.execute(api.db)
  await sql`update environment set max_concurrent_executions = null`.execute(api.db)
})

/** Queues `count` executions of one of the projects for the runner. */
const queue = (place: number, count: number, priority = 0) =>
  queuedExecutions(api.db, { ...places[place]!, agentId: runnerId }, count, priority)

async function aClaimant(): Promise<Claimant> {
  const id = newId<SessionId>()
  await api.db
    .insertInto('runner_session')
    .values({ id, runner_id: runnerId, instance: randomUUID(), agent_version: '1', capacity: 20 })
    .execute()
  return { id, runnerId, connection: 1 }
}

const claim = async (...wanted: Parameters<typeof claimExecutions>) => (await claimExecutions(...wanted)).runs

const projectsOf = (runs: readonly { project: string }[]) =>
  runs.map(({ project }) => places.findIndex(({ projectId }) => projectId === project))

test('one project with very much waiting does not delay the first of another', async () => {
  await queue(0, 20_000)
  await queue(1, 1)
  await queue(2, 3)
  const runs = await claim(api.db, await aClaimant(), 10)
  expect(projectsOf(runs).filter((project) => project === 1)).toHaveLength(1)
  expect(projectsOf(runs).filter((project) => project === 2)).toHaveLength(3)
  expect(runs).toHaveLength(10)
})

test('executions of one environment are claimed in the order they arrived', async () => {
  await queue(0, 30)
  const claimant = await aClaimant()
  const runs = [...(await claim(api.db, claimant, 7)), ...(await claim(api.db, claimant, 50))]
  const ids = runs.map(({ execution }) => execution)
  expect(ids).toEqual([...ids].sort())
  expect(ids).toHaveLength(30)
})

test('what makes up for the past waits for live work', async () => {
  await queue(0, 5, 1)
  await queue(1, 5)
  expect(projectsOf(await claim(api.db, await aClaimant(), 5))).toEqual([1, 1, 1, 1, 1])
})

test('processes that claim at once never get the same, and get all there is', async () => {
  await queue(0, 200)
  await queue(1, 200)
  const claimants = await Promise.all([1, 2, 3, 4].map(aClaimant))
  const given: string[] = []
  await Promise.all(
    claimants.map(async (claimant) => {
      for (let empty = 0; empty < 5; ) {
        const runs = await claim(api.db, claimant, 20)
        given.push(...runs.map(({ execution }) => execution))
        empty = runs.length === 0 ? empty + 1 : 0
      }
    }),
  )
  expect(new Set(given).size).toBe(given.length)
  expect(given).toHaveLength(400)
})

test('an environment runs no more at once than its limit, however many processes claim', async () => {
  const environmentId = places[0]!.environmentId
  await sql`update environment set max_concurrent_executions = 3 where id = ${environmentId}`.execute(api.db)
  await queue(0, 50)
  await queue(1, 5)
  expect(await hasLimits(api.db)).toBe(true)
  const claimants = await Promise.all([1, 2, 3, 4].map(aClaimant))
  const rounds = await Promise.all(claimants.map((claimant) => claimLimited(api.db, claimant, 20)))
  expect(rounds.flatMap(({ runs }) => runs)).toHaveLength(3)
  expect((await claimLimited(api.db, claimants[0]!, 20)).runs).toEqual([])
  expect(projectsOf(await claim(api.db, claimants[0]!, 20))).toEqual([1, 1, 1, 1, 1])

  const ended = rounds.flatMap(({ runs }) => runs)[0]!.execution
  await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${ended}`.execute(api.db)
  expect((await claimLimited(api.db, claimants[1]!, 20)).runs).toHaveLength(1)
})

test('a claim reads what it gives out, not what waits', async () => {
  await queue(0, 20_000)
  await queue(1, 20_000)
  await sql`vacuum analyze execution`.execute(api.db) // tests before left dead index entries
  const claimant = await aClaimant()
  let given = 0
  const read = await rowsRead(api.db, 'execution', async (tx) => {
    given = (await claim(tx, claimant, 10)).length
  })
  expect(given).toBe(10)
  expect(read).toBeGreaterThanOrEqual(given)
  expect(read).toBeLessThan(1_000)
})

test('what is created while its environment or its runner is deleted is cancelled, and nothing else', async () => {
  const elsewhere = (of: object) => queuedExecutions(api.db, { ...places[0]!, agentId: runnerId, ...of }, 2)
  const lost = [
    ...(await elsewhere({ environmentId: newId() })),
    ...(await elsewhere({ agentId: newId<RunnerId>() })),
  ]
  await queue(0, 20_000)
  await queue(1, 3, 1)
  await sql`vacuum analyze execution`.execute(api.db)
  expect(await rowsRead(api.db, 'execution', findUnrunnable)).toBeLessThan(100)
  await cancelUnrunnable(api.db)
  const { rows } = await sql<{ id: string }>`
    select id from execution where status = 'CANCELLED' order by id`.execute(api.db)
  expect(rows.map(({ id }) => id)).toEqual(lost.toSorted())
})
