import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import type { Report } from '../../../protocol/messages.ts'
import { cancelOpenChildrenAndSteps } from '../endings/cancel-store.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { createJournal } from './journal.ts'

/**
 * Whatever instants a runner reports: in the journal nothing ends before it began, or begins before its
 * execution.
 */
const api = useApi()
const HOUR_MS = 3_600_000
const early = new Date(Date.now() - HOUR_MS).toISOString()
const late = new Date(Date.now() + HOUR_MS).toISOString()
const outcome = { result: 'SUCCESS' as const }
let root: string
let session: SessionId

beforeEach(async () => {
  const place = await aPublishedProject(api)
  const runnerId = place.agentId as RunnerId
  session = await aSession(api.db, runnerId)
  ;[root] = (await queuedExecutions(api.db, place, 1)) as [string]
  await claimExecutions(api.db, { id: session, runnerId, connection: 1 }, 1)
})

const begun = (n: number, seq: number, at: string, more: object = {}): Report =>
  ({
    kind: 'step-started',
    root,
    n,
    execution: root,
    seq,
    key: String(seq),
    name: String(seq),
    type: 'bash-script',
    attempt: 1,
    at,
    ...more,
  }) as Report

const report = (...reports: Report[]) => createJournal(api.db, silent).report({ root, session, reports })

/** What ends before it begins, or begins before the root. */
async function backwards(): Promise<unknown[]> {
  const { started_at: start } = await api.db
    .selectFrom('execution')
    .select('started_at')
    .where('id', '=', root)
    .executeTakeFirstOrThrow()
  const spans = [
    ...(await api.db
      .selectFrom('execution')
      .select(['started_at', 'finished_at'])
      .where('root_id', '=', root)
      .execute()),
    ...(await api.db
      .selectFrom('step')
      .select(['started_at', 'finished_at'])
      .where('execution_id', '=', root)
      .execute()),
  ]
  expect(spans.length).toBeGreaterThan(2)
  return spans.filter(
    ({ started_at: from, finished_at: to }) => from! < start! || (to !== null && to < from!),
  )
}

test('ends that come with their beginning, later, and for a child are not before it', async () => {
  const child = { execution: newId(), pipelineName: 'C', pipelineType: 'orchestration' }
  await report(
    begun(1, 0, early, { ended: { at: early, outcome } }),
    begun(2, 1, late),
    begun(3, 2, early, { child }),
  )
  await report({ kind: 'step-finished', root, n: 4, execution: root, seq: 1, at: early, outcome })
  await report(
    { kind: 'execution-finished', root, n: 5, execution: child.execution, at: early, status: 'SUCCESS' },
    { kind: 'step-finished', root, n: 6, execution: root, seq: 2, at: early, outcome },
  )
  await report({ kind: 'execution-finished', root, n: 7, execution: root, at: early, status: 'SUCCESS' })
  expect(await backwards()).toEqual([])
})

test('what is cancelled by the API while it began in the future of its clock ends when it began', async () => {
  const child = { execution: newId(), pipelineName: 'C', pipelineType: 'orchestration' }
  await report(begun(1, 0, late, { child }))
  await cancelOpenChildrenAndSteps(api.db, [root])
  expect(await backwards()).toEqual([])
})
