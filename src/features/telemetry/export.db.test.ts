import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { countAllEnded } from '../../../test/support/counting.ts'
import { type ExecutionPlace, queuedExecutions } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { useOtlpReceiver } from '../../../test/support/otlp-receiver.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { createOtlpClient } from '../../lib/otlp/client.ts'
import { attributesOf } from '../../lib/otlp/values.ts'
import { type ExportDependencies, Exporter } from './export.ts'
import { takeEnds, takeOverEnds } from './outbox-store.ts'
import { createRunFigures } from './run-figures.ts'
import { figuresExport, logsExport, tracesExport } from './signals.ts'
import { readStepPages } from './trace-store.ts'

/** What is exported of executions that ended, whatever becomes of servers and the receiver. */
const receiver = useOtlpReceiver()
const api = useApi()
let place: ExecutionPlace

beforeEach(async () => {
  place = await aPublishedProject(api)
  await sql`delete from telemetry_queue`.execute(api.db)
  await sql`delete from telemetry_signal`.execute(api.db)
  await sql`delete from ended_executions`.execute(api.db)
  receiver.answer = undefined
  receiver.spans.length = receiver.logs.length = receiver.requests.length = 0
})

const never = new AbortController().signal

interface Own extends Partial<ExportDependencies> {
  /** Done before each request. */
  readonly before?: () => Promise<void>
}

const exports = { traces: tracesExport, metrics: figuresExport, logs: logsExport }

function exporter({ signal = 'traces', before = async () => undefined, ...own }: Own = {}) {
  const target = {
    addresses: { traces: `${receiver.origin}/v1/traces`, logs: `${receiver.origin}/v1/logs` },
    headers: {},
    encoding: 'json' as const,
    isCompressed: true,
    timeoutMs: 1_000,
    resource: { 'service.name': 'headrace' },
    sampling: { ratio: 1, parentBased: true },
    metricIntervalMs: 60_000,
  }
  const resource = { attributes: attributesOf(target.resource) }
  const client = createOtlpClient(target, async (...request) => {
    await before()
    return fetch(...request)
  })
  const figures = createRunFigures()
  const exportSignal = exports[signal]({ db: api.db, resource, sampling: target.sampling, figures })
  const counts = { executions: 0, droppedExecutions: 0, refusedItems: 0 }
  const dependencies = { db: api.db, log: silent, client, signal, exportSignal, counts, ...own }
  const made = new Exporter(dependencies)
  return { counts, figures, exportDue: made.exportDue.bind(made), run: made.run.bind(made) }
}

/** Executions with so many steps that ended, as they are queued for export. */
async function ended(count: number, steps: number, columns = sql``): Promise<string[]> {
  const ids = await queuedExecutions(api.db, place, count)
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now() - interval '1 minute' ${columns}
     where id = any(${ids}::uuid[])`.execute(api.db)
  await sql`
    insert into step (execution_id, seq, key, name, type, result, outcome, started_at, finished_at, finished_n)
    select x, n, 'S' || n, 'S' || n, 'bash-script', 'SUCCESS', '{"byteCount":7}', now(), now(), n + 1
      from unnest(${ids}::uuid[]) x, generate_series(0, ${steps}::int - 1) n`.execute(api.db)
  await sql`
    update execution set status = 'SUCCESS', finished_at = now() where id = any(${ids}::uuid[])`.execute(
    api.db,
  )
  await countAllEnded(api.db)
  await sql`update telemetry_queue set due_at = now()`.execute(api.db)
  return ids
}

async function addLines(id: string, count: number, first = 0): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, n) => `${JSON.stringify({ at: new Date(), text: `${first + n}` })}\n`,
  )
  await sql`insert into execution_log (root_id, first_line, line_count, lines)
            values (${id}, ${first}, ${count}, ${lines.join('')})`.execute(api.db)
}

const waiting = async () =>
  (await sql<{ count: number }>`select count(*)::int from telemetry_queue`.execute(api.db)).rows[0]!.count
const sentIds = () => receiver.spans.map(({ spanId }) => spanId).toSorted()

test('nothing is queued until a server exports', async () => {
  await ended(2, 1)
  expect(await waiting()).toBe(0)
  await exporter().exportDue(never)
  await ended(2, 1)
  expect(await waiting()).toBe(2)
})

test('each execution is exported once, by whichever server, all its steps over many requests', async () => {
  const servers = [exporter(), exporter()]
  await Promise.all(servers.map((server) => server.exportDue(never)))
  await ended(120, 12)
  await Promise.all(servers.map((server) => server.exportDue(never)))
  expect(sentIds()).toHaveLength(120 * 13)
  expect(new Set(sentIds()).size).toBe(120 * 13)
  expect(await waiting()).toBe(0)
  expect(receiver.requests.length).toBeGreaterThan(2)
  expect(receiver.faults).toEqual([])
})

test('what a server took that died is exported by another, when its time is over', async () => {
  await exporter().exportDue(never)
  await ended(3, 1)
  expect(await takeEnds({ db: api.db, signal: 'traces' }, 10, 120)).toHaveLength(3)
  await exporter().exportDue(never)
  expect(sentIds()).toEqual([])
  await sql`update telemetry_queue set due_at = due_at - interval '120 seconds'`.execute(api.db)
  await exporter().exportDue(never)
  expect(sentIds()).toHaveLength(6)
})

test.each([
  ['refuses', { status: 503 }, 1_000],
  ['asks for patience', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  [
    'asks for it until a date',
    { status: 503, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    300_000,
  ],
  ['is silent', 'silence' as const, 1_000],
])('a receiver that %s is tried again later, and nothing is lost', async (_, answer, pauseMs) => {
  const server = exporter()
  await server.exportDue(never)
  await ended(3, 1)
  receiver.answer = answer
  expect(await server.exportDue(never)).toBe(pauseMs)
  expect(receiver.requests).toHaveLength(1)
  expect(await waiting()).toBe(3)
  receiver.answer = undefined
  await sql`update telemetry_queue set due_at = now()`.execute(api.db)
  await server.exportDue(never)
  expect(sentIds()).toHaveLength(6)
})

test('what a receiver refuses for good is counted, and not sent again', async () => {
  const server = exporter()
  await server.exportDue(never)
  await ended(3, 1)
  receiver.answer = { status: 413 }
  await server.exportDue(never)
  expect(server.counts.refusedItems).toBe(6)
  expect(await waiting()).toBe(0)
})

test('more than is kept is dropped, the oldest first, and counted', async () => {
  const server = exporter({ maxPending: 4 })
  await server.exportDue(never)
  const ids = await ended(10, 0)
  receiver.answer = { status: 503 }
  await server.exportDue(never)
  expect(await waiting()).toBe(4)
  expect(server.counts.droppedExecutions).toBe(6)
  expect(ids).toHaveLength(10)
})

test('all that is more than is kept is dropped at once', async () => {
  const server = exporter({ maxPending: 4 })
  await server.exportDue(never)
  await sql`insert into telemetry_queue (signal, execution_id, due_at) select 'traces', gen_random_uuid(), now() from generate_series(1, 2500)`.execute(
    api.db,
  )
  await server.exportDue(never)
  expect(server.counts.droppedExecutions).toBe(2_496)
})

test('the lines of many executions are one request, each with the execution that wrote it', async () => {
  const server = exporter({ signal: 'logs' })
  await server.exportDue(never)
  const ids = await ended(30, 0)
  for (const id of ids.slice(1, -1)) await addLines(id, 2)
  await addLines(ids.at(-1)!, 600)
  await server.exportDue(never)
  expect(receiver.faults).toEqual([])
  expect(receiver.requests).toHaveLength(1)
  const lines = Map.groupBy(receiver.logs, ({ attributes }) => attributes['headrace.execution.id'])
  expect([...lines].map(([id, own]) => [id, own.length])).toEqual(
    ids.slice(1).map((id, n) => [id, n < 28 ? 2 : 600]),
  )
})

test('after a passing failure what the receiver took is not sent again', async () => {
  let requests = 0
  const before = async () => {
    receiver.answer = ++requests === 3 ? { status: 503 } : undefined
  }
  const server = exporter({ signal: 'logs', before })
  await server.exportDue(never)
  const ids = await ended(3, 0)
  await addLines(ids[0]!, 500)
  for (let chunk = 0; chunk < 800; chunk++) await addLines(ids[1]!, 2, chunk * 2)
  await addLines(ids[2]!, 5)
  expect(await server.exportDue(never)).toBe(1_000)
  expect(await waiting()).toBe(2)
  await sql`update telemetry_queue set due_at = now()`.execute(api.db)
  await server.exportDue(never)
  expect(await waiting()).toBe(0)
  expect(server.counts.executions).toBe(3)
  const texts = Map.groupBy(receiver.logs, ({ attributes }) => attributes['headrace.execution.id'])
  expect([...texts].map(([id, own]) => [id, own.length])).toEqual([
    [ids[0], 500],
    [ids[1], 1_600],
    [ids[2], 5],
  ])
})

test('a receiver of logs that is away delays no trace, and a receiver of traces no log', async () => {
  for (const [dead, alive] of [
    ['logs', 'traces'],
    ['traces', 'logs'],
  ] as const) {
    receiver.spans.length = receiver.logs.length = 0
    receiver.answer = ({ path }) => (path === `/v1/${dead}` ? { status: 503 } : undefined)
    const servers = { [dead]: exporter({ signal: dead }), [alive]: exporter({ signal: alive }) }
    const exportBoth = () => Promise.all(Object.values(servers).map((server) => server.exportDue(never)))
    await exportBoth()
    const ids = await ended(3, 1)
    for (const id of ids) await addLines(id, 1)
    expect(await servers[dead]!.exportDue(never)).toBe(1_000)
    await servers[alive]!.exportDue(never)
    const sent = { traces: receiver.spans, logs: receiver.logs }
    expect([sent[dead].length, sent[alive].length]).toEqual([0, alive === 'traces' ? 6 : 3])
    expect(await waiting()).toBe(3)
    receiver.answer = undefined
    await sql`update telemetry_queue set due_at = now()`.execute(api.db)
    await exportBoth()
    expect([sentIds().length, new Set(sentIds()).size, receiver.logs.length]).toEqual([6, 6, 3])
    expect(await waiting()).toBe(0)
    await sql`delete from telemetry_signal`.execute(api.db)
  }
})

test('how long executions ran is counted once, whatever receivers of traces and logs do', async () => {
  const server = exporter({ signal: 'metrics' })
  await server.exportDue(never)
  await ended(3, 1)
  await server.exportDue(never)
  await server.exportDue(never)
  expect(server.figures.figures()[0]!.points.map(({ count }) => count)).toEqual([3])
  expect(receiver.requests).toEqual([])
})

test('what an older server queued for all signals is exported by each, once it is not taken', async () => {
  await sql`insert into telemetry_end (execution_id, due_at)
            select gen_random_uuid(), now() + n * interval '1 minute' from generate_series(-1, 1) n`.execute(
    api.db,
  )
  await takeOverEnds(api.db, ['traces', 'logs'])
  await takeOverEnds(api.db, ['traces', 'logs'])
  const { rows } = await sql`
    select signal, count(*)::int as due from telemetry_queue where due_at <= now() group by 1 order by 1`.execute(
    api.db,
  )
  expect(rows).toEqual([
    { signal: 'logs', due: 2 },
    { signal: 'traces', due: 2 },
  ])
  expect((await sql`delete from telemetry_end returning seq`.execute(api.db)).rows).toHaveLength(1)
})

test('what takes long to send is not taken by another server meanwhile', async () => {
  const slow = { signal: 'logs', takenSeconds: 2, before: () => sleep(600) } as const
  const [server, other] = [exporter(slow), exporter(slow)]
  await Promise.all([server.exportDue(never), other.exportDue(never)])
  const ids = await ended(5, 0)
  for (const id of ids) await addLines(id, 500)
  const exported = server.exportDue(never)
  const meanwhile = async () => {
    // Four requests take longer than ends are taken for.
    await expect.poll(() => receiver.logs.length, { interval: 20 }).toBeGreaterThanOrEqual(2_000)
    await other.exportDue(never)
  }
  await Promise.all([exported, meanwhile()])
  expect(receiver.logs).toHaveLength(2_500)
})

test('a server that stops while the receiver is silent stops at once, and leaves what it took to others', async () => {
  const stop = new AbortController()
  const server = exporter()
  await server.exportDue(never)
  await ended(1, 0)
  receiver.answer = 'silence'
  const running = server.run(stop.signal)
  await expect.poll(() => receiver.requests.length).toBe(1)
  stop.abort()
  await running
  const { rows } = await sql`select from telemetry_queue where due_at <= now()`.execute(api.db)
  expect(rows).toHaveLength(1)
})

test('steps that a rerun took over are in the trace of the first execution only', async () => {
  await exporter().exportDue(never)
  const [id] = await ended(1, 5, sql`, reused_reports = 3, rerun_of = ${newId()}`)
  await exporter().exportDue(never)
  expect(receiver.spans.map(({ name }) => name)).toEqual(['P', 'S3', 'S4'])
  expect(receiver.spans[0]!['traceId']).toBe(id!.replaceAll('-', ''))
  expect(receiver.spans[1]).toMatchObject({ attributes: { 'headrace.bytes': 7 } })
  expect(receiver.spans[0]!['links']).toHaveLength(1)
})

test('reading a trace costs what the trace has, however many executions and steps there are', async () => {
  const [id] = await ended(200, 50)
  const read = await rowsRead(api.db, 'step', async (db) => {
    for await (const page of readStepPages(db, [id!], 500)) expect(page).toHaveLength(50)
  })
  expect(read).toBeLessThan(200)
})
