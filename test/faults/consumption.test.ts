import { afterAll, beforeAll, expect, test } from 'vitest'
import { slotlessTypes } from '../../src/pipeline/slotless.ts'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, twoCalls } from '../support/soundness.ts'

/**
 * What is consumed is what the journal says, to the microsecond, whoever is killed while executions run and
 * are counted.
 */
const ROUNDS = 3
const RUNS = 60
let fleet: Fleet
let world: SideEffects
let apis: ApiProcess[]
let runner: Running

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(4), sideEffects()])
  apis = [await fleet.startApi(), await fleet.startApi()]
  runner = await fleet.startRunner()
  const child = { pipelineName: 'Child', setScalarVariables: [] }
  await fleet.publish({
    ...twoCalls(world),
    'Child.orch.yaml': orchestration({ Start: start('Short'), Short: bash('sleep 1') }),
    'Parent.orch.yaml': orchestration({
      Start: start('Fails', 'Call'),
      Call: { type: 'run-orchestration', parameters: { orchestrationJob: 'Child', ...child } },
      Fails: bash('sleep 0.5; exit 1'),
    }),
  })
}, 180_000)
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

/** Ends each process of the platform without ceremony while executions run, and starts it again. */
async function killEach(): Promise<void> {
  for (const n of [0, 1]) {
    apis[n]!.child.kill('SIGKILL')
    apis[n] = await fleet.startApi()
  }
  runner.child.kill('SIGKILL')
  runner = await fleet.startRunner()
  await fleet.restartPostgres(200)
}

interface Sums {
  readonly [pipelineAndDay: string]: number
}

/**
 * What the steps in the journal that kept a slot took, by pipeline and day: added up here, not by the
 * database.
 */
async function journalSums(): Promise<Sums> {
  const steps = await fleet.query<{ pipeline: string; from: string; to: string }>(
    `select x.pipeline_name as pipeline, (extract(epoch from s.started_at) * 1000000)::bigint::text as from,
            (extract(epoch from s.finished_at) * 1000000)::bigint::text as to
       from execution x join step s on s.execution_id = x.id
      where s.finished_at is not null and s.child_execution_id is null and s.type <> all($1)`,
    [slotlessTypes],
  )
  const day = 86_400_000_000
  const sums: Record<string, number> = {}
  for (const { pipeline, from, to } of steps)
    for (let at = Number(from); at < Number(to); ) {
      const midnight = (Math.floor(at / day) + 1) * day
      const until = Math.min(midnight, Number(to))
      const key = `${pipeline} ${new Date(at / 1_000).toISOString().slice(0, 10)}`
      sums[key] = (sums[key] ?? 0) + until - at
      at = until
    }
  return sums
}

async function consumedSums(): Promise<Sums> {
  const rows = await fleet.query<{ key: string; sum: string }>(
    `select pipeline_name || ' ' || day::text as key, sum(microseconds)::text as sum from consumption group by 1`,
  )
  return Object.fromEntries(rows.map(({ key, sum }) => [key, Number(sum)]))
}

test('F27: consumption is the sum of the journal, whoever is killed while executions run and are counted', async () => {
  let created = 0
  for (let round = 0; round < ROUNDS; round++) {
    world.hold('second')
    const ids = [...(await fleet.run('Calls', RUNS)), ...(await fleet.run('Parent', RUNS / 4))]
    created += ids.length
    const killing = killEach()
    world.release('second')
    await killing
    await allEnded(fleet)
  }
  await waitFor('all of them to be counted', async () => {
    const [row] = await fleet.query<{ n: number }>('select count(*)::integer as n from ended_executions')
    return row!.n === 0
  })
  const [expected, counted] = await Promise.all([journalSums(), consumedSums()])
  expect(Object.keys(expected).length).toBeGreaterThanOrEqual(3)
  expect(counted).toEqual(expected)
  const [user] = await fleet.query<{ sum: string }>(
    'select sum(microseconds)::text as sum from consumption_by_user',
  )
  expect(Number(user!.sum)).toBe(Object.values(expected).reduce((sum, one) => sum + one, 0))
  const outcomes = await fleet.query<{ n: number }>(
    `select sum(succeeded + failed + cancelled)::integer as n from execution_statistics
     union all select sum(succeeded + failed + cancelled)::integer from environment_statistics`,
  )
  expect(outcomes).toEqual([{ n: created }, { n: created }])
}, 600_000)
