import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession } from '../../../../test/support/executions.ts'
import { aProject, declareVariables, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import {
  began,
  type Child,
  ended,
  over,
  reportedAt,
  type Unnumbered,
} from '../../../../test/support/reports.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import type { Report, RunMessage } from '../../../protocol/messages.ts'
import { readHistory } from '../journal/history-store.ts'
import { createJournal } from '../journal/journal.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import type { Execution, Step } from '../schema.ts'

/**
 * What the API makes of an execution that is to be run again, without a runner: the test writes the journal.
 */
const api = useApi()
let runner: RunnerId
let projectId: string
let session: SessionId

const call = (name: string) => ({ type: 'run-orchestration', parameters: { orchestrationJob: name } })
const work = (...success: string[]) => ({ type: 'bash-script', links: { success } })
const files = {
  'Main.orch.yaml': orchestration(
    {
      Start: start('Good', 'Call'),
      Good: work(),
      Call: { ...call('Child'), links: { success: ['After'] } },
      After: work(),
    },
    { apiKey: { type: 'TEXT', defaultValue: '' } },
  ),
  'Child.orch.yaml': orchestration({ Begin: start('First'), First: work('Second'), Second: work() }),
}

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = made.agentId as RunnerId
  await publish(api, projectId, files, { name: '1' })
  const body = { name: 'place', type: 'TEXT', behaviour: 'SHARED', value: 'then' }
  const variable = await api.call('POST', `/v1/projects/${projectId}/variables`, { body })
  expect(variable.status).toBe(201)
})
beforeEach(async () => {
  session = await aSession(api.db, runner)
})

const path = () => `/v1/projects/${projectId}/pipeline-executions`
const rerun = (id: string, from: string, more: { token?: string; headers?: Record<string, string> } = {}) =>
  api.call<{ pipelineExecutionId: string; detail: string }>('POST', `${path()}/${id}/reruns`, {
    body: { from },
    ...more,
  })
const read = async (id: string) => (await api.call<Execution>('GET', `/v1/pipeline-executions/${id}`)).body
const stepsOf = async (id: string) =>
  (await api.call<{ results: Step[] }>('GET', `${path()}/${id}/steps?size=100`)).body.results

async function claimed(id: string): Promise<RunMessage> {
  const { runs: messages } = await claimExecutions(
    api.db,
    { id: session, runnerId: runner, connection: 1 },
    50,
  )
  const run = messages.find(({ execution }) => execution === id)
  if (run === undefined) throw new Error(`${id} was not claimed`)
  const parts = await Array.fromAsync(readHistory(api.db, [id]))
  return { ...run, history: parts.flatMap(({ steps }) => steps) }
}

async function started(own: object = {}): Promise<string> {
  const body = { pipelineName: 'Main', environmentName: 'Development', ...own }
  const { body: made } = await api.call('POST', path(), { body })
  const id = String(made['pipelineExecutionId'])
  await claimed(id)
  return id
}

/** Writes the journal of an execution as its runner would. */
async function report(root: string, ...unnumbered: readonly Unnumbered[]): Promise<void> {
  const reports = unnumbered.map((one, at) => ({ root, n: at + 1, ...one }) as Report)
  expect(await createJournal(api.db, silent).report({ root, session, reports })).toBe('written')
}
/** `Good` succeeded, and of the child `First`; `Second` and with it the call and everything failed. */
async function aFailedOne(own: object = {}, given: Partial<Child> = {}): Promise<string> {
  const id = await started(own)
  const child = randomUUID()
  await report(
    id,
    ...[
      began(id, 0, 'Start'),
      ended(id, 0),
      began(id, 1, 'Call', child, given),
      began(child, 0, 'Begin'),
      ended(child, 0),
    ],
    ...[
      began(child, 1, 'First'),
      began(id, 2, 'Good'),
      ended(child, 1),
      ended(id, 2),
      began(child, 2, 'Second'),
    ],
    ...[
      ended(child, 2, { result: 'FAILED', message: 'no' }),
      over(child, 'FAILED'),
      ended(id, 1, { result: 'FAILED' }),
    ],
    over(id, 'FAILED'),
  )
  return id
}

test('from its start it is a new run with the same values, and project variables as they are now', async () => {
  await declareVariables(api, projectId, { a: 'TEXT', b: 'NUMBER', g: ['c', 'd'] })
  const values = { scalarVariables: { a: 'x', b: 2 }, gridVariables: { g: [['1', '2']] } }
  const old = await started({ ...values, executionTag: randomUUID() })
  await report(old, began(old, 0, 'Start'), ended(old, 0), over(old, 'SUCCESS'))
  const { status, body } = await rerun(old, 'START')
  expect(status).toBe(201)
  const { executionTag, versionName, agentId } = await read(old)
  expect(await read(body.pipelineExecutionId)).toMatchObject({
    status: 'QUEUED',
    rerunOf: old,
    trigger: 'API',
    executionTag,
    versionName,
    agentId,
  })
  expect(await stepsOf(body.pipelineExecutionId)).toEqual([])
  expect(await claimed(body.pipelineExecutionId)).toMatchObject({ ...values, nextN: 1, history: [] })
})

test('from its failed step it begins with what succeeded, and a child that failed resumes too', async () => {
  const old = await aFailedOne()
  const { body } = await rerun(old, 'FAILED_STEP')
  const id = body.pipelineExecutionId
  const steps = await stepsOf(id)
  expect(
    steps.map(({ name, result, reused, startedAt }) => [name, result, reused, startedAt === reportedAt]),
  ).toEqual([
    ['Start', 'SUCCESS', true, true],
    ['Call', 'RUNNING', undefined, false],
    ['Good', 'SUCCESS', true, true],
  ])
  const child = steps[1]!.childPipeline!.id
  expect(await read(child)).toMatchObject({
    status: 'RUNNING',
    parentPipelineExecutionId: id,
    pipelineName: 'Child',
  })
  expect((await stepsOf(child)).map(({ name, reused }) => [name, reused])).toEqual([
    ['Begin', true],
    ['First', true],
  ])
  const { history, nextN } = await claimed(id)
  expect(
    history.map(({ execution, seq, key, finished }) => [execution === id, seq, key, finished?.n]).sort(),
  ).toEqual([
    ...[
      [false, 0, 'Begin', 5],
      [false, 1, 'First', 8],
    ],
    ...[
      [true, 0, 'Start', 2],
      [true, 1, 'Call', undefined],
      [true, 2, 'Good', 9],
    ],
  ])
  expect(nextN).toBe(15)
  expect((await stepsOf(old)).some(({ reused }) => reused)).toBe(false)
})

test('a resumed call keeps the values that it began with, and their secrets are shown to nobody', async () => {
  const given = {
    scalarVariables: { place: 'of ***', n: 1 },
    gridVariables: { g: [['a']] },
    secretValues: { scalarVariables: { place: 'of hunter22' } },
  }
  const { body } = await rerun(await aFailedOne({}, given), 'FAILED_STEP')
  const id = body.pipelineExecutionId
  const { history } = await claimed(id)
  const call = history.find(({ execution, key }) => execution === id && key === 'Call')!
  expect(call.child).toMatchObject({
    pipelineName: 'Child',
    scalarVariables: { place: 'of hunter22', n: 1 },
    gridVariables: { g: [['a']] },
  })
  const shown = await Promise.all([
    read(call.child!.execution),
    stepsOf(id),
    api.call('GET', `${path()}/${id}/journal`),
  ])
  expect(JSON.stringify(shown)).toContain('of ***')
  expect(JSON.stringify(shown)).not.toContain('hunter22')
})

test('a call whose runner did not tell its values is resumed without them', async () => {
  const { body } = await rerun(await aFailedOne({}, { scalarVariables: { n: 1 } }), 'FAILED_STEP')
  const { history } = await claimed(body.pipelineExecutionId)
  const call = history.find(({ child }) => child !== undefined)!
  expect(call.child).toEqual({ execution: expect.any(String), pipelineName: 'Child' })
})

test('from its failed step it sees the variables of its time, from its start those of today', async () => {
  const old = await aFailedOne()
  const change = (value: string) =>
    api.call('PATCH', `/v1/projects/${projectId}/variables/place`, {
      body: { type: 'TEXT', behaviour: 'SHARED', value },
    })
  expect((await change('now')).status).toBeLessThan(300)
  const place = async (from: string) => {
    const { pipelineExecutionId: id } = (await rerun(old, from)).body
    return (await claimed(id)).projectVariables.find(({ name }) => name === 'place')?.value
  }
  expect(await place('FAILED_STEP')).toBe('then')
  expect(await place('START')).toBe('now')
  await change('then')
})

test('what was run again and failed again is run again with what both have done', async () => {
  const old = await aFailedOne()
  const { pipelineExecutionId: second } = (await rerun(old, 'FAILED_STEP')).body
  const { nextN, history } = await claimed(second)
  const child = history.find(({ key }) => key === 'Call')!.child!.execution
  const firstReports = [began(child, 2, 'Second'), ended(child, 2), over(child, 'SUCCESS'), ended(second, 1)]
  const failing = [began(second, 3, 'After'), ended(second, 3, { result: 'FAILED' }), over(second, 'FAILED')]
  const reports = [...firstReports, ...failing].map(
    (one, at) => ({ root: second, n: nextN + at, ...one }) as Report,
  )
  expect(await createJournal(api.db, silent).report({ root: second, session, reports })).toBe('written')
  const again = await stepsOf(second)
  expect(again.map(({ name, result, reused }) => [name, result, reused])).toEqual([
    ...[
      ['Start', 'SUCCESS', true],
      ['Call', 'SUCCESS', undefined],
    ],
    ...[
      ['Good', 'SUCCESS', true],
      ['After', 'FAILED', undefined],
    ],
  ])

  const { pipelineExecutionId: third } = (await rerun(second, 'FAILED_STEP')).body
  const steps = await stepsOf(third)
  expect(steps.map(({ name, reused }) => [name, reused])).toEqual([
    ...[
      ['Start', true],
      ['Call', true],
      ['Good', true],
    ],
  ])
  const inside = await stepsOf(steps[1]!.childPipeline!.id)
  expect(inside.map(({ name, reused }) => [name, reused])).toEqual([
    ...[
      ['Begin', true],
      ['First', true],
      ['Second', true],
    ],
  ])
  expect((await read(third)).rerunOf).toBe(second)
})

test('what cannot be run again says why', async () => {
  const refused = async (id: string, from: string) => {
    const { status, body } = await rerun(id, from)
    expect(status).toBe(409)
    return body.detail
  }
  const live = await started()
  expect(await refused(live, 'FAILED_STEP')).toContain('it has not ended: it is RUNNING')
  await report(live, began(live, 0, 'Start'), ended(live, 0), over(live, 'SUCCESS'))
  expect(await refused(live, 'FAILED_STEP')).toContain('none of its steps failed: it is SUCCESS')

  const failed = await aFailedOne()
  const child = (await stepsOf(failed)).find(({ childPipeline }) => childPipeline)!.childPipeline!.id
  expect(await refused(child, 'START')).toContain(`started by a step of ${failed}`)
  await api.db.deleteFrom('step').where('execution_id', '=', failed).where('seq', '=', 0).execute()
  expect(await refused(failed, 'FAILED_STEP')).toContain('deleted by retention')
  expect((await rerun(failed, 'START')).status).toBe(201)
  expect((await rerun(randomUUID(), 'START')).status).toBe(404)
  expect((await api.call('POST', `${path()}/${failed}/reruns`, { body: { from: 'MIDDLE' } })).status).toBe(
    400,
  )
})

test('one that is live keeps its tag for itself, and a repeated request changes nothing', async () => {
  const executionTag = randomUUID()
  const old = await aFailedOne({ executionTag })
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = await Promise.all([
    rerun(old, 'FAILED_STEP', { headers }),
    rerun(old, 'FAILED_STEP', { headers }),
  ])
  const third = await rerun(old, 'FAILED_STEP', { headers })
  const made = new Set(
    [first, second, third].filter(({ status }) => status === 201).map(({ body }) => body.pipelineExecutionId),
  )
  expect(made.size).toBe(1)
  expect(third.status).toBe(201)
  const other = await rerun(old, 'FAILED_STEP')
  expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining(executionTag)])
  const rows = await api.db.selectFrom('execution').select('id').where('rerun_of', '=', old).execute()
  expect(rows.length).toBe(1)
})

test('a journal that exceeds a frame resumes too; what ended inside a child is not sent', async () => {
  const old = await aFailedOne()
  const inflate = (execution: string, seq: number) =>
    sql`update step set outcome = outcome || jsonb_build_object('updates', jsonb_build_array(
          jsonb_build_object('variable', 'apiKey', 'value', repeat('x', 13000000))))
         where execution_id = ${execution} and seq = ${seq}`.execute(api.db)
  const { pipelineExecutionId: second } = (await rerun(old, 'FAILED_STEP')).body
  await sql`update step set result = 'SUCCESS', finished_n = 15, outcome = '{"result": "SUCCESS"}'
             where execution_id = ${second} and seq = 1`.execute(api.db)
  const session = newId()
  await sql`update execution set status = 'RUNNING', session_id = ${session} where id = ${second}`.execute(
    api.db,
  )
  await sql`update execution set status = 'FAILED', last_report = 16 where id = ${second}`.execute(api.db)
  const [, ended] = await stepsOf(second)
  await inflate(ended!.childPipeline!.id, 0)
  await inflate(second, 0)
  await inflate(second, 2)
  const { status, body } = await rerun(second, 'FAILED_STEP')
  expect(status).toBe(201)
  const { history } = await claimed(body.pipelineExecutionId)
  expect(
    history.map(({ key, finished }) => [key, String(finished?.outcome.updates?.[0]?.value).length]),
  ).toEqual([
    ...[
      ['Start', 13_000_000],
      ['Call', 'undefined'.length],
      ['Good', 13_000_000],
    ],
  ])
})

test('a cancelled rerun that waits ends with what it had open', async () => {
  const old = await aFailedOne()
  const { pipelineExecutionId: id } = (await rerun(old, 'FAILED_STEP')).body
  await api.call('PATCH', `/v1/pipeline-executions/${id}`, { body: { status: 'CANCELLED' } })
  expect((await stepsOf(id)).map(({ result }) => result)).toEqual(['SUCCESS', 'CANCELLED', 'SUCCESS'])
  expect((await rerun(id, 'FAILED_STEP')).status).toBe(201)
})

test('steps tell how they changed variables: secrets masked, values per iteration, the rest cut short', async () => {
  const id = await started({ scalarVariables: { apiKey: 'hunter22' } })
  const updates = [
    { variable: 'apiKey', value: 'other-secret' },
    { variable: 'url', value: 'https://host/?key=hunter22&then=other-secret' },
    { variable: 'rows', value: Array.from({ length: 40_000 }, (_, at) => [`row ${at}`]) },
    { variable: 'text', value: 'x'.repeat(900_000) },
    { variable: 'n', value: 3 },
  ]
  const iterations = Array.from({ length: 60 }, (_, at) => [{ variable: 'file', value: `f${at}` }])
  await report(
    id,
    ...[began(id, 0, 'Start'), ended(id, 0), began(id, 1, 'Good')],
    ...[ended(id, 1, { result: 'SUCCESS', updates }), began(id, 2, 'Loop')],
    { kind: 'step-expanded', execution: id, seq: 2, iterations },
  )
  const [first, changed, loop] = await stepsOf(id)
  expect(first).not.toHaveProperty('variableChanges')
  expect(changed!.variableChanges!.map(({ name, value, shortened }) => [name, value, shortened])).toEqual([
    ['apiKey', '***', undefined],
    ['url', 'https://host/?key=***&then=***', undefined],
    ['rows', Array.from({ length: 50 }, (_, at) => [`row ${at}`]), true],
    ['text', `${'x'.repeat(1_000)}…`, true],
    ['n', 3, undefined],
  ])
  expect(loop!.variableChanges).toHaveLength(50)
  expect(loop!.variableChanges![1]).toEqual({ name: 'file', value: 'f1', iteration: 2 })
  expect([changed!.moreVariableChanges, loop!.moreVariableChanges]).toEqual([undefined, true])
})
