import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import type { Running } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, twoCalls, webhook } from '../support/soundness.ts'
import { MINUTES, randomFrom, SEED } from './chance.ts'
import { createUntilAnswered } from './create.ts'

/**
 * Two servers and three runners with short leases, of which one after the other dies, is stopped, or stands
 * still for longer than its lease and continues, while executions with concurrent iterations go from one
 * runner to the next.
 */
const ROUND_MS = 25_000
/** Less than a check of what is stuck takes: nothing is left to it. */
const LONGEST_SECONDS = 50
const AT_ONCE = { Calls: 150, Loop: 30 }
const ITERATIONS = 6
const STEPS = { Calls: 4, Loop: 3 + ITERATIONS, Child: 2 }
const server = { HEADRACE_MAX_RUNNER_LOSSES: '1000' }
const small = { HEADRACE_CAPACITY: '60', HEADRACE_MAX_EXECUTIONS: '60' }

const random = randomFrom(SEED)
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
let fleet: Fleet
let world: SideEffects
let servers: ApiProcess[]
let runners: Running[]

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(3), sideEffects()])
  servers = [await fleet.startApi(server), await fleet.startApi(server)]
  runners = await Promise.all([1, 2, 3].map(() => fleet.startRunner(small)))
  const i = { type: 'NUMBER', scope: 'COPIED', defaultValue: '0' } as const
  const loop = { variableToIterate: 'i', startingValue: '1', incrementValue: '1', endValue: `${ITERATIONS}` }
  await fleet.publish({
    ...twoCalls(world),
    'Child.orch.yaml': orchestration({ Start: start('Call'), Call: webhook(`${world.url}/child`) }),
    'Loop.orch.yaml': orchestration(
      {
        Start: start('Each'),
        Each: {
          type: 'loop-iterator',
          parameters: { ...loop, concurrency: 'Concurrent' },
          more: { iterationTarget: 'Run' },
          links: { success: ['Last'] },
        },
        Run: { type: 'run-orchestration', parameters: { orchestrationJob: 'Child' } },
        Last: webhook(`${world.url}/last`),
      },
      { i },
    ),
  })
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

async function standStill(...processes: readonly Running[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGSTOP')
  await sleep(500 + random() * 6_000)
  for (const { child } of processes) {
    child.kill('SIGCONT')
    await sleep(random() * 1_000)
  }
}

/** Ends one of these by a signal and starts another in its place, before or after that has ended. */
async function replace<T extends Running>(
  list: T[],
  signal: 'SIGKILL' | 'SIGTERM',
  another: () => Promise<T>,
): Promise<void> {
  const one = oneOf(list)
  one.child.kill(signal)
  if (signal === 'SIGKILL') await one.ended
  list[list.indexOf(one)] = await another()
  await one.ended
}

const faults: Readonly<Record<string, () => unknown>> = {
  'a runner stands still': () => standStill(oneOf(runners)),
  'two runners stand still': () => standStill(...runners.slice(0, 2)),
  'a runner is killed': () => replace(runners, 'SIGKILL', () => fleet.startRunner(small)),
  'a runner is stopped': () => replace(runners, 'SIGTERM', () => fleet.startRunner(small)),
  'a server stands still': () => standStill(oneOf(servers)),
  'a server is killed': () => replace(servers, 'SIGKILL', () => fleet.startApi(server)),
  'PostgreSQL is killed': () => fleet.restartPostgres(500),
  async 'answers of the database break off'() {
    fleet.database.loseAnswers(2)
    await sleep(500)
    fleet.database.loseAnswers(0)
  },
  async 'runners and clients stall'() {
    fleet.front.stall()
    await sleep(500 + random() * 6_000)
    fleet.front.heal()
  },
  'connections are reset': () => fleet.front.reset(),
}

/** One fault after the other, each while executions wait for an answer that they get before it is over. */
async function misfortunes(): Promise<string[]> {
  const happened: string[] = []
  for (const until = performance.now() + ROUND_MS; performance.now() < until; await sleep(random() * 1_000)) {
    const name = oneOf(Object.keys(faults))
    happened.push(name)
    for (const call of ['second', 'child']) world.hold(call)
    await sleep(300 + random() * 700)
    const over = faults[name]!()
    await sleep(500 + random() * 3_000)
    for (const call of ['second', 'child']) world.release(call)
    await over
  }
  return happened
}

/** Executions that did not end as SUCCESS with all their steps, once each, or that took long. */
const unsound = () =>
  fleet.query(
    `select x.id, x.pipeline_name, x.status, x.message, extract(epoch from x.finished_at - x.queued_at) as seconds,
            count(s.key)::integer as steps
       from execution x left join step s on s.execution_id = x.id
      group by x.id
     having x.status <> 'SUCCESS' or bool_or(s.finished_at is null or s.result <> 'SUCCESS')
         or count(s.key) <> ($1::jsonb ->> x.pipeline_name)::integer
         or x.finished_at - x.queued_at > make_interval(secs => $2)`,
    [JSON.stringify(STEPS), LONGEST_SECONDS],
  )

test('F22: servers and runners that fail in turn lose nothing, double nothing and leave nothing standing', async () => {
  console.log(`soak of several processes: ${MINUTES} minutes, HEADRACE_SOAK_SEED=${SEED}`)
  const until = performance.now() + MINUTES * 60_000
  for (let executions = 0; performance.now() < until; ) {
    const wanted = Object.entries(AT_ONCE).flatMap(([name, count]) => Array<string>(count).fill(name))
    executions += wanted.length
    const creating = wanted.map((name) => createUntilAnswered(fleet, name))
    const [happened] = await Promise.all([misfortunes(), ...creating])
    await allEnded(fleet)
    console.log(`${executions} executions have ended: ${happened.join(', ')}`)
    expect(await unsound()).toEqual([])
    const [roots] = await fleet.query<{ count: number }>(
      'select count(*)::integer from execution where parent_id is null',
    )
    expect(roots!.count).toBe(executions)
  }
})
