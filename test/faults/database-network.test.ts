import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { aFreePort } from '../support/proxy.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * What docs/guides/operate.md says of the database and of the way to it: each fault begins while executions
 * wait for the outside world, they go on during it, and afterwards everything was done once and nothing is
 * missing.
 */
const IN_FLIGHT = 50
const LEASE_SECONDS = 15
/** Ours are shorter; this is for a machine that has other things to do. */
const ANSWER_MS = 12_000
let fleet: Fleet
let world: SideEffects
let api: ApiProcess
let runner: Running
let token: string
let operations: string
let admin: pg.Client
const all: string[] = []

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(LEASE_SECONDS), sideEffects()])
  const metricsPort = await aFreePort()
  operations = `http://127.0.0.1:${metricsPort}`
  // A failure that comes again within a minute is a debug line.
  api = await fleet.startApi({ HEADRACE_METRICS_PORT: String(metricsPort), HEADRACE_LOG_LEVEL: 'debug' })
  runner = await fleet.startRunner()
  await fleet.publish(twoCalls(world))
  admin = await fleet.connect()
  token = await aToken()
}, 180_000)
afterAll(async () => {
  await admin.end()
  await fleet.stop()
  await world.close()
})
beforeEach(() => world.reset())

const askToken = () =>
  ask(`${origin()}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'fleet-admin',
      client_secret: 'fleet-admin-secret',
    }),
  })
const origin = () => `http://127.0.0.1:${api.port}`
const aToken = async () => ((await (await askToken()).json()) as { access_token: string }).access_token
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })

const startOne = () =>
  ask(`${origin()}/api/v1/projects/${fleet.projectId}/pipeline-executions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pipelineName: 'Calls', environmentName: 'Development' }),
  })

interface Fault {
  readonly begin: () => unknown
  readonly end: () => unknown
}

/**
 * A fault while executions are in flight: `meanwhile` looks at the platform; at the end all of them have
 * succeeded, with no call made twice, and the API process is the same.
 */
async function through({ begin, end }: Fault, meanwhile: () => Promise<unknown>): Promise<void> {
  world.hold('second')
  all.push(...(await fleet.run('Calls', IN_FLIGHT)))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
  try {
    await begin()
    world.release('second')
    await meanwhile()
  } finally {
    await end()
  }
  await waitFor('the server to be ready again', async () => (await ask(`${origin()}/readyz`)).ok)
  await allEnded(fleet)
  await expectSound(fleet, all)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 1)
  expect(api.child.exitCode).toBeNull()
}

/**
 * Nothing is done, and everything is answered: clients learn when to try again, and the process counts as
 * alive.
 */
async function expectUnavailable(): Promise<void> {
  await waitFor('the server to say that it is not ready', async () => {
    const { status } = await ask(`${origin()}/readyz`)
    return status === 503
  })
  const answers = await Promise.all([startOne(), askToken(), ask(`${operations}/metrics`)])
  const [started, issued, metrics] = answers
  for (const answer of [started!, issued!]) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const figures = await metrics!.text()
  expect(figures).toContain('process_resident_memory_bytes ')
  expect(figures).not.toMatch(/^headrace_queue_depth /m)
  expect((await ask(`${origin()}/livez`)).status).toBe(200)
}

const heal = () => {
  fleet.database.heal()
  fleet.database.endForlorn() // or PostgreSQL would keep a place for each of them
}

test('F8: connections that die without a word are found, and the next ones are used as soon as they work', async () => {
  await through({ begin: () => fleet.database.lose(), end: heal }, expectUnavailable)
})

test('F8: when only the answers get lost, what was done is not done again', async () => {
  const lost = fleet.database.silenced()
  await through({ begin: () => fleet.database.lose('down'), end: heal }, () =>
    waitFor('answers to be lost', async () => fleet.database.silenced() > lost),
  )
})

test('F8: a way to the database that is slow, and then resets every connection, costs time only', async () => {
  const begin = () => fleet.database.delay(100)
  const end = () => {
    fleet.database.reset()
    fleet.database.heal()
  }
  await through({ begin, end }, async () => {
    expect((await ask(`${origin()}/readyz`)).status).toBe(200)
    expect((await askToken()).status).toBe(200)
  })
})

test('F4: PostgreSQL may be stopped and continue', async () => {
  await through(
    { begin: () => fleet.freezePostgres(true), end: () => fleet.freezePostgres(false) },
    expectUnavailable,
  )
})

test('F6: while somebody locks the tables requests are answered, and everything continues afterwards', async () => {
  await through(
    {
      begin: () => admin.query('begin; lock table execution, step, api_credential in access exclusive mode'),
      end: () => admin.query('rollback'),
    },
    async () => {
      const [started, issued] = await Promise.all([startOne(), askToken()])
      expect([started!.status, issued!.status]).toEqual([503, 503])
      expect((await ask(`${origin()}/livez`)).status).toBe(200)
    },
  )
})

const refusals = () => api.output().split('Could not store reports; keeping them').length
const onDatabase = (change: string) => admin.query(`alter database headrace ${change}`)
/** Of clients: nobody but a superuser may end a worker that vacuums. */
const terminateAll = () =>
  admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
  )

test('F7: a database that takes no writes is waited for, as after a failover or with a full managed disk', async () => {
  await through(
    {
      async begin() {
        await onDatabase('set default_transaction_read_only = on')
        await terminateAll()
      },
      end: () => onDatabase('reset default_transaction_read_only'),
    },
    async () => {
      await waitFor('the server to say so', async () =>
        (await (await ask(`${operations}/readyz`)).text()).includes('read-only'),
      )
      const before = refusals()
      expect((await startOne()).status).toBe(503)
      await waitFor('reports to be refused several times', async () => refusals() >= before + 5)
    },
  )
})

test('F6: connections are terminated again and again, and then there are too few of them', async () => {
  await through(
    { begin: () => onDatabase('connection limit 4'), end: () => onDatabase('connection limit -1') },
    async () => {
      for (let i = 0; i < 10; i++) await terminateAll()
      await waitFor('connections to be refused', async () => api.output().includes('too many connections'))
    },
  )
})

const filesOf = ({ child }: Running) => readdirSync(`/proc/${child.pid!}/fd`).length
const LOSSES = 15
/** Idle connections of a pool come and go. */
const SPARE_FILES = 8

test.skipIf(process.platform !== 'linux')(
  'F22: connections that are lost again and again leave no open file behind',
  async () => {
    async function loseAll(): Promise<void> {
      fleet.database.reset()
      fleet.front.reset()
      await waitFor('the server to be ready and to listen again', async () => {
        const { rowCount } = await admin.query(
          "select from pg_stat_activity where application_name = 'headrace listen'",
        )
        return rowCount! > 0 && (await ask(`${origin()}/readyz`)).ok
      })
      all.push(...(await fleet.run('Calls', 10)))
      await allEnded(fleet)
    }
    await loseAll()
    const before = [api, runner].map(filesOf)
    for (let i = 0; i < LOSSES; i++) await loseAll()
    await waitFor('the processes to have closed their files', async () =>
      [api, runner].every((one, i) => filesOf(one) <= before[i]! + SPARE_FILES),
    )
    await expectSound(fleet, all)
  },
)

test('F8: a server that is told to stop while the database is silent ends, and reports that wait do not keep it', async () => {
  world.hold('second')
  all.push(...(await fleet.run('Calls', IN_FLIGHT)))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
  const before = refusals()
  fleet.database.lose()
  world.release('second')
  await waitFor('reports to be waiting', async () => refusals() > before)
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
  heal()
})
