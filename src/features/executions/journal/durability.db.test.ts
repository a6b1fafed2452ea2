import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import type { Db } from '../../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { type Log, silent } from '../../../lib/log.ts'
import type { Report } from '../../../protocol/messages.ts'
import { endSession, expireSessions, requeueOrphans } from '../endings/runner-loss-store.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { openSession, resumeSession } from '../sessions/session-store.ts'
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
  const opening = { instance: 'test', version: '1', capacity: 9, leaseSeconds: 15 }
  session = (await openSession(api.db, runner, opening))!.id
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
const ended = (root: string, n: number, seq: number): Report => ({
  kind: 'step-finished',
  root,
  n,
  execution: root,
  seq,
  at,
  outcome: { result: 'SUCCESS' },
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

test('what a session reports after it has ended is refused, also when another one holds the execution', async () => {
  const root = await running()
  const late = session
  await endSession(api.db, late, 'test')
  const journal = createJournal(api.db, silent)
  expect(await journal.report({ root, session: late, reports: [over(root, 1)] })).toBe('not-held')
  expect((await stateOf(root)).status).toBe('QUEUED')
  session = (await openSession(api.db, runner, {
    instance: '',
    version: '1',
    capacity: 1,
    leaseSeconds: 15,
  }))!.id
  await claim()
  expect(await journal.report({ root, session: late, reports: [over(root, 1)] })).toBe('not-held')
  expect(await journal.report({ root, session, reports: [over(root, 1)] })).toBe('written')
})

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

test('a connection that was replaced is given no work any more', async () => {
  const resumed = await resumeSession(api.db, runner, session)
  expect(resumed?.connection).toBe(2)
  const body = { pipelineName: 'P', environmentName: 'Development' }
  await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  expect(await claim(1)).toEqual([])
  expect(await claim(2)).toHaveLength(1)
})

test('a session is lost after its own lease, and what it held waits again', async () => {
  const root = await running()
  const silentFor = (seconds: number) =>
    api.db
      .updateTable('runner_session')
      .set({ seen_at: new Date(Date.now() - seconds * 1_000) })
      .where('id', '=', session)
      .execute()
  await silentFor(10)
  expect((await expireSessions(api.db)).sessions).not.toContain(session)
  await silentFor(16)
  expect((await expireSessions(api.db)).sessions).toContain(session)
  expect((await stateOf(root)).status).toBe('QUEUED')
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
