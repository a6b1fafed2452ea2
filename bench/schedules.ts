import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Grant } from '../src/features/projects/access.ts'
import { listSchedules } from '../src/features/schedules/store.ts'
import { silent } from '../src/lib/log.ts'
import { timeZoneDataVersion } from '../src/lib/version.ts'
import { headrace, type Running } from '../test/support/platform.ts'
import { aSchedulableProject } from '../test/support/schedules.ts'

/**
 * On time at scale: 100,000 enabled schedules, a real server process and a durable PostgreSQL. How soon is
 * the server ready, what does it cost while nothing is due, and how late are 10,000 runs that are due in the
 * same second, and runs that are due one after another? What does a page of the list cost?
 */
const SCHEDULES = 100_000
const PROJECTS = 100
const HERD = 10_000
const STREAM = 1_000
const IDLE_SECONDS = 20
const ticksPerSecond = 100
const LOOK_MS = 20

const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silent })
await migrate(postgres.connectionString, silent)
const { db } = openDatabase({ connectionString: postgres.connectionString, log: silent })
let failed = false

function report(what: string, value: number, limit: number, unit: string): void {
  const ratio = value / limit
  failed ||= ratio > 1
  const figures = `${value.toFixed(2).padStart(9)} ${unit}, ${ratio.toFixed(2)} of the limit of ${limit} ${unit}`
  console.log(`${what.padEnd(52)} ${figures}`)
}

/** Schedules in groups of projects, next due a year from now. */
async function fill(): Promise<void> {
  for (let i = 0; i < PROJECTS; i++) {
    const { projectId, environmentId } = await aSchedulableProject(db)
    await sql`
      with made as (
        insert into schedule (id, project_id, environment_id, name, pipeline_name, pipeline_type, cron_expression,
               time_zone, effective_from, allow_concurrent, missed_run_policy, jitter_seconds, created_by)
        select gen_random_uuid(), ${projectId}, ${environmentId}, 'Schedule ' || n, 'Main', 'orchestration',
               '0 0 3 * * ?', 'Europe/Berlin', now(), n % 2 = 0, 'RUN_ONCE', 0, 'bench'
          from generate_series(1, ${SCHEDULES / PROJECTS}) n returning id)
      insert into schedule_clock (schedule_id, enabled, next_due_at, next_run_at, planned_at, zone_data)
      select id, true, now() + interval '1 year', now() + interval '1 year', now(), ${timeZoneDataVersion} from made`.execute(
      db,
    )
  }
  await sql`vacuum analyze`.execute(db)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

async function startServer() {
  const port = await freePort()
  const began = performance.now()
  const server = headrace(['api'], {
    DATABASE_URL: postgres.connectionString,
    HEADRACE_PORT: String(port),
    HEADRACE_DATA_DIR: folder,
    HEADRACE_MASTER_KEY: randomBytes(32).toString('base64'),
    HEADRACE_LOG_LEVEL: 'warn',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.child.exitCode !== null) throw new Error(server.output())
    await sleep(10)
  }
  return { server, readySeconds: (performance.now() - began) / 1000 }
}

/** Seconds of processor time that a process has used, from /proc. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The processes whose parent is `pid`. */
async function childrenOf({ pid }: EmbeddedPostgres): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    all.map((id) =>
      readFile(`/proc/${id}/stat`, 'utf8').then(
        (text) => Number(text.split(') ')[1]!.split(' ')[1]),
        () => 0,
      ),
    ),
  )
  return all.filter((_, i) => parents[i] === pid)
}

async function idleShare(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(postgres))]
  const used = async () =>
    (await Promise.all(pids.map((id) => processorSeconds(id).catch(() => 0)))).reduce(
      (sum, one) => sum + one,
      0,
    )
  const [before, began] = [await used(), performance.now()]
  await sleep(IDLE_SECONDS * 1000)
  return ((await used()) - before) / ((performance.now() - began) / 1000)
}

/** Makes schedules due: all at `first`, or spread evenly over `seconds` from there. */
async function makeDue(count: number, first: Date, seconds: number): Promise<void> {
  const { numAffectedRows } = await sql`
    with wanted as (
      select schedule_id, ${first}::timestamptz + ${seconds} * interval '1 second' * (row_number() over () - 1) / ${count} as due
        from (select schedule_id from schedule_clock
               where next_run_at > now() + interval '30 days' limit ${count}) chosen),
    defined as (
      update schedule s set cron_expression = null, interval_length = 1, interval_unit = 'DAYS', effective_from = due
        from wanted where s.id = schedule_id)
    update schedule_clock c set next_due_at = due, next_run_at = due
      from wanted where c.schedule_id = wanted.schedule_id`.execute(db)
  if (Number(numAffectedRows) !== count)
    throw new Error(`Only ${numAffectedRows} schedules could be made due`)
  await sql`vacuum analyze schedule, schedule_clock`.execute(db)
}

/** How many due times since then have an execution that other sessions see. */
async function countFired(since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from schedule_tick where run_at >= ${since}`.execute(db)
  return rows[0]!.count
}

/** Seconds of processor time that the server has used until now, and PostgreSQL. */
async function usedSeconds(pid: number): Promise<readonly [server: number, database: number]> {
  const database = await Promise.all(
    (await childrenOf(postgres)).map((id) => processorSeconds(id).catch(() => 0)),
  )
  return [await processorSeconds(pid), database.reduce((sum, one) => sum + one, 0)]
}

/** Seconds from `since` until so many of what is due are in the queue. */
async function untilFired(server: Running, since: Date, count: number): Promise<number> {
  await sleep(Math.max(0, since.getTime() - Date.now()))
  for (;;) {
    const fired = await countFired(since)
    if (fired >= count) return (Date.now() - since.getTime()) / 1000
    if (Date.now() - since.getTime() > 60_000)
      throw new Error(`Only ${fired} of ${count} fired: ${server.output()}`)
    await sleep(LOOK_MS)
  }
}

/** Seconds from the planned time to the start of the transaction that queued it, 99 of 100. */
async function latenessP99(since: Date): Promise<number> {
  const { rows } = await sql<{ p99: number }>`
    select percentile_cont(0.99) within group (order by extract(epoch from decided_at - run_at))::float8 as p99
      from schedule_tick where run_at >= ${since}`.execute(db)
  return rows[0]!.p99
}

async function countTwice(since: Date, expected: number): Promise<number> {
  const { rows } = await sql<{ executions: number; ticks: number }>`
    select (select count(*) from execution where schedule_id is not null and queued_at >= ${since}) as executions,
           (select count(distinct execution_id) from schedule_tick where run_at >= ${since}) as ticks`.execute(
    db,
  )
  return Math.abs(rows[0]!.executions - expected) + Math.abs(rows[0]!.ticks - expected)
}

/** The median of reading one page of a project's list, in milliseconds. */
async function pageMs(grant: Grant<'schedules:read'>, page: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 60; i++) {
    const began = performance.now()
    await listSchedules(db, grant, {}, { page, size: 100, offset: page * 100 })
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[30]!
}

async function measureList(): Promise<void> {
  const row = await db.selectFrom('project').select('id').limit(1).executeTakeFirstOrThrow()
  const grant = { projectId: row.id, role: 'ADMIN', warehouse: 'DUCKDB' } as Grant<'schedules:read'>
  report('list, first 100 of a project', await pageMs(grant, 0), 20, 'ms')
  report('list, last 100 of a project', await pageMs(grant, SCHEDULES / PROJECTS / 100 - 1), 20, 'ms')
}

const inSeconds = (seconds: number) => new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000)

let stop = () => {}
try {
  await fill()
  console.log(`${SCHEDULES} enabled schedules in ${PROJECTS} projects\n`)
  const { server, readySeconds } = await startServer()
  stop = () => void server.child.kill('SIGTERM')
  report('server ready', readySeconds, 2, 's')
  await sleep(3_000)
  await measureList()
  const idle = await idleShare(server.child.pid!)
  report('idle, server and PostgreSQL', idle * 100, 2, '% of a core')

  const herd = inSeconds(5)
  await makeDue(HERD, herd, 0)
  const before = await usedSeconds(server.child.pid!)
  report(
    `${HERD} due in the same second: lateness p99`,
    await untilFired(server, herd, HERD * 0.99),
    0.8,
    's',
  )
  report(`${HERD} due in the same second: all queued after`, await untilFired(server, herd, HERD), 3, 's')
  const used = await usedSeconds(server.child.pid!)
  const [ofServer, ofDatabase] = used.map((one, at) => (one - before[at]!).toFixed(2))
  console.log(`  processor time: server ${ofServer} s, PostgreSQL ${ofDatabase} s`)
  const wrong = await countTwice(herd, HERD)
  console.log(`${`${HERD} due in the same second: twice or never`.padEnd(52)} ${String(wrong).padStart(9)}`)
  failed ||= wrong > 0

  const stream = inSeconds(5)
  await makeDue(STREAM, stream, 10)
  await untilFired(server, stream, STREAM)
  report(`${STREAM} due in 10 s: lateness p99`, await latenessP99(stream), 1, 's')
  stop()
  await server.ended
} finally {
  stop()
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
if (failed) process.exitCode = 1
