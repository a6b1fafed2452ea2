import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { createdExecution } from './created-execution.ts'
import { createEnqueue } from './enqueue.ts'
import type { QueuedExecution } from './enqueue-store.ts'
import { type HandOff, noHandOff, type Offer } from './offer.ts'
import { type Claimed, readClaimed, runMessages } from './run-message-store.ts'

const api = useApi()
let place: Pick<QueuedExecution, 'projectId' | 'environmentId' | 'artifactId' | 'runnerId'>
let session: SessionId

beforeAll(async () => {
  const { agentId: runnerId, ...rest } = await aPublishedProject(api)
  place = { ...rest, runnerId }
})

beforeEach(async () => {
  await sql`delete from execution`.execute(api.db)
  await sql`update environment set max_concurrent_executions = null`.execute(api.db)
  await sql`update runner set paused_until = null, restricted_access = false`.execute(api.db)
  await sql`update runner_session set ended_at = now()`.execute(api.db)
  session = await aSession()
})

async function aSession(): Promise<SessionId> {
  const id = newId<SessionId>()
  await api.db
    .insertInto('runner_session')
    .values({ id, runner_id: place.runnerId, instance: randomUUID(), agent_version: '1', capacity: 20 })
    .execute()
  return id
}

const some = (count: number, own: Partial<QueuedExecution> = {}): QueuedExecution[] =>
  Array.from({ length: count }, () => ({
    id: newId(),
    environmentName: 'Development',
    versionName: '1',
    pipelineName: 'P',
    pipelineType: 'orchestration',
    trigger: 'API',
    startedBy: 'test',
    tag: null,
    scalarVariables: {},
    gridVariables: {},
    ...place,
    ...own,
  }))

function anOffer(connection = 1): Offer {
  const claimant = { id: session, runnerId: place.runnerId as RunnerId, connection }
  return { claimant, slots: 1, here: [session], commit: () => undefined, abort: () => undefined }
}

/**
 * Creates them while the session offers `slots`. Answers how each began, which were added, claimed and
 * recorded as queued, and all rows.
 */
async function create(executions: readonly QueuedExecution[], slots: number, connection = 1) {
  const sent: Claimed[] = []
  const waiting: string[] = []
  let commits = 0
  const handOff: HandOff = {
    origin: 'this process',
    offer(runnerId, wanted) {
      if (slots === 0 || runnerId !== place.runnerId) return undefined
      const commit = (claimed: readonly Claimed[]) => {
        commits++
        sent.push(...claimed)
      }
      return { ...anOffer(connection), slots: Math.min(slots, wanted), commit }
    },
    recordQueued(runnerId, id) {
      if (runnerId === place.runnerId) expect(commits).toBe(0) // slots are for what waits
      waiting.push(id)
    },
  }
  const answers = await createEnqueue(api.db, handOff)(executions)
  const beginnings = await Promise.all(answers)
  const added = beginnings.map((beginning) => beginning !== undefined)
  const rows = await api.db
    .selectFrom('execution')
    .select(['id', 'status', 'session_id', 'started_at', 'variable_snapshot'])
    .orderBy('id')
    .execute()
  const claimed = sent.map(({ id }) => id).toSorted()
  return { beginnings, added, sent, claimed, rows, commits, waiting: waiting.toSorted() }
}

const idsWith = (rows: readonly { id: string; status: string }[], status: string) =>
  rows.filter((row) => row.status === status).map(({ id }) => id)

test('as many as there are slots for are claimed as they are created, the oldest first; the rest waits', async () => {
  const executions = some(5)
  const { added, claimed, rows, commits, waiting } = await create(executions, 3)
  const ids = executions.map(({ id }) => id).toSorted()
  expect(added).toEqual(executions.map(() => true))
  expect(claimed).toEqual(ids.slice(0, 3))
  expect(commits).toBe(1)
  expect(idsWith(rows, 'QUEUED')).toEqual(ids.slice(3))
  expect(waiting).toEqual(ids.slice(3))
  for (const row of rows.slice(0, 3)) {
    expect(row).toMatchObject({ status: 'RUNNING', session_id: session, started_at: expect.any(Date) })
    expect(row.variable_snapshot).not.toBeNull()
  }
  for (const row of rows.slice(3)) expect(row).toMatchObject({ session_id: null, started_at: null })
})

test('a create answers what reading answers, of what waits and of what was claimed, without reading it', async () => {
  const executions = [...some(1), ...some(1, { tag: 'one', pipelineType: 'transformation' })]
  const { beginnings } = await create(executions, 1)
  expect(beginnings.map((beginning) => beginning?.status).sort()).toEqual(['QUEUED', 'RUNNING'])
  for (const [i, execution] of executions.entries()) {
    const path = `/v1/projects/${place.projectId}/pipeline-executions/${execution.id}`
    const { variables: _, ...read } = (await api.call('GET', path)).body
    expect(createdExecution(execution, beginnings[i]!)).toEqual(read)
  }
})

test('an execution that is there already is not added again, by whichever request; those beside it are', async () => {
  const [first, ...others] = some(3)
  await create([first!], 1)
  const { added, rows } = await create([others[0]!, first!, others[0]!, others[1]!], 1)
  expect(added).toEqual([true, false, true, true])
  expect(rows.map(({ id }) => id)).toEqual([first!, ...others].map(({ id }) => id).toSorted())
})

test('what was claimed is what the session is sent again when its first message was lost', async () => {
  const [execution] = some(1, { scalarVariables: { n: 5 }, traceContext: 'of a trace' })
  const { sent } = await create([execution!], 1)
  const again = await readClaimed(api.db, session, [execution!.id])
  expect(await runMessages(api.db, sent)).toEqual(again)
  expect(again).toMatchObject([
    {
      kind: 'run',
      execution: execution!.id,
      pipelineName: 'P',
      scalarVariables: { n: 5 },
      nextN: 1,
      history: [],
    },
  ])
})

test.each([
  ['reported steps', 4, sql`last_report = 3`],
  ['wrote nothing but lines', 1, sql`requeued_at = now()`],
])(
  'what another session began goes on after the log that is kept of it, also when it %s',
  async (_, nextN, begun) => {
    const [execution] = some(1)
    await create([execution!], 1)
    await sql`update execution set ${begun} where id = ${execution!.id}`.execute(api.db)
    const lines = ['{"text":"ä"}\n', '{"text":"b"}\n']
    for (const [n, text] of lines.entries())
      await sql`insert into execution_log (root_id, first_line, line_count, lines)
              values (${execution!.id}, ${n}, 1, ${text})`.execute(api.db)
    const again = await readClaimed(api.db, session, [execution!.id])
    const logBytes = Buffer.byteLength(lines.join(''))
    expect(again).toMatchObject([{ nextN, nextLogLine: 2, logBytes }])
  },
)

test('an environment with a limit leaves it to the claim that counts', async () => {
  await sql`update environment set max_concurrent_executions = 1`.execute(api.db)
  const { claimed, rows } = await create(some(3), 5)
  expect(claimed).toEqual([])
  expect(idsWith(rows, 'QUEUED')).toHaveLength(3)
})

test.each<[string, () => Promise<unknown>]>([
  ['a paused runner', () => sql`update runner set paused_until = now() + interval '1 hour'`.execute(api.db)],
  [
    'a runner that may not serve the environment',
    () => sql`update runner set restricted_access = true`.execute(api.db),
  ],
  ['a session that has ended', () => sql`update runner_session set ended_at = now()`.execute(api.db)],
  ['a session that drains', () => sql`update runner_session set draining = true`.execute(api.db)],
  ['one of two processes, of which the other is connected elsewhere,', () => aSession()],
  ['an old connection of the session', () => sql`update runner_session set connection = 2`.execute(api.db)],
])('%s gets nothing, and the execution waits', async (_, make) => {
  await make()
  const { added, claimed, rows, commits } = await create(some(1), 5)
  expect([added, claimed, commits]).toEqual([[true], [], 1])
  expect(idsWith(rows, 'QUEUED')).toHaveLength(1)
})

test('a tag that is live in the environment refuses the second only', async () => {
  const { added, claimed } = await create([...some(2, { tag: 'nightly' }), ...some(1)], 5)
  expect(added.filter(Boolean)).toHaveLength(2)
  expect(added[2]).toBe(true)
  expect(claimed).toHaveLength(2)
})

test('executions for other runners go into the queue with it, and one part that fails does not fail the others', async () => {
  const [mine] = some(1)
  const [other] = some(1, { runnerId: randomUUID() })
  const { claimed, rows } = await create([mine!, other!], 5)
  expect(claimed).toEqual([mine!.id])
  expect(idsWith(rows, 'QUEUED')).toEqual([other!.id])

  const offer = (runnerId: string) => (runnerId === place.runnerId ? anOffer() : undefined)
  const creator = createEnqueue(api.db, { ...noHandOff, offer })
  const answers = await creator([...some(1), ...some(1, { runnerId: 'no runner' })])
  const settled = await Promise.allSettled(answers)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('executions whose insert failed may wait all the same, and are recorded so', async () => {
  const recorded: string[] = []
  const recordQueued = (_runnerId: string, id: string) => void recorded.push(id)
  const executions = some(2, { runnerId: 'no runner' })
  const answers = await createEnqueue(api.db, { ...noHandOff, recordQueued })(executions)
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(recorded).toEqual(executions.map(({ id }) => id))
})
