import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import type { Db } from '../../../db/database.ts'
import { dueWhen } from '../../../db/lookout.ts'
import { type ClientId, newId, type RunnerId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { readToRunner } from '../../../protocol/frames.ts'
import { type FromRunner, PROTOCOL_VERSION } from '../../../protocol/messages.ts'
import { createGateway, type Gateway, type GatewayProbes } from './gateway.ts'
import type { GatewayMoves } from './moving.ts'
import type { RunnerLookups } from './runner-questions.ts'
import type { GatewaySamples } from './sampling.ts'

/** For a machine that has other things to do; it is over as soon as the condition holds. */
const PATIENCE_MS = 15_000

/** Which runner process is sent which execution, by a server to which several are connected. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
let runner: RunnerId
let gateway: Gateway
let server: Server
let wakes: number
/** The database's answer to a claim is lost on the way. */
let losesAnswers: boolean
const runners: Runner[] = []

interface Runner {
  readonly session: string
  /** Executions that it was sent, in order. */
  readonly received: string[]
  /** Executions that it was told to drop. */
  readonly dropped: string[]
  say(message: FromRunner): Promise<void>
  readonly socket: WebSocket
  /** Resolves when all that was sent to it before has arrived. */
  heard(): Promise<void>
}

beforeAll(async () => {
  place = await aPublishedProject(api)
  runner = place.agentId as RunnerId
  await sql`update runner set max_instances = 100`.execute(api.db)
})

beforeEach(async () => {
  await sql`delete from execution`.execute(api.db)
  await sql`update runner_session set ended_at = now()`.execute(api.db)
  wakes = 0
  losesAnswers = false
  gateway = createGateway({
    db: api.db,
    log: silent,
    terms: { leaseSeconds: 15 },
    readFiles: async () => [],
    writer: losing(api.db),
    authenticate: async () => ({ kind: 'RUNNER', runnerId: runner, clientId: 'test' as ClientId }),
    wake: () => {
      wakes++
    },
    lookups: {} as RunnerLookups, // no runner asks for anything
    probes: {} as GatewayProbes, // nobody tests connections
    samples: {} as GatewaySamples, // nor takes samples
    moves: { take: async () => [], due: dueWhen(sql`false`) } as unknown as GatewayMoves, // nor moves environments
    audit: { note: async () => undefined },
  })
  server = createServer().listen(0, '127.0.0.1')
  server.on('upgrade', (request, socket, head) => void gateway.upgrade(request, 'here', socket, head))
  await once(server, 'listening')
})

afterEach(async () => {
  vi.restoreAllMocks()
  passedMs = 0
  await gateway.close()
  server.close()
  runners.length = 0
})

const losing = (db: Db): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (losesAnswers) throw new Error('Connection terminated unexpectedly')
      return result
    },
  })

/** A process of the runner with room for so many. Answers once the server knows. */
async function connect(room: number): Promise<Runner> {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: 'Bearer test' } })
  const received: string[] = []
  const dropped: string[] = []
  let session = ''
  socket.on('message', (data) => {
    for (const message of readToRunner(String(data))) {
      if (message.kind === 'welcome') session = message.session
      if (message.kind === 'run') received.push(message.execution)
      if (message.kind === 'dropped') dropped.push(message.root)
    }
  })
  await once(socket, 'open')
  async function heard(): Promise<void> {
    socket.ping()
    await once(socket, 'pong') // both sides take what comes in order
  }
  async function say(message: FromRunner): Promise<void> {
    socket.send(JSON.stringify([message]))
    await heard()
    await vi.waitFor(() => expect(session).not.toBe(''), PATIENCE_MS)
  }
  await say({
    kind: 'hello',
    protocol: PROTOCOL_VERSION,
    version: '1',
    instance: 'test',
    instanceSecret: newId(),
    capacity: 9,
  })
  await say({ kind: 'credit', total: room })
  const connected = { received, dropped, socket, say, heard, session }
  runners.push(connected)
  await vi.waitFor(() => expect(wakes).toBeGreaterThan(0), PATIENCE_MS)
  return connected
}

const queue = (count: number) => queuedExecutions(api.db, place, count)

const notify = (ids: readonly string[]) =>
  gateway.onQueuedNotification(`${runner} ${ids.toSorted()[0]} ${ids.length}`)
async function received(): Promise<string[]> {
  await Promise.all(runners.map((one) => one.heard()))
  return runners.flatMap((one) => one.received).toSorted()
}

const now = performance.now.bind(performance)
let passedMs = 0
/** Time that passes for the gateway. */
function pass(seconds: number): void {
  passedMs += seconds * 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
}

describe('slots', () => {
  test('are offered of the process that has most of them, and never twice', async () => {
    const [small, large] = [await connect(3), await connect(5)]
    await gateway.dispatch()
    const first = gateway.offer(runner, 10)
    const second = gateway.offer(runner, 10)
    expect([first?.claimant.id, first?.slots]).toEqual([large.session, 5])
    expect([second?.claimant.id, second?.slots]).toEqual([small.session, 3])
    expect(gateway.offer(runner, 10)).toBeUndefined()
    first!.commit([])
    await vi.waitFor(() => expect(gateway.offer(runner, 2)?.slots).toBe(2), PATIENCE_MS)
  })

  test('are not offered before the queue was scanned, nor to runners that are connected elsewhere', async () => {
    await connect(3)
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    expect(gateway.offer(newId<RunnerId>(), 1)).toBeUndefined()
    expect(gateway.offer(runner, 1)).toBeDefined()
  })

  test('are for executions that wait first', async () => {
    await connect(5)
    await gateway.dispatch()
    gateway.recordQueued(runner, newId())
    notify([newId(), newId()])
    expect(gateway.offer(runner, 9)?.slots).toBe(2)
    expect(gateway.offer(runner, 9)).toBeUndefined()
  })

  test('are not offered while an execution waits for one: none is overtaken', async () => {
    const { say } = await connect(2)
    await gateway.dispatch()
    const waiting = await queue(3)
    notify(waiting)
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(waiting.slice(0, 2)), PATIENCE_MS)
    await say({ kind: 'credit', total: 10 })
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(waiting), PATIENCE_MS)
    expect(gateway.offer(runner, 1)).toBeDefined()
  })
})

describe('the dispatch', () => {
  test('sends one process what another has no slots for, and then nothing is left', async () => {
    await connect(0)
    await connect(5)
    const waiting = await queue(3)
    notify(waiting)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(waiting), PATIENCE_MS)
    expect(gateway.offer(runner, 9)?.slots).toBe(2)
  })

  test('is woken by freed slots when something waits for them, and not otherwise', async () => {
    const { say } = await connect(1)
    const waiting = await queue(2)
    await gateway.dispatch()
    wakes = 0
    await say({ kind: 'credit', total: 3 })
    await vi.waitFor(() => expect(wakes).toBe(1), PATIENCE_MS)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(waiting), PATIENCE_MS)
    await say({ kind: 'credit', total: 4 })
    expect(wakes).toBe(1)
  })

  test('is woken for runners that are connected here only', async () => {
    await connect(1)
    wakes = 0
    gateway.onQueuedNotification(`${newId()} ${newId()} 1`)
    expect(wakes).toBe(0)
    gateway.onQueuedNotification(`${runner} ${newId()} 1`)
    expect(wakes).toBe(1)
  })

  test('claims a requeued execution with an old id as soon as it is notified', async () => {
    await connect(9)
    const [old, ...young] = await queue(3)
    await sql`update execution set status = 'RUNNING', session_id = ${newId()} where id = ${old}`.execute(
      api.db,
    )
    notify(young)
    await gateway.dispatch()
    await sql`update execution set status = 'QUEUED', session_id = null where id = ${old}`.execute(api.db)
    await gateway.dispatch()
    expect(await received()).not.toContain(old)
    notify([old!])
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toContain(old), PATIENCE_MS)
  })

  test('finds what was not notified after a while, and at once when notifications may have been missed', async () => {
    await connect(9)
    await gateway.dispatch()
    const first = await queue(1)
    await gateway.dispatch()
    expect(await received()).toEqual([])
    pass(60)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(first), PATIENCE_MS)
    const second = await queue(1)
    gateway.onQueuedNotification('')
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual([...first, ...second]), PATIENCE_MS)
  })
})

test('sends executions whose claim was committed and never answered, once, when no claim can be running', async () => {
  await connect(9)
  await gateway.dispatch()
  const waiting = await queue(2)
  notify(waiting)
  losesAnswers = true
  await expect(gateway.dispatch()).rejects.toThrow('1 of 1 scans of the queue failed')
  losesAnswers = false
  await gateway.dispatch()
  for (let looks = 0; looks < 2; looks++) {
    await gateway.supervise()
    expect(await received()).toEqual([])
    pass(3)
  }
  await gateway.supervise()
  await vi.waitFor(async () => expect(await received()).toEqual(waiting), PATIENCE_MS)
  pass(3)
  await gateway.supervise()
  expect(await received()).toEqual(waiting)
})

test('fails an execution that no message can carry, and sends the others', async () => {
  await connect(9)
  await gateway.dispatch()
  const [large, small] = (await queue(2)) as [string, string]
  await sql`update execution set grid_variables = jsonb_build_object('g', (
              select jsonb_agg(jsonb_build_array(repeat('x', 1000000))) from generate_series(1, 16)))
             where id = ${large}`.execute(api.db)
  notify([large, small])
  await gateway.dispatch()
  await vi.waitFor(async () => {
    const { status, message } = await api.db
      .selectFrom('execution')
      .selectAll()
      .where('id', '=', large)
      .executeTakeFirstOrThrow()
    expect([status, message]).toEqual(['FAILED', expect.stringContaining('are 15.3 MiB in total')])
    expect(await received()).toEqual([small])
  }, PATIENCE_MS)
})

test('sends executions whose claim was carried out long after it was given up', async () => {
  const { session } = await connect(9)
  await gateway.dispatch()
  await gateway.supervise()
  const late = await queue(2)
  await sql`update execution set status = 'RUNNING', session_id = ${session}, started_at = now()
             where id = any(${late}::uuid[])`.execute(api.db)
  for (const seconds of [60, 3, 3]) {
    expect(await received()).toEqual([])
    pass(seconds)
    await gateway.supervise()
  }
  await vi.waitFor(async () => expect(await received()).toEqual(late), PATIENCE_MS)
})

describe('a forced cancellation whose notification was lost', () => {
  /** Of three executions that a runner was sent, the first. */
  async function cancelled(): Promise<{ execution: string; dropped: readonly string[] }> {
    const { dropped } = await connect(9)
    const waiting = await queue(3)
    notify(waiting)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await received()).toEqual(waiting), PATIENCE_MS)
    const [execution] = waiting as [string]
    await sql`update execution set status = 'CANCELLED', session_id = null where id = ${execution}`.execute(
      api.db,
    )
    return { execution, dropped }
  }

  test('reaches the runner when the process listens again', async () => {
    const { execution, dropped } = await cancelled()
    await gateway.cancel('')
    await vi.waitFor(() => expect(dropped).toEqual([execution]), PATIENCE_MS)
    await gateway.cancel('')
    await received()
    expect(dropped).toEqual([execution])
  })

  test('reaches the runner at the next check of its session', async () => {
    const { execution, dropped } = await cancelled()
    for (const seconds of [60, 3]) {
      expect(dropped).toEqual([])
      pass(seconds)
      await gateway.supervise()
    }
    await vi.waitFor(() => expect(dropped).toEqual([execution]), PATIENCE_MS)
  })
})

test('a report that can neither be stored nor given up closes its connection, and nothing else', async () => {
  const [broken, other] = [await connect(1), await connect(1)]
  const waiting = await queue(2)
  await vi.waitFor(async () => {
    notify(waiting)
    await gateway.dispatch()
    expect(await received()).toEqual(waiting)
  }, PATIENCE_MS)
  const finish = (root: string): FromRunner => {
    const at = new Date().toISOString()
    return { kind: 'execution-finished', root, n: 1, execution: root, at, status: 'SUCCESS' }
  }
  await sql`
    create function refuse_update() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'check_violation'; end $$`.execute(api.db)
  await sql`
    create trigger refuse_update before update on execution for each row
      when (old.id = ${sql.lit(broken.received[0]!)}) execute function refuse_update()`.execute(api.db)
  try {
    const closed = once(broken.socket, 'close')
    broken.socket.send(JSON.stringify([finish(broken.received[0]!)]))
    const [, reason] = (await closed) as [number, Buffer]
    expect(String(reason)).toBe('The server failed to store a report')
    await other.say(finish(other.received[0]!))
    const ended = () => api.db.selectFrom('execution').select('id').where('status', '=', 'SUCCESS').execute()
    await vi.waitFor(async () => expect(await ended()).toEqual([{ id: other.received[0] }]), PATIENCE_MS)
  } finally {
    await sql`drop function refuse_update cascade`.execute(api.db)
  }
})

test('a runner that drains and closes at once is heard: its session ends without waiting for the lease', async () => {
  const drained = await connect(1)
  const heartbeat: FromRunner = { kind: 'heartbeat', activeComponents: 0, activeExecutions: 0 }
  for (const message of [heartbeat, heartbeat, { kind: 'draining' } as const]) {
    drained.socket.send(JSON.stringify([message]))
  }
  drained.socket.close()
  await vi.waitFor(async () => {
    const row = await api.db
      .selectFrom('runner_session')
      .select(['ended_at', 'draining'])
      .where('id', '=', drained.session)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ ended_at: expect.any(Date), draining: true })
  }, PATIENCE_MS)
})
