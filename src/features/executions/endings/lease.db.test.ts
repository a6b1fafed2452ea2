import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import {
  aSession,
  type ExecutionPlace,
  INSTANCE_HASH,
  queuedExecutions,
  silenceOf,
} from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import type { Db } from '../../../db/database.ts'
import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import { writeReports } from '../journal/journal-store.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { openSession, recordDraining, recordHeartbeat, resumeSession } from '../sessions/session-store.ts'
import { expireSessions } from './lease-store.ts'
import { endIn } from './runner-loss-store.ts'

const api = useApi()
let runner: RunnerId
let session: SessionId
let place: ExecutionPlace
let execution: string

/** A runner whose only process holds one execution, and may have another process beside it. */
beforeEach(async () => {
  place = await aPublishedProject(api)
  runner = place.agentId as RunnerId
  await sql`update runner set max_instances = 2 where id = ${runner}`.execute(api.db)
  session = await aSession(api.db, runner)
  ;[execution] = (await queuedExecutions(api.db, place, 1)) as [string]
  expect(await claim(session)).toEqual([execution])
  await queuedExecutions(api.db, place, 1)
})

async function claim(id: SessionId): Promise<string[]> {
  const { runs } = await claimExecutions(api.db, { id, runnerId: runner, connection: 1 }, 1)
  return runs.map((run) => run.execution)
}

const statusOf = async (id = execution) => {
  const { status } = await api.db
    .selectFrom('execution')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

/** Another process of the runner. */
async function another(instanceHash = randomBytes(32)): Promise<SessionId> {
  const opening = { instance: 'another', version: '1', capacity: 9, leaseSeconds: 15, instanceHash }
  const opened = await openSession(api.db, runner, opening)
  if (typeof opened === 'string') throw new Error(opened)
  return opened.id
}

/**
 * The session is found silent, as it is each second from then on, also by the API of the test. Answers
 * whether that ended it.
 */
async function silent(lost: readonly SessionId[] = []): Promise<boolean> {
  const { silent: heartbeats } = await silenceOf(api.db, session)
  await expireSessions(api.db, { silent: heartbeats, lost })
  const { ended } = await api.db
    .selectFrom('runner_session')
    .select(({ eb }) => eb('ended_at', 'is not', null).as('ended'))
    .where('id', '=', session)
    .executeTakeFirstOrThrow()
  return Boolean(ended)
}

test('a silent runner keeps its work while nobody else can take it, is given no more, and may come back', async () => {
  for (let look = 0; look < 3; look++) expect(await silent()).toBe(false)
  expect(await claim(session)).toEqual([])
  expect(await resumeSession(api.db, runner, session, INSTANCE_HASH)).toMatchObject({ connection: 2 })
  expect(await statusOf()).toBe('RUNNING')
})

test('a heartbeat renews a lapsed lease', async () => {
  await silent()
  expect(await recordHeartbeat(api.db, session, 0)).toBe(true)
  expect(await claim(session)).toHaveLength(1)
})

test('a silent runner loses its work as soon as another process can take it', async () => {
  expect(await silent()).toBe(false)
  const other = await another()
  expect(await silent()).toBe(true)
  expect(await claim(other)).toEqual([execution])
  expect(await resumeSession(api.db, runner, session, INSTANCE_HASH)).toBeUndefined()
  expect(await recordHeartbeat(api.db, session, 0)).toBe(false)
})

test('a process that drains, that is silent itself, or whose runner is paused can take nothing', async () => {
  const other = await another()
  await recordDraining(api.db, other)
  expect(await silent()).toBe(false)
  await sql`update runner_session set draining = false, lapsed = true where id = ${other}`.execute(api.db)
  expect(await silent()).toBe(false)
  await sql`update runner_session set lapsed = false where id = ${other}`.execute(api.db)
  await sql`update runner set paused_until = now() + interval '1 hour' where id = ${runner}`.execute(api.db)
  expect(await silent()).toBe(false)
  await sql`update runner set paused_until = now() - interval '1 second' where id = ${runner}`.execute(api.db)
  expect(await silent()).toBe(true)
})

test('a runner that was silent for the longer time loses its work even if nobody can take it', async () => {
  expect(await silent([session])).toBe(true)
  expect(await statusOf()).toBe('QUEUED')
})

test('the session of a silent runner that holds nothing ends with its lease', async () => {
  await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${execution}`.execute(
    api.db,
  )
  expect(await silent()).toBe(true)
})

test('an execution that is being cancelled ends although its runner is silent', async () => {
  await api.call('PATCH', `/v1/pipeline-executions/${execution}`, { body: { status: 'CANCELLED' } })
  expect(await statusOf()).toBe('CANCELLING')
  await silent()
  expect(await statusOf()).toBe('CANCELLED')
})

test('a heartbeat that arrives while the silence is being judged keeps the lease', async () => {
  const silence = await silenceOf(api.db, session)
  await another()
  await recordHeartbeat(api.db, session, 0)
  expect((await expireSessions(api.db, silence)).sessions).toEqual([])
  expect(await statusOf()).toBe('RUNNING')
})

test('the place of a silent runner goes to a process that needs it, and its work with it', async () => {
  await sql`update runner set max_instances = 1 where id = ${runner}`.execute(api.db)
  await expect(another()).rejects.toThrow('maxInstances is 1')
  await silent()
  const other = await another()
  expect(await claim(other)).toEqual([execution])
})

test('the policy of the environment looks at what the runner reported last, however late it is written', async () => {
  const reported = Promise.withResolvers<void>()
  await sql`update environment set on_runner_loss = 'FAIL'`.execute(api.db)
  const step = {
    kind: 'step-started',
    root: execution,
    n: 1,
    execution,
    seq: 0,
    key: 'A',
    name: 'A',
  } as const
  const reports = [{ ...step, type: 'sql-executor', attempt: 1, at: new Date().toISOString() }]
  const writing = api.db.transaction().execute(async (tx) => {
    expect(await writeReports(tx, [{ root: execution, session, reports }])).toContain(execution)
    await reported.promise
  })
  const lost = silent([session])
  await expect.poll(waitingForLocks).toBeGreaterThan(0)
  reported.resolve()
  await writing
  expect(await lost).toBe(true)
  expect(await statusOf()).toBe('FAILED')
})

test('the policy of the environment costs the same however many steps are kept', async () => {
  await sql`update environment set on_runner_loss = 'FAIL'`.execute(api.db)
  await sql`
    insert into step (execution_id, seq, key, name, type, attempt, started_at, result)
    select md5(n::text)::uuid, seq, 'A', 'A', 'sql-executor', 1, now(), 'SUCCESS'
      from generate_series(1, 2000) n, generate_series(1, 10) seq`.execute(api.db)
  await sql`vacuum analyze step`.execute(api.db)
  const end = (tx: Db) => endIn(tx, sql`id = ${session} and ended_at is null`, { reason: 'gone' })
  expect(await rowsRead(api.db, 'step', end)).toBeLessThan(100)
  expect(await statusOf()).toBe('QUEUED')
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
  return rows[0]!.count
}
