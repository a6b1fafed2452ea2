import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { type ClientId, newId, type RunnerId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { readToRunner } from '../../../protocol/frames.ts'
import {
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type RunMessage,
  type ToRunner,
} from '../../../protocol/messages.ts'
import { HISTORY_PART_BYTES, readHistory } from '../journal/history-store.ts'
import { createJournal } from '../journal/journal.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { createResume } from './resume.ts'
import type { RunnerLookups } from './runner-questions.ts'
import { serveSocket } from './serve-socket.ts'
import type { Session, SessionMoves, SessionProbes, SessionSamples } from './session.ts'

/** Journals on their way to a runner, over a real connection. */
const api = useApi()
let runner: RunnerId
let projectId: string
let server: WebSocketServer
let here: WebSocket
let far: WebSocket
let session: Session
let frames: string[]

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = made.agentId as RunnerId
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
})
beforeEach(async () => {
  await sql`delete from execution`.execute(api.db) // or a lease that expires requeues those of tests before
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const opened = new Promise<void>((done) => {
    server.on('connection', (socket) => {
      here = socket
      serveSocket(socket, peerOfTest(), {
        db: api.db,
        log: silent,
        journal: createJournal(api.db, silent),
        terms: { leaseSeconds: 15 },
        trail: { opened: async () => undefined, refused: () => expect.unreachable() },
        lookups: {} as RunnerLookups, // the runner asks for nothing
        probes: {} as SessionProbes, // and tests no connections
        samples: {} as SessionSamples,
        moves: {} as SessionMoves,
        readFiles: async () => [],
        reconcile: async () => undefined,
        onCapacityFreed: () => undefined,
        onClosed: () => undefined,
        onOpened(own) {
          session = own
          done()
        },
      })
    })
  })
  far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  frames = []
  far.on('message', (data) => frames.push(String(data)))
  await once(far, 'open')
  const hello = {
    kind: 'hello',
    protocol: PROTOCOL_VERSION,
    version: '1',
    instance: 'test',
    instanceSecret: 'x'.repeat(32),
    capacity: 1,
  }
  far.send(JSON.stringify([hello]))
  await opened
})
afterEach(async () => {
  far.terminate()
  server.close()
  await once(server, 'close')
})

const peerOfTest = () => ({
  runnerId: runner,
  clientId: 'test' as ClientId,
  address: '127.0.0.1',
  userAgent: undefined,
  path: '/',
})

const noFailure = () => expect.unreachable()

/** An execution that another session left with so many steps of so many characters each. */
async function leftBehind(steps: number, characters: number): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const made = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  const id = String(made.body['pipelineExecutionId'])
  await addSteps(id, steps, characters)
  await sql`update execution set last_report = ${2 * steps + 1} where id = ${id}`.execute(api.db)
  return id
}

const addSteps = (id: string, steps: number, characters: number) =>
  sql`insert into step (execution_id, seq, key, name, type, result, started_at, finished_at, finished_n, outcome)
      select ${id}::uuid, n, 'Step ' || n, 'Step', 'bash-script', 'SUCCESS', now(), now(), 2 * n + 2,
             jsonb_build_object('result', 'SUCCESS', 'updates', jsonb_build_array(jsonb_build_object(
               'variable', 'text', 'value', repeat('é', ${characters}::integer))))
        from generate_series(0, ${steps}::integer - 1) n`.execute(api.db)

const claim = async () =>
  (await claimExecutions(api.db, { id: session.id, runnerId: runner, connection: 1 }, 50)).runs
/** Sends what was claimed, as `sendRuns` does. */
function resume(claimed: readonly RunMessage[]): void {
  session.credit.markSent(claimed.map(({ execution }) => execution))
  createResume(api.db, silent, noFailure)(session, claimed)
}
const sent = (): ToRunner[] => frames.flatMap(readToRunner)
const runs = () => sent().filter((message) => message.kind === 'run')

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 15_000; !holds(); ) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`)
    await sql`select 1`.execute(api.db)
  }
}

test('journals arrive whole and in order, each before its execution, and no frame is too large', async () => {
  const long = await leftBehind(90, 100_000)
  const [short, empty] = [await leftBehind(3, 10), await leftBehind(0, 0)]
  await sql`update execution set last_report = 1 where id = ${empty}`.execute(api.db)
  resume(await claim())
  await until('all of them', () => runs().length === 3)
  for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThan(MAX_FRAME_BYTES)

  const all = sent()
  const parts = all.filter((message) => message.kind === 'history')
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.map(({ root, part }) => [root, part])).toEqual(parts.map((_, at) => [long, at]))
  const place = all.findIndex((message) => message.kind === 'run' && message.execution === long)
  expect(all.findLastIndex(({ kind }) => kind === 'history')).toBeLessThan(place)
  const own = new Map(runs().map(({ execution, history }) => [execution, history]))
  const steps = [...parts.flatMap((part) => part.steps), ...own.get(long)!]
  expect(steps.map(({ seq }) => seq)).toEqual(Array.from({ length: 90 }, (_, at) => at))
  expect(steps[89]!.finished!.outcome.updates![0]!.value).toBe('é'.repeat(100_000))
  expect([own.get(short)!.length, own.get(empty)!.length]).toEqual([3, 0])
})

test('a slow runner is waited for: no more than a few parts are in memory', async () => {
  const id = await leftBehind(300, 100_000)
  const claimed = await claim()
  far.pause()
  resume(claimed)
  await until('the runner to be too slow', () => here.bufferedAmount > 0)
  let most = 0
  for (let still = 0; still < 10; still++) {
    // As long as it takes to read what would follow.
    for await (const { bytes } of readHistory(api.db, [id])) if (bytes > 0) break
    if (here.bufferedAmount > most) still = 0
    most = Math.max(most, here.bufferedAmount)
  }
  expect(most).toBeLessThan(2.5 * HISTORY_PART_BYTES)
  far.resume()
  await until('the execution', () => runs().length === 1)
})

test('executions whose journal cannot be read are unmarked, and sent again later', async () => {
  const run = await leftBehind(3, 10)
  const claimed = await claim()
  session.credit.markSent([run])
  const broken = api.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  })
  const failures: Session[] = []
  createResume(broken, silent, (failed) => failures.push(failed))(session, claimed)
  await until('it to be unmarked', () => !session.credit.has(run))
  expect(failures).toEqual([session])
  resume(claimed)
  await until('the execution', () => runs()[0]?.history.length === 3)
})

test('executions that are taken away while journals are read are not sent, and their slots are free again', async () => {
  const [long, short, empty, kept] = [
    await leftBehind(90, 100_000),
    await leftBehind(3, 10),
    await leftBehind(0, 0),
    await leftBehind(3, 10),
  ]
  session.credit.grant(4)
  const claimed = await claim()
  resume(claimed)
  for (const one of [long, short, empty]) session.credit.end(one)
  await until('the one that is left', () => runs().length === 1 && session.credit.free() === 3)
  expect(sent().filter(({ kind }) => kind === 'history' || kind === 'run')).toEqual([
    expect.objectContaining({ kind: 'run', execution: kept }),
  ])
})

test('parts are bounded by bytes, a larger step is one of its own, and open children are in them', async () => {
  const [a, b] = [await leftBehind(40, 500), await leftBehind(2, 500)].sort()
  const [open, over] = [newId(), newId()]
  await addSteps(open, 5, 500)
  await addSteps(over, 5, 500)
  await sql`update step set child_execution_id = ${over}::uuid where execution_id = ${a} and seq = 0`.execute(
    api.db,
  )
  await sql`update step set child_execution_id = ${open}::uuid, finished_n = null
             where execution_id = ${a} and seq = 1`.execute(api.db)
  await sql`update step set outcome = outcome || jsonb_build_object('message', repeat('x', 50000))
             where execution_id = ${a} and seq = 1 or execution_id = ${open} and seq = 2`.execute(api.db)
  const parts = await Array.fromAsync(readHistory(api.db, [a!, b!], 5_000))
  const large = parts.filter(({ bytes }) => bytes > 5_000)
  expect(large.map(({ steps }) => steps.map(({ seq }) => seq))).toEqual([[2]])
  const all = parts.flatMap(({ root, steps }) => steps.map((step) => ({ root, step })))
  expect(new Set(all.map(({ root, step }) => `${root} ${step.execution} ${step.seq}`)).size).toBe(all.length)
  expect(all.filter(({ step }) => step.execution === open).map(({ root }) => root)).toEqual(Array(5).fill(a))
  expect(all.filter(({ step }) => step.execution === over)).toEqual([])
  expect(parts.map(({ root, last }) => [root, last])).toEqual(
    parts.map(({ root }, at) => [root, parts[at + 1]?.root !== root]),
  )
})
