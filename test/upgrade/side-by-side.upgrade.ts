import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { headrace, type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, twoCalls, webhook } from '../support/soundness.ts'
import { sessionCookie } from '../support/web-session.ts'

/**
 * docs/guides/upgrade.md, run from its beginning to its end: servers and runners of an older build
 * (HEADRACE_TEST_OLDER is its folder) and of a newer one (HEADRACE_TEST_NEWER, or this checkout) over one
 * database, while executions wait for the outside world and a schedule fires every second.
 */
const older = process.env['HEADRACE_TEST_OLDER']!
const newer = process.env['HEADRACE_TEST_NEWER'] ?? '.'
const BATCH = 20
let fleet: Fleet
let world: SideEffects
let oldApis: ApiProcess[]
let newApi: ApiProcess
let oldRunner: Running
let newRunner: Running
let scheduleId: string
const all: string[] = []
/** Executions whose runner was killed while it made their second call. */
let repeatable = 0

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(4, false), sideEffects()])
  oldApis = [await fleet.startApi({}, older), await fleet.startApi({}, older)]
  oldRunner = await fleet.startRunner({}, older)
  const tick = orchestration({ Start: start('Call'), Call: webhook(`${world.url}/tick`) })
  await fleet.publish({ ...twoCalls(world), 'Tick.orch.yaml': tick })
  scheduleId = await schedule()
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

async function schedule(): Promise<string> {
  const json = {
    pipeline: { pipelineName: 'Tick', environmentName: 'Development' },
    schedule: {
      name: 'Every second',
      scheduleEnabled: true,
      cronExpression: '* * * * * ?',
      allowConcurrentExecutions: true,
    },
  }
  const path = `/v1/projects/${fleet.projectId}/schedules`
  return (await fleet.client.call<{ scheduleId: string }>('POST', path, { json })).scheduleId
}

/** Starts executions, through whichever server, and waits until all of them are in the middle. */
async function begin(): Promise<void> {
  if (world.waiting('second') === 0) world.hold('second')
  const expected = world.waiting('second') + BATCH
  all.push(...(await fleet.run('Calls', BATCH)))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === expected)
}

const originOf = ({ port }: ApiProcess) => `http://127.0.0.1:${port}`

async function aToken(api: ApiProcess): Promise<string> {
  const response = await fetch(`${originOf(api)}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'fleet-admin',
      client_secret: 'fleet-admin-secret',
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Tokens and sessions that one server gave out are good at the other. */
async function expectKnown(at: ApiProcess, from: ApiProcess): Promise<void> {
  const authorization = `Bearer ${await aToken(from)}`
  const cookie = `headrace_session=${encodeURIComponent(await sessionCookie(originOf(from), fleet.apiFolder))}`
  for (const headers of [{ authorization }, { cookie }]) {
    const answer = await fetch(`${originOf(at)}/api/v1/projects/${fleet.projectId}`, { headers })
    expect({ headers: Object.keys(headers), status: answer.status }).toEqual({
      headers: Object.keys(headers),
      status: 200,
    })
  }
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

const repeated = () => [...world.calls('second').values()].filter((count) => count > 1).length

/** The runner ends without a word: another one gets its executions when its lease is over. */
async function takenOver({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL')
  await ended
  repeatable += BATCH
  await waitFor('another runner to have its executions', async () => repeated() === repeatable)
}

const isReady = async (api: ApiProcess) => (await fetch(`${originOf(api)}/readyz`)).ok

async function done(): Promise<void> {
  world.release('second')
  await waitFor('the executions to succeed', async () => {
    const rows = await fleet.query<{ status: string }>('select status from execution where id = any($1)', [
      all,
    ])
    expect(rows.filter(({ status }) => !['RUNNING', 'QUEUED', 'SUCCESS'].includes(status))).toEqual([])
    return rows.every(({ status }) => status === 'SUCCESS')
  })
}

test('F19: a newer server migrates the database while older ones serve it, and each knows tokens and sessions of the other', async () => {
  await begin()
  newApi = await fleet.startApi({}, newer)
  for (const api of [...oldApis, newApi]) await waitFor('a server to be ready', () => isReady(api))
  for (const api of oldApis) {
    await expectKnown(newApi, api)
    await expectKnown(api, newApi)
  }
  await begin()
})

test('F19: what an older runner has in flight when the older servers stop, it finishes under the newer one', async () => {
  await Promise.all(oldApis.map(stop))
  await begin()
  expect(oldRunner.output()).not.toContain('The session ended')
  await done()
})

test('F19: a newer runner resumes what an older one left in the middle', async () => {
  await begin()
  newRunner = await fleet.startRunner({}, newer)
  await takenOver(oldRunner)
  await begin()
  await done()
})

test('F19: an older server and an older runner take over again, or say in one sentence why they cannot', async () => {
  const migrated = headrace(['migrate'], { DATABASE_URL: fleet.databaseUrl }, older)
  if ((await migrated.ended) !== 0) {
    expect(migrated.output()).toMatch(/The database was made by a newer Headrace/)
    console.log('This older build does not run over the newer schema: nothing goes back')
    return
  }
  await begin()
  const again = await fleet.startApi({}, older)
  await waitFor('the older server to be ready', () => isReady(again))
  await expectKnown(again, newApi)
  oldRunner = await fleet.startRunner({}, older)
  await takenOver(newRunner)
  await stop(newApi)
  await begin()
  await done()
})

test('F19: in the end every execution was done once, and every due time fired once', async () => {
  const path = `/v1/projects/${fleet.projectId}/schedules/${scheduleId}`
  await fleet.client.call('PATCH', path, { json: { scheduleEnabled: false } })
  await allEnded(fleet)
  const failed = await fleet.query("select * from execution where status <> 'SUCCESS'")
  expect(failed).toEqual([])
  const times = (name: string) => [...world.calls(name).values()]
  expect(times('first')).toEqual(all.map(() => 1))
  expect(times('second')).toHaveLength(all.length)
  expect(repeated()).toBe(repeatable)

  const ticks = await fleet.query<{ due: Date; outcome: string; execution: string }>(
    'select due_at as due, outcome, execution_id as execution from schedule_tick order by due_at',
  )
  const from = ticks[0]!.due.getTime()
  expect(ticks.map(({ due }) => due.getTime())).toEqual(ticks.map((_, second) => from + second * 1_000))
  expect(ticks.filter(({ outcome }) => outcome !== 'FIRED')).toEqual([])
  const ran = await fleet.query<{ id: string }>('select id from execution where schedule_id is not null')
  expect(new Set(ran.map(({ id }) => id))).toEqual(new Set(ticks.map(({ execution }) => execution)))
  expect(times('tick')).toHaveLength(ticks.length)
})
