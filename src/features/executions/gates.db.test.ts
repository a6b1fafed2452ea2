import { expect, test } from 'vitest'
import { alertReceiver } from '../../../test/support/alerts.ts'
import { useApi } from '../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import type { RunnerId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import type { Report } from '../../protocol/messages.ts'
import { createJournal } from './journal/journal.ts'
import { claimExecutions } from './queue/claim-store.ts'

/** From what a runner reports of gates to what callers and receivers of alerts see. */
const api = useApi()

const gate = (onFailure: 'STOP' | 'WARN', result: 'PASSED' | 'FAILED') => ({
  name: 'Enough orders',
  type: 'Row Count',
  onFailure,
  result,
  expected: 'at least 5 rows',
  actual: '1 row',
})

test('what gates found is part of the step, and one that failed is told, a warning too, until none does', async () => {
  await using receiver = await alertReceiver()
  const place = await aPublishedProject(api)
  const { projectId } = place
  const made = await api.call<{ id: string }>('POST', '/v1/alert-channels', {
    body: { projectId, name: 'On call', type: 'WEBHOOK', webhookUrl: receiver.url },
  })
  const rule = { projectId, name: 'Gates', events: ['GATE_FAILED'], channelIds: [made.body.id] }
  expect((await api.call('POST', '/v1/alert-rules', { body: rule })).status).toBe(201)
  const runnerId = place.agentId as RunnerId
  const session = await aSession(api.db, runnerId)

  /** One step that ended in one with these gates, reported as often as stated. */
  async function run(status: 'SUCCESS' | 'FAILED', gates: ReturnType<typeof gate>[], times = 1) {
    const [root] = (await queuedExecutions(api.db, place, 1)) as [string]
    await claimExecutions(api.db, { id: session, runnerId, connection: 1 }, 1)
    const at = new Date().toISOString()
    const begun = {
      root,
      execution: root,
      seq: 0,
      key: 'Write',
      name: 'Write',
      type: 'rewrite-table',
      attempt: 1,
    }
    const ended = { at, outcome: { result: status, gates } }
    const reports: Report[] = [{ kind: 'step-started', n: 1, ...begun, at, ended }]
    for (let time = 0; time < times; time++)
      await createJournal(api.db, silent).report({ root, session, reports })
    const end: Report = { kind: 'execution-finished', root, n: 2, execution: root, at, status }
    await createJournal(api.db, silent).report({ root, session, reports: [end] })
    return root
  }

  const stopped = await run('FAILED', [gate('STOP', 'FAILED'), gate('WARN', 'PASSED')], 2)
  const path = `/v1/projects/${projectId}/pipeline-executions/${stopped}/steps`
  expect((await api.call('GET', path)).body).toMatchObject({
    results: [{ gates: [gate('STOP', 'FAILED'), gate('WARN', 'PASSED')] }],
  })
  const told = () => receiver.received.map(({ body }) => JSON.parse(body))
  await expect.poll(told, { timeout: 30_000 }).toMatchObject([
    {
      type: 'alert.opened',
      data: {
        event: 'GATE_FAILED',
        title: expect.stringMatching(/^Gate failed: P in Development/),
        facts: {
          executionId: stopped,
          detail: 'Gate "Enough orders": expected at least 5 rows, found 1 row',
        },
      },
    },
  ])
  await run('SUCCESS', [gate('WARN', 'FAILED')])
  const passed = await run('SUCCESS', [gate('WARN', 'PASSED')])
  await expect
    .poll(told, { timeout: 30_000 })
    .toMatchObject([
      { type: 'alert.opened' },
      { type: 'alert.recovered', data: { occurrences: 2, facts: { executionId: passed } } },
    ])
  expect((await api.call('GET', path.replace(stopped, passed))).body).not.toHaveProperty('results.0.message')
})
