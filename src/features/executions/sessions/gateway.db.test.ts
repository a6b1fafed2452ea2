import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { useApi } from '../../../../test/support/api.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import type { Db } from '../../../db/database.ts'
import { type ClientId, newId, type RunnerId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { readToRunner } from '../../../protocol/frames.ts'
import { type FromRunner, PROTOCOL_VERSION } from '../../../protocol/messages.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { RunnerSources } from './runner-questions.ts'

/** Who is given what, by a server to which runner processes are connected. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
let runner: RunnerId
let gateway: Gateway
let server: Server
let wakes: number
/** What the database answers to a claim is lost on the way. */
let losesAnswers: boolean
const runners: Runner[] = []

interface Runner {
  readonly session: string
  /** Executions that it was sent, in order. */
  readonly given: string[]
  say(message: FromRunner): Promise<void>
  /** Resolves when all that was sent to it before has arrived. */
  heard(): Promise<void>
}

beforeAll(async () => {
  place = await aPublishedProject(api)
  runner = place.agentId as RunnerId
})

beforeEach(async () => {
  await sql`delete from execution`.execute(api.db)
  await sql`update runner_session set ended_at = now()`.execute(api.db)
  wakes = 0
  losesAnswers = false
  gateway = createGateway({
    ...{ db: api.db, log: silent, leaseSeconds: 15, readFiles: async () => [] },
    writer: losing(api.db),
    authenticate: async () => ({ kind: 'RUNNER', runnerId: runner, clientId: 'test' as ClientId }),
    wake: () => {
      wakes++
    },
    sources: {} as RunnerSources, // nothing is asked
  })
  server = createServer().listen(0, '127.0.0.1')
  server.on('upgrade', (request, socket, head) => void gateway.upgrade(request, socket, head))
  await once(server, 'listening')
})

afterEach(async () => {
  vi.useRealTimers()
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
  const given: string[] = []
  let session = ''
  socket.on('message', (data) => {
    for (const message of readToRunner(String(data))) {
      if (message.kind === 'welcome') session = message.session
      if (message.kind === 'run') given.push(message.execution)
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
    await vi.waitFor(() => expect(session).not.toBe(''))
  }
  await say({ kind: 'hello', protocol: PROTOCOL_VERSION, version: '1', instance: newId(), capacity: 9 })
  await say({ kind: 'credit', total: room })
  const connected = { given, say, heard, session }
  runners.push(connected)
  await vi.waitFor(() => expect(wakes).toBeGreaterThan(0))
  return connected
}

/** Executions that wait, without anybody being told. */
async function queue(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  await sql`
    insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
           pipeline_name, pipeline_type, runner_id, status, trigger, started_by)
    select id, id, ${place.projectId}::uuid, ${place.environmentId}::uuid, 'Development', ${place.artifactId}::uuid,
           '1', 'P', 'orchestration', ${runner}::uuid, 'QUEUED', 'API', 'test' from unnest(${ids}::uuid[]) as id`.execute(
    api.db,
  )
  return ids
}

const told = (ids: readonly string[]) => gateway.heardQueued(`${runner} ${ids.toSorted()[0]} ${ids.length}`)
async function given(): Promise<string[]> {
  await Promise.all(runners.map((one) => one.heard()))
  return runners.flatMap((one) => one.given).toSorted()
}

/** Time that passes for the gateway, and for nothing else. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

describe('places', () => {
  test('are offered of the process that has most of them, and none twice', async () => {
    const [small, large] = [await connect(3), await connect(5)]
    await gateway.dispatch()
    const first = gateway.offer(runner, 10)
    const second = gateway.offer(runner, 10)
    expect([first?.claimant.id, first?.room]).toEqual([large.session, 5])
    expect([second?.claimant.id, second?.room]).toEqual([small.session, 3])
    expect(gateway.offer(runner, 10)).toBeUndefined()
    first!.settle([])
    await vi.waitFor(() => expect(gateway.offer(runner, 2)?.room).toBe(2))
  })

  test('are not offered before the queue was looked at, nor to runners that are connected elsewhere', async () => {
    await connect(3)
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    expect(gateway.offer(newId<RunnerId>(), 1)).toBeUndefined()
    expect(gateway.offer(runner, 1)).toBeDefined()
  })

  test('are for those first that wait', async () => {
    await connect(5)
    await gateway.dispatch()
    gateway.noteQueued(runner, newId())
    told([newId(), newId()])
    expect(gateway.offer(runner, 9)?.room).toBe(2)
    expect(gateway.offer(runner, 9)).toBeUndefined()
  })

  test('are not offered while anything is left for want of them: nobody is overtaken', async () => {
    const { say } = await connect(2)
    await gateway.dispatch()
    const waiting = await queue(3)
    told(waiting)
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual(waiting.slice(0, 2)))
    await say({ kind: 'credit', total: 10 })
    expect(gateway.offer(runner, 1)).toBeUndefined()
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual(waiting))
    expect(gateway.offer(runner, 1)).toBeDefined()
  })
})

describe('the dispatch', () => {
  test('gives one process what another has no room for, and then nothing is left', async () => {
    await connect(0)
    await connect(5)
    const waiting = await queue(3)
    told(waiting)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual(waiting))
    expect(gateway.offer(runner, 9)?.room).toBe(2)
  })

  test('is woken by room that grew where something was left for want of it, and not otherwise', async () => {
    const { say } = await connect(1)
    const waiting = await queue(2)
    await gateway.dispatch()
    wakes = 0
    await say({ kind: 'credit', total: 3 })
    await vi.waitFor(() => expect(wakes).toBe(1))
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual(waiting))
    await say({ kind: 'credit', total: 4 })
    expect(wakes).toBe(1)
  })

  test('is woken for runners that are connected here only', async () => {
    await connect(1)
    wakes = 0
    gateway.heardQueued(`${newId()} ${newId()} 1`)
    expect(wakes).toBe(0)
    gateway.heardQueued(`${runner} ${newId()} 1`)
    expect(wakes).toBe(1)
  })

  test('takes what was queued again with an old id, as soon as it is told', async () => {
    await connect(9)
    const [old, ...young] = await queue(3)
    await sql`update execution set status = 'SUCCESS' where id = ${old}`.execute(api.db)
    told(young)
    await gateway.dispatch()
    await sql`update execution set status = 'QUEUED' where id = ${old}`.execute(api.db)
    await gateway.dispatch()
    expect(await given()).not.toContain(old)
    told([old!])
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toContain(old))
  })

  test('finds what nobody told of, after a while, and at once when something may have been missed', async () => {
    await connect(9)
    await gateway.dispatch()
    const first = await queue(1)
    await gateway.dispatch()
    expect(await given()).toEqual([])
    pass(60)
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual(first))
    const second = await queue(1)
    gateway.heardQueued('')
    await gateway.dispatch()
    await vi.waitFor(async () => expect(await given()).toEqual([...first, ...second]))
  })
})

test('executions whose claim was done and never answered are sent when no claim can be under way, once', async () => {
  await connect(9)
  await gateway.dispatch()
  const waiting = await queue(2)
  told(waiting)
  losesAnswers = true
  await expect(gateway.dispatch()).rejects.toThrow(/terminated/)
  losesAnswers = false
  await gateway.dispatch()
  for (let looks = 0; looks < 2; looks++) {
    await gateway.supervise()
    expect(await given()).toEqual([])
    pass(3)
  }
  await gateway.supervise()
  await vi.waitFor(async () => expect(await given()).toEqual(waiting))
  pass(3)
  await gateway.supervise()
  expect(await given()).toEqual(waiting)
})
