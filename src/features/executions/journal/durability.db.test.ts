import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, INSTANCE_HASH } from '../../../../test/support/executions.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import type { Db } from '../../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { type Log, silent } from '../../../lib/log.ts'
import type { Report } from '../../../protocol/messages.ts'
import { endSession, requeueOrphans } from '../endings/runner-loss-store.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { resumeSession } from '../sessions/session-store.ts'
import { createJournal } from './journal.ts'

/** What is promised of reports and sessions, whatever fails between us and the database. */
const api = useApi()
let runner: RunnerId
let projectId: string
let session: SessionId

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = made.agentId as RunnerId
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
})
beforeEach(async () => {
  session = await aSession(api.db, runner)
})

const claim = async (connection = 1) =>
  (await claimExecutions(api.db, { id: session, runnerId: runner, connection }, 10)).runs

async function running(): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const { body: made } = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  const id = String(made['pipelineExecutionId'])
  expect((await claim()).map(({ execution }) => execution)).toContain(id)
  return id
}

const at = new Date().toISOString()
const began = (root: string, n: number, seq: number, key: string, child?: string): Report => ({
  kind: 'step-started',
  root,
  n,
  execution: root,
  seq,
  key,
  name: key,
  type: 'bash-script',
  attempt: 1,
  at,
  ...(child !== undefined && {
    child: { execution: child, pipelineName: 'C', pipelineType: 'orchestration' },
  }),
})
const ended = (root: string, n: number, seq: number, result: 'SUCCESS' | 'FAILED' = 'SUCCESS'): Report => ({
  kind: 'step-finished',
  root,
  n,
  execution: root,
  seq,
  at,
  outcome: { result },
})
const over = (root: string, n: number, execution = root): Report => ({
  kind: 'execution-finished',
  root,
  n,
  execution,
  at,
  status: 'SUCCESS',
})

/**
 * The database as it is when every other answer is lost on the way: what was asked is done, and seems to have
 * failed.
 */
function losingAnswers(db: Db): Db {
  let asked = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (asked++ % 2 === 0) throw new Error('Connection terminated unexpectedly')
      return result
    },
  })
}

/** The database as it is when its next statements fail with this error, and those after them do not. */
function failing(db: Db, error: Error, times: number): Db {
  let failed = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (failed++ < times) throw error
      return result
    },
  })
}

const answered = (code: string): Error =>
  Object.assign(new pg.DatabaseError(`SQLSTATE ${code}`, 0, 'error'), { code })

/**
 * One of every SQLSTATE class that says nothing about the data (PostgreSQL, appendix A), and what drivers
 * throw.
 */
const passing: readonly Error[] = [
  ...'03000 08006 09000 0A000 0B000 0F000 0L000 0P000 0Z000 20000 21000 24000 25006 26000 27000 28P01 2B000'.split(
    ' ',
  ),
  ...'2D000 2F000 34000 38000 39000 3B000 3D000 3F000 40001 40P01 42501 42703 42P01 44000 53100 53200 53300'.split(
    ' ',
  ),
  ...'54000 55006 55P03 57014 57P01 57P02 57P03 58030 72000 F0000 HV000 P0001 XX000 XX001'.split(' '),
].map(answered)
const thrown: readonly Error[] = [
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout expired'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' }),
  new TypeError('Cannot read properties of undefined'),
]

const stateOf = async (id: string) => {
  const execution = await api.db
    .selectFrom('execution')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const steps = await api.db
    .selectFrom('step')
    .select(['seq', 'result', 'finished_n'])
    .where('execution_id', '=', id)
    .orderBy('seq')
    .execute()
  return { status: execution.status, last: execution.last_report, steps }
}

test('reports that are written and then seem to have failed are there once', async () => {
  const root = await running()
  const child = randomUUID()
  const journal = createJournal(losingAnswers(api.db), silent)
  const parts: Report[][] = [
    [began(root, 1, 0, 'A'), ended(root, 2, 0), began(root, 3, 1, 'B', child)],
    [over(root, 4, child), ended(root, 5, 1)],
    [over(root, 6)],
  ]
  for (const reports of parts) expect(await journal.report({ root, session, reports })).toBe('written')
  expect(await stateOf(root)).toEqual({
    status: 'SUCCESS',
    last: 6,
    steps: [
      { seq: 0, result: 'SUCCESS', finished_n: 2 },
      { seq: 1, result: 'SUCCESS', finished_n: 5 },
    ],
  })
  expect((await stateOf(child)).status).toBe('SUCCESS')
})

test('log lines that are written and then seem to have failed are there once', async () => {
  const root = await running()
  const journal = createJournal(losingAnswers(api.db), silent)
  const lines = [{ at, text: 'one' }]
  expect(await journal.log({ root, session, first: 0, lines })).toBe('written')
  expect(
    await api.db.selectFrom('execution_log').select('lines').where('root_id', '=', root).execute(),
  ).toHaveLength(1)
})

test('who sees that an execution has ended finds its whole log, however long its last lines took', async () => {
  const root = await running()
  const journal = createJournal(api.db, silent)
  const lines = [{ at, text: 'the last one' }]
  const { written, reported } = await api.db.transaction().execute(async (other) => {
    await sql`lock table execution_log in share row exclusive mode`.execute(other)
    const written = journal.log({ root, session, first: 0, lines })
    const reported = journal.report({ root, session, reports: [over(root, 1)] })
    // Reports of one execution are written in their order, so an end that did not wait is on disk behind
    // another one.
    await journal.report({ root, session: randomUUID(), reports: [began(root, 1, 0, 'A')] })
    expect((await stateOf(root)).status).toBe('RUNNING')
    return { written, reported }
  })
  expect(await Promise.all([written, reported])).toEqual(['written', 'written'])
  expect((await stateOf(root)).status).toBe('SUCCESS')
})

test('what a session reports after it has ended is refused, also when another one holds the execution', async () => {
  const root = await running()
  const late = session
  await endSession(api.db, late, 'test')
  const journal = createJournal(api.db, silent)
  expect(await journal.report({ root, session: late, reports: [over(root, 1)] })).toBe('not-held')
  expect((await stateOf(root)).status).toBe('QUEUED')
  session = await aSession(api.db, runner)
  await claim()
  expect(await journal.report({ root, session: late, reports: [over(root, 1)] })).toBe('not-held')
  expect(await journal.report({ root, session, reports: [over(root, 1)] })).toBe('written')
})

test.each(['first', 'last'])(
  'a runner that lost an execution and reports together with the one that has it, %s, changes nothing',
  async (late) => {
    const root = await running()
    const lost = { root, session, reports: [ended(root, 2, 0, 'FAILED'), over(root, 3)] }
    const journal = createJournal(api.db, silent)
    await journal.report({ root, session, reports: [began(root, 1, 0, 'A')] })
    await endSession(api.db, session, 'test')
    session = await aSession(api.db, runner)
    await claim()
    const held = { root, session, reports: [ended(root, 2, 0)] }
    const both = late === 'first' ? [lost, held] : [held, lost]
    const written = await Promise.all(both.map(async (one) => [one.session, await journal.report(one)]))
    expect(new Map(written as [SessionId, string][])).toEqual(
      new Map([
        [lost.session, 'not-held'],
        [session, 'written'],
      ]),
    )
    expect(await stateOf(root)).toEqual({
      status: 'RUNNING',
      last: 2,
      steps: [{ seq: 0, result: 'SUCCESS', finished_n: 2 }],
    })
  },
)

test('an execution of which a report can never be stored ends as FAILED, and others do not suffer', async () => {
  const [bad, good] = [await running(), await running()]
  const said: string[] = []
  const log: Log = { ...silent, error: (_fields, message) => void said.push(message ?? '') }
  const journal = createJournal(api.db, log)
  const unstorable = { ...began(bad, 1, 0, 'A'), at: 'no time at all' } as Report
  const [refused, kept] = await Promise.all([
    journal.report({ root: bad, session, reports: [unstorable] }),
    journal.report({ root: good, session, reports: [began(good, 1, 0, 'A')] }),
  ])
  expect([refused, kept]).toEqual(['not-held', 'written'])
  expect((await stateOf(bad)).status).toBe('FAILED')
  expect((await stateOf(good)).status).toBe('RUNNING')
  expect(said.length).toBeGreaterThan(0)
})

test('no error but one of the data itself ends an execution: everything else is waited out', async () => {
  const errors = [...passing, ...thrown]
  const roots = [await running(), await running(), await running(), await running(), await running()]
  const failures: string[] = []
  await Promise.all(
    roots.map(async (root, lane) => {
      for (const [seq, error] of errors.filter((_, i) => i % roots.length === lane).entries()) {
        const journal = createJournal(failing(api.db, error, 1), silent)
        const reports = [began(root, seq + 1, seq, 'A')]
        const result = await journal.report({ root, session, reports })
        const { status, last } = await stateOf(root)
        if (result !== 'written' || status !== 'RUNNING' || last !== seq + 1) failures.push(error.message)
      }
    }),
  )
  expect(failures).toEqual([])
})

test.each(['22001', '22P02', '23502', '23514'])(
  'an error of the data, %s, ends its execution',
  async (code) => {
    const root = await running()
    const journal = createJournal(failing(api.db, answered(code), 2), silent)
    expect(await journal.report({ root, session, reports: [began(root, 1, 0, 'A')] })).toBe('not-held')
    expect((await stateOf(root)).status).toBe('FAILED')
  },
)

test('the log says once a minute that the database is away, not at each of several attempts a second', async () => {
  const id = await running()
  const warn = vi.fn()
  const journal = createJournal(failing(api.db, answered('57P03'), 3), { ...silent, warn })
  expect(await journal.report({ root: id, session, reports: [over(id, 1)] })).toBe('written')
  expect(warn).toHaveBeenCalledOnce()
})

test('a report that is refused for an unknown reason waits, in order, and holds up no other execution', async () => {
  const [stuck, other] = [await running(), await running()]
  await sql`create function refuse_key() returns trigger language plpgsql as
    $$ begin if new.key = 'STUCK' then raise exception 'no'; end if; return new; end $$`.execute(api.db)
  await sql`create trigger refuse_key before insert on step for each row execute function refuse_key()`.execute(
    api.db,
  )
  const journal = createJournal(api.db, silent)
  const first = journal.report({ root: stuck, session, reports: [began(stuck, 1, 0, 'STUCK')] })
  expect(await journal.report({ root: other, session, reports: [began(other, 1, 0, 'A')] })).toBe('written')
  const second = journal.report({ root: stuck, session, reports: [ended(stuck, 2, 0)] })
  expect(await journal.report({ root: other, session, reports: [over(other, 2)] })).toBe('written')
  expect(await stateOf(stuck)).toMatchObject({ status: 'RUNNING', last: 0, steps: [] })
  await sql`drop trigger refuse_key on step`.execute(api.db)
  expect(await Promise.all([first, second])).toEqual(['written', 'written'])
  expect(await stateOf(stuck)).toMatchObject({
    last: 2,
    steps: [{ seq: 0, result: 'SUCCESS', finished_n: 2 }],
  })
})

test('a connection that was replaced is given no work any more', async () => {
  const resumed = await resumeSession(api.db, runner, session, INSTANCE_HASH)
  expect(resumed?.connection).toBe(2)
  const body = { pipelineName: 'P', environmentName: 'Development' }
  await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  expect(await claim(1)).toEqual([])
  expect(await claim(2)).toHaveLength(1)
})

test('with the policy FAIL a running component fails the execution, and what had not begun waits again', async () => {
  const path = `/v1/projects/${projectId}/environments/Development`
  const changed = await api.call('PATCH', path, { body: { onRunnerLoss: 'FAIL' } })
  expect([changed.status, changed.body['onRunnerLoss']]).toEqual([200, 'FAIL'])
  const [busy, idle] = [await running(), await running()]
  const journal = createJournal(api.db, silent)
  await journal.report({ root: busy, session, reports: [began(busy, 1, 0, 'A')] })
  await journal.report({ root: idle, session, reports: [began(idle, 1, 0, 'A'), ended(idle, 2, 0)] })
  await endSession(api.db, session, 'no heartbeat')
  expect(await stateOf(busy)).toMatchObject({ status: 'FAILED', steps: [{ result: 'CANCELLED' }] })
  expect((await stateOf(idle)).status).toBe('QUEUED')
  const { body } = await api.call('GET', `/v1/pipeline-executions/${busy}`)
  expect(body['message']).toContain('no heartbeat')
  await api.call('PATCH', path, { body: { onRunnerLoss: 'RESUME' } })
})

test('orphaned executions are found, and cancelled ones among them end', async () => {
  const [lost, cancelling] = [await running(), await running()]
  await api.call('PATCH', `/v1/pipeline-executions/${cancelling}`, { body: { status: 'CANCELLED' } })
  await api.db
    .updateTable('execution')
    .set({ session_id: newId<SessionId>() })
    .where('id', 'in', [lost, cancelling])
    .execute()
  await requeueOrphans(api.db)
  expect((await stateOf(lost)).status).toBe('QUEUED')
  expect((await stateOf(cancelling)).status).toBe('CANCELLED')
})
