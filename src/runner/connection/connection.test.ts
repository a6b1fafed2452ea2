import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientId, clientSecret, type RunnerApi, startRunnerApi } from '../../../test/support/runner-api.ts'
import { silent } from '../../lib/log.ts'
import { backoffCeilingMs, backoffMs } from './backoff.ts'
import { createConnection } from './connection.ts'
import { sessionAddress } from './session-address.ts'
import { createTokens } from './token.ts'

let api: RunnerApi
let stopping: AbortController
let running: Promise<void>
let lost: string[]
/** What the API said what time it is, and how old it can be. */
let times: { readonly now: string; readonly askedMs: number }[]
const welcomed = vi.fn()

/** A connection whose heartbeats are frequent enough for a test, unless stated. */
function begin(heartbeatMs = 20) {
  const { apiUrl } = api
  const connection = createConnection({
    apiUrl,
    version: '1.0.0',
    instance: 'test',
    instanceSecret: 'a-secret-of-this-process-of-32-characters',
    capacity: 1,
    log: silent,
    heartbeatMs,
    tokens: createTokens({ apiUrl, clientId, clientSecret }),
    holding: () => ({ received: 0, held: [] }),
    load: () => ({ activeComponents: 0, activeExecutions: 0 }),
  })
  const welcome = Promise.withResolvers<void>()
  const events = {
    welcomed: () => {
      welcomed()
      welcome.resolve()
    },
    time: (now: string, askedMs: number) => times.push({ now, askedMs }),
    message: () => {},
    lost: (why: string) => lost.push(why),
  }
  running = connection.run(events, stopping.signal)
  return { connection, welcomed: welcome.promise }
}

async function connect() {
  const { connection, welcomed } = begin()
  await welcomed
  return connection
}

beforeEach(async () => {
  api = await startRunnerApi()
  stopping = new AbortController()
  lost = []
  times = []
  welcomed.mockClear()
})

afterEach(async () => {
  stopping.abort()
  await running
  await api.close()
})

test('when heartbeats are not answered the runner connects again, and keeps its session and its work', async () => {
  await connect()
  api.stall()
  await api.until('another hello', () => api.of('hello').length === 2)
  expect(lost).toEqual([])
  expect(api.of('hello')[1]?.session).toBeDefined()
})

test('a server that accepts the connection and says nothing is left after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    api.welcoming = false
    begin()
    await api.until('a hello', () => api.of('hello').length === 1)
    await vi.advanceTimersByTimeAsync(10_000)
    api.welcoming = true
    await vi.advanceTimersByTimeAsync(10_000)
  } finally {
    vi.useRealTimers()
  }
  await api.until('another hello', () => api.of('hello').length === 2)
})

test('a session whose heartbeats are answered is kept, however long nothing else is said', async () => {
  await connect()
  await api.until('heartbeats for longer than a lease', () => api.of('heartbeat').length > 30)
  expect(lost).toEqual([])
  expect(api.of('hello').length).toBe(1)
})

test('F11: a welcome that arrives twice does not end the session', async () => {
  await connect()
  const session = randomUUID()
  api.send({ kind: 'welcome', session, runner: randomUUID(), runnerName: 'local', resumed: false })
  const before = api.of('heartbeat').length
  await api.until('heartbeats after it', () => api.of('heartbeat').length > before + 3)
  expect(lost).toEqual([])
  expect(welcomed).toHaveBeenCalledTimes(1)
})

test('ended ends the session', async () => {
  await connect()
  api.send({ kind: 'ended', reason: 'Its runner was deleted' })
  await api.until('another hello', () => api.of('hello').length === 2)
  expect(lost).toEqual(['Its runner was deleted'])
})

test('all that is said in one tick travels in one frame', async () => {
  const connection = await connect()
  const before = api.frames
  for (const total of [1, 2, 3]) connection.send({ kind: 'credit', total })
  await api.until('all arrived', () => api.of('credit').length === 3)
  const others = api.received.filter(({ kind }) => kind !== 'credit' && kind !== 'hello').length
  expect(api.frames - before).toBeLessThanOrEqual(1 + others)
})

test('a frame outside the protocol is rejected, and the runner reconnects', async () => {
  await connect()
  api.send({ kind: 'nonsense' } as never)
  await api.until('another hello', () => api.of('hello').length === 2)
  expect(api.of('hello')[1]?.session).toBeDefined()
})

test('the time that answers a heartbeat is as old as the first heartbeat that nothing has answered yet', async () => {
  await connect()
  await api.until('three heartbeats', () => api.of('heartbeat').length >= 3)
  api.send({ kind: 'time', now: '2026-03-01T12:00:00.000Z' })
  await vi.waitFor(() => expect(times).toHaveLength(1))
  expect(times[0]?.now).toBe('2026-03-01T12:00:00.000Z')
  expect(times[0]?.askedMs).toBeGreaterThanOrEqual(20) // two heartbeats later than the first
})

test('the time is asked for again soon after an answer that took long, a few times', async () => {
  await begin(60_000).welcomed
  for (let heartbeats = 1; heartbeats <= 6; heartbeats++) {
    await api.until('a heartbeat', () => api.of('heartbeat').length === heartbeats)
    await sleep(10)
    api.send({ kind: 'time', now: '2026-03-01T12:00:00.000Z' })
  }
  await sleep(300)
  expect(api.of('heartbeat')).toHaveLength(6)
  expect(times).toHaveLength(6)
})

test('pauses between attempts grow to 10 s and are spread over all of it', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffCeilingMs(attempt))).toEqual([
    200, 400, 800, 1600, 3200, 6400, 10000, 10000,
  ])
  expect(backoffMs(3, undefined, () => 0)).toBe(0)
  expect(backoffMs(3, undefined, () => 0.5)).toBe(800)
})

test('the address of the session is below the base path of the API', () => {
  expect(sessionAddress('https://example.org/api/')).toBe('wss://example.org/api/v1/agent-session')
})
