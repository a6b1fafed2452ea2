import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { declareVariables } from '../../../test/support/factories.ts'
import {
  aPlaceWith,
  aTrigger,
  endedRuns,
  historyOf,
  outcomesOf,
  runsOf,
} from '../../../test/support/triggers.ts'
import { waitingTransactions } from '../../../test/support/waiting.ts'
import type { ChangedTrigger, DataTrigger, TriggerBackfill } from './schema.ts'

const api = useApi()
const WAIT = { timeout: 15_000 }
const pathOf = (projectId: string, triggerId = '') => `/v1/projects/${projectId}/triggers/${triggerId}`

test('the end of a pipeline starts its dependents once, with the facts that paths lead to', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  await declareVariables(api, projectId, { upstream: 'TEXT', fixed: 'TEXT' })
  const { triggerId } = await aTrigger(api, projectId, {
    scalarVariables: { fixed: 'yes' },
    variablePaths: { upstream: '$.pipelineExecutionId' },
  })
  const [id] = await endedRuns(api.db, place, 'P', ['SUCCESS', 'FAILED', 'CANCELLED'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const runs = await runsOf(api.db, triggerId)
  expect(runs).toMatchObject([
    { pipeline_name: 'Q', status: 'QUEUED', trigger: 'TRIGGER', trigger_id: triggerId },
  ])
  expect(runs[0]!.scalar_variables).toEqual({ fixed: 'yes', upstream: id })
  const [fire] = await historyOf(api, projectId, triggerId)
  expect(fire).toMatchObject({
    cause: `execution ${id}`,
    chainLength: 1,
    pipelineExecutionId: runs[0]!.id,
    facts: { status: 'SUCCESS', pipelineName: 'P', pipelineExecutionId: id },
  })
  const shown = await api.call('GET', `/v1/pipeline-executions/${runs[0]!.id}`)
  expect(shown.body).toMatchObject({ triggerId, trigger: 'TRIGGER' })
})

test('chosen states, other pipelines, children and unpublished runs', async () => {
  const place = await aPlaceWith(api, ['P', 'Q', 'R'])
  const { projectId } = place
  const condition = { type: 'PIPELINE_END', pipelineName: 'P', states: ['FAILED'] }
  const { triggerId } = await aTrigger(api, projectId, { condition })
  await endedRuns(api.db, place, 'R', ['FAILED'])
  await endedRuns(api.db, place, 'P', ['SUCCESS'])
  const [failed] = await endedRuns(api.db, place, 'P', ['FAILED'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  expect((await historyOf(api, projectId, triggerId))[0]!.cause).toBe(`execution ${failed}`)
  expect((await sql`select from trigger_end`.execute(api.db)).rows).toEqual([])
})

test('executions that must not overlap: what happens meanwhile is skipped, and names the one that runs', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId } = await aTrigger(api, projectId, { allowConcurrentExecutions: false })
  await endedRuns(api.db, place, 'P', ['SUCCESS', 'SUCCESS', 'SUCCESS'])
  await expect
    .poll(() => outcomesOf(api, projectId, triggerId), WAIT)
    .toEqual(['SKIPPED', 'SKIPPED', 'FIRED'])
  const [first, ...others] = await runsOf(api.db, triggerId)
  expect(others.map(({ status, message }) => [status, message])).toEqual(
    Array(2).fill([
      'SKIPPED',
      `Execution ${first!.id} of this trigger is QUEUED, and its executions must not overlap`,
    ]),
  )
  const now = new Date().toISOString()
  const range = { from: '2026-01-01T00:00:00Z', to: now, dryRun: false }
  const plan = await api.call<TriggerBackfill>('POST', `${pathOf(projectId, triggerId)}/backfills`, {
    body: range,
  })
  expect(plan.body).toMatchObject({ dryRun: false, total: 3, alreadyRun: 1 })
  await expect
    .poll(() => outcomesOf(api, projectId, triggerId), WAIT)
    .toEqual(['WAITING', 'WAITING', 'FIRED'])
  await sql`update execution set status = 'CANCELLED' where id = ${first!.id}`.execute(api.db)
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['WAITING', 'FIRED', 'FIRED'])
  expect((await api.call('DELETE', `${pathOf(projectId, triggerId)}/backfills`)).status).toBe(204)
  expect(await outcomesOf(api, projectId, triggerId)).toEqual(['SKIPPED', 'FIRED', 'FIRED'])
})

test('a backfill leaves out ends that the history no longer covers: they may have started a run', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const [old, recent] = await endedRuns(api.db, place, 'P', ['SUCCESS', 'SUCCESS'])
  await sql`update execution set finished_at = now() - interval '91 days' where id = ${old}`.execute(api.db)
  const { triggerId } = await aTrigger(api, projectId)
  const body = { from: '2026-01-01T00:00:00Z', to: new Date().toISOString() }
  const path = `${pathOf(projectId, triggerId)}/backfills`
  const plan = await api.call<TriggerBackfill>('POST', path, { body })
  expect(plan.body).toMatchObject({ total: 1, causes: [`execution ${recent}`] })
})

test('a backfill runs ends from before the trigger was made, and a dry run nothing', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const ids = await endedRuns(api.db, place, 'P', ['SUCCESS', 'FAILED', 'SUCCESS'])
  const { triggerId } = await aTrigger(api, projectId)
  const body = { from: '2026-01-01T00:00:00Z', to: new Date().toISOString() }
  const path = `${pathOf(projectId, triggerId)}/backfills`
  const dry = await api.call<TriggerBackfill>('POST', path, { body })
  expect(dry.body).toEqual({
    dryRun: true,
    total: 2,
    alreadyRun: 0,
    causes: [`execution ${ids[0]}`, `execution ${ids[2]}`],
  })
  expect(await outcomesOf(api, projectId, triggerId)).toEqual([])
  await api.call('POST', path, { body: { ...body, dryRun: false } })
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
  const again = await api.call<TriggerBackfill>('POST', path, { body: { ...body, dryRun: false } })
  expect(again.body).toMatchObject({ total: 2, alreadyRun: 2, causes: [] })
  expect((await runsOf(api.db, triggerId)).map(({ priority }) => priority)).toEqual([1, 1])
})

test('a pipeline that cannot start fails with what to do', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId } = await aTrigger(api, projectId)
  await sql`update artifact set enabled = false where project_id = ${projectId}`.execute(api.db)
  await endedRuns(api.db, place, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FAILED'])
  expect((await runsOf(api.db, triggerId)).map(({ status, message }) => [status, message])).toEqual([
    ['FAILED', 'Nothing is published in Development; publish a version'],
  ])
})

test('triggers that would start each other endlessly are refused, also when two are saved at once', async () => {
  const place = await aPlaceWith(api, ['P', 'Q', 'R'])
  const { projectId } = place
  const after = (pipelineName: string, wanted: string) => ({
    name: `${wanted} after ${pipelineName}`,
    pipelineName: wanted,
    environmentName: 'Development',
    condition: { type: 'PIPELINE_END', pipelineName },
  })
  await aTrigger(api, projectId, after('P', 'Q'))
  await aTrigger(api, projectId, after('Q', 'R'))
  const closing = await api.call('POST', pathOf(projectId), { body: after('R', 'P') })
  expect([closing.status, JSON.stringify(closing.body)]).toEqual([
    400,
    expect.stringContaining('R → P → Q → R would start each other endlessly'),
  ])
  const itself = await api.call('POST', pathOf(projectId), { body: after('R', 'R') })
  expect(itself.status).toBe(400)
  const other = await aPlaceWith(api, ['A', 'B'])
  const both = await Promise.all(
    [after('A', 'B'), after('B', 'A')].map((body) => api.call('POST', pathOf(other.projectId), { body })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
})

test('a circle that nobody could see ends after twenty triggers in a row', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId } = await aTrigger(api, projectId)
  const [id] = await endedRuns(api.db, place, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const end = async (depth: number) => {
    const [next] = await endedRuns(api.db, place, 'R', ['SUCCESS'])
    await sql`update trigger_fire set depth = ${depth}, execution_id = ${next} where cause = ${`execution ${id}`}`.execute(
      api.db,
    )
    // The end comes again, as that of an execution that the twentieth trigger started.
    await sql`update execution set pipeline_name = 'P' where id = ${next}`.execute(api.db)
    await sql`insert into trigger_end (execution_id) values (${next})`.execute(api.db)
  }
  await end(19)
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
  await end(20)
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FAILED', 'FIRED', 'FIRED'])
  const [stopped] = await historyOf(api, projectId, triggerId)
  expect(stopped).toMatchObject({ chainLength: 21, reason: expect.stringMatching(/^20 triggers in a row/) })
  expect(stopped!.pipelineExecutionId).toBeUndefined()
  expect(await runsOf(api.db, triggerId)).toHaveLength(2)
})

test('an event starts one run for each id, with the values that paths lead to', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  await declareVariables(api, projectId, { order: 'TEXT', amount: 'NUMBER', lines: ['sku', 'n'] })
  const { triggerId } = await aTrigger(api, projectId, {
    condition: { type: 'EVENT' },
    variablePaths: { order: "$['order id']", amount: '$.lines[1][1]', lines: '$.lines' },
  })
  const path = `${pathOf(projectId, triggerId)}/events`
  const body = {
    'order id': 'A-1',
    lines: [
      ['x', 1],
      ['y', 2.5],
    ],
  }
  const headers = { 'idempotency-key': 'order-A-1' }
  const send = (more: object = {}) => api.call('POST', path, { body, headers, ...more })
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => send()))
  expect(first).toMatchObject({ status: 202, body: { eventId: 'order-A-1' } })
  for (const other of others) expect([other.status, other.body]).toEqual([202, first!.body])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const [run] = await runsOf(api.db, triggerId)
  expect(run!.scalar_variables).toEqual({ order: 'A-1', amount: 2.5 })
  expect(run!.grid_variables).toEqual({
    lines: [
      ['x', '1'],
      ['y', '2.5'],
    ],
  })
  const changed = await send({ body: { other: 1 } })
  expect([changed.status, changed.body['detail']]).toEqual([
    409,
    'The event order-A-1 was already sent with another body',
  ])
  expect((await send({ headers: {} })).status).toBe(202)
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
})

test('whole numbers of an event that are too long for a number keep their digits', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  await declareVariables(api, projectId, { order: 'TEXT', lines: ['sku', 'n'] })
  const { triggerId } = await aTrigger(api, projectId, {
    condition: { type: 'EVENT' },
    variablePaths: { order: '$.order.id', lines: '$.lines' },
  })
  const id = '1234567890123456789'
  const body = { order: { id: JSON.rawJSON(id) }, lines: [['x', JSON.rawJSON(id)]] }
  await api.call('POST', `${pathOf(projectId, triggerId)}/events`, { body })
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const values = { scalar_variables: { order: id }, grid_variables: { lines: [['x', id]] } }
  expect(await runsOf(api.db, triggerId)).toMatchObject([values])
})

test('an empty list is a grid without rows where the variable is a grid, and else its JSON text', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  await declareVariables(api, projectId, { note: 'TEXT', lines: ['sku', 'n'] })
  const { triggerId } = await aTrigger(api, projectId, {
    condition: { type: 'EVENT' },
    variablePaths: { note: '$.lines', lines: '$.lines' },
  })
  await api.call('POST', `${pathOf(projectId, triggerId)}/events`, { body: { lines: [] } })
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const [run] = await runsOf(api.db, triggerId)
  expect([run!.scalar_variables, run!.grid_variables]).toEqual([{ note: '[]' }, { lines: [] }])
})

test('what takes no event says so', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const ends = await aTrigger(api, projectId)
  const disabled = await aTrigger(api, projectId, { condition: { type: 'EVENT' }, enabled: false })
  const send = (id: string, more: object = { body: {} }) =>
    api.call('POST', `${pathOf(projectId, id)}/events`, more)
  expect((await send(ends.triggerId)).status).toBe(409)
  expect((await send(disabled.triggerId)).body['detail']).toMatch(/is disabled; enable it first/)
  expect((await send(randomUUID())).status).toBe(404)
  expect((await send(disabled.triggerId, { body: [1] })).status).toBe(400)
  expect((await send(disabled.triggerId, { body: { text: 'x'.repeat(65 * 1024) } })).status).toBe(413)
  expect((await send(disabled.triggerId, { body: {}, token: null })).status).toBe(401)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await send(disabled.triggerId, { body: {}, token })).status).toBe(403)
})

test('a signed trigger takes only what is signed with its secret, just now, byte for byte', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const made = await aTrigger(api, projectId, { condition: { type: 'EVENT', signed: true } })
  const { triggerId, signingSecret } = made
  expect(signingSecret).toMatch(/^whsec_/)
  const shown = await api.call<DataTrigger>('GET', pathOf(projectId, triggerId))
  expect(JSON.stringify(shown.body)).not.toMatch(/whsec_/)
  const text = '{ "n":  1 }'
  const send = (secret: string, own: { at?: number; body?: string; id?: string } = {}) => {
    const { at = Math.floor(Date.now() / 1_000), body = text, id = 'msg_1' } = own
    const key = Buffer.from(secret.slice(6), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,AAAA v1,${signature}`,
    }
    return api.call('POST', `${pathOf(projectId, triggerId)}/events`, { body, headers })
  }
  const now = Math.floor(Date.now() / 1_000)
  expect((await api.call('POST', `${pathOf(projectId, triggerId)}/events`, { body: {} })).status).toBe(400)
  expect((await send(`whsec_${Buffer.alloc(32).toString('base64')}`)).status).toBe(400)
  expect((await send(signingSecret!, { body: '{"n":1}' })).status).toBe(400)
  expect((await send(signingSecret!, { at: now - 301 })).status).toBe(400)
  expect((await send(signingSecret!)).body).toMatchObject({ eventId: 'msg_1' })
  expect((await send(signingSecret!)).status).toBe(202)
  const renewed = await api.call<ChangedTrigger>('PATCH', pathOf(projectId, triggerId), {
    body: { newSigningSecret: true },
  })
  expect((await send(signingSecret!, { id: 'msg_2' })).status).toBe(400)
  expect((await send(renewed.body.signingSecret!, { id: 'msg_2' })).status).toBe(202)
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
})

test('conditions say every fault', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const body = {
    name: 'Wrong',
    pipelineName: 'Nowhere',
    environmentName: 'Development',
    runnerId: randomUUID(),
    condition: { type: 'EVENT', sql: 'select 1', pipelineName: 'P' },
    variablePaths: { a: 'order.id' },
  }
  const { status, body: problem } = await api.call('POST', pathOf(projectId), { body })
  expect(status).toBe(400)
  const said = JSON.stringify(problem)
  for (const part of [
    'body/condition/sql is not part of a condition of type EVENT',
    'body/condition/pipelineName is not part of a condition of type EVENT',
    'body/variablePaths/a: order.id is not a JSON path',
    'has no pipeline Nowhere',
    'body/runnerId: runner',
  ])
    expect(said).toContain(part)
  const missing = { ...body, condition: { type: 'PIPELINE_END' }, variablePaths: {} }
  expect(JSON.stringify((await api.call('POST', pathOf(projectId), { body: missing })).body)).toContain(
    'body/condition/pipelineName is required',
  )
})

test('a trigger whose pipeline to wait for is hidden, or gone, can be renamed and disabled, but not resumed', async () => {
  const [here, there] = [await aPlaceWith(api, ['Q']), await aPlaceWith(api, ['P'])]
  const { token } = await api.credential({ projectRoles: [{ projectId: here.projectId, role: 'ADMIN' }] })
  const condition = { type: 'PIPELINE_END', pipelineName: 'P', projectId: there.projectId }
  const { triggerId } = await aTrigger(api, here.projectId, { condition })
  const patch = (body: object) => api.call('PATCH', pathOf(here.projectId, triggerId), { token, body })
  expect(await patch({ name: 'Renamed' })).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  await endedRuns(api.db, there, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, here.projectId, triggerId), WAIT).toEqual(['FIRED'])
  expect(await patch({ enabled: false })).toMatchObject({ status: 200, body: { enabled: false } })
  await endedRuns(api.db, there, 'P', ['SUCCESS'])
  expect((await patch({ enabled: true })).status).toBe(404)
  expect(await api.call('DELETE', `/v1/projects/${there.projectId}`)).toMatchObject({ status: 204 })
  expect((await patch({ name: 'Renamed again' })).status).toBe(200)
  expect(await outcomesOf(api, here.projectId, triggerId)).toEqual(['FIRED'])
  expect(await patch({ variablePaths: { x: 'order' } })).toMatchObject({
    status: 400,
    body: { violations: [expect.stringContaining('body/variablePaths/x')] },
  })
})

test('a change that waited for another goes by what that one wrote', async () => {
  const { projectId, environmentId } = await aPlaceWith(api, ['P', 'Q'])
  const { triggerId } = await aTrigger(api, projectId, { condition: { type: 'EVENT' } })
  const disabling = await api.db.transaction().execute(async (tx) => {
    const condition = JSON.stringify({ type: 'PIPELINE_END', pipelineName: 'P', states: ['SUCCESS'] })
    await sql`
      update data_trigger set condition_type = 'PIPELINE_END', condition = ${condition}::jsonb
       where id = ${triggerId}`.execute(tx)
    await sql`
      insert into trigger_watch (trigger_id, environment_id, pipeline_name, states, enabled)
      values (${triggerId}, ${environmentId}, 'P', '{SUCCESS}', true)`.execute(tx)
    const answer = api.call('PATCH', pathOf(projectId, triggerId), { body: { enabled: false } })
    await expect.poll(() => waitingTransactions(api.db), WAIT).toBeGreaterThan(0)
    return { answer }
  })
  expect((await disabling.answer).status).toBe(200)
  const watched = await sql`select enabled from trigger_watch where trigger_id = ${triggerId}`.execute(api.db)
  expect(watched.rows).toEqual([{ enabled: false }])
})

test('changing, disabling and deleting; with the tag that was read', async () => {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const { projectId } = place
  const { triggerId } = await aTrigger(api, projectId, { name: 'First' })
  const path = pathOf(projectId, triggerId)
  const etag = (await api.call('GET', path)).headers.get('etag')!
  const renamed = await api.call<ChangedTrigger>('PATCH', path, {
    body: { name: 'Second', enabled: false },
    headers: { 'if-match': etag },
  })
  expect([renamed.status, renamed.body.name, renamed.body.enabled]).toEqual([200, 'Second', false])
  expect((await api.call('PATCH', path, { body: {}, headers: { 'if-match': etag } })).status).toBe(412)
  await endedRuns(api.db, place, 'P', ['SUCCESS'])
  await api.call('PATCH', path, { body: { enabled: true } })
  await endedRuns(api.db, place, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const list = await api.call<{ results: DataTrigger[] }>(
    'GET',
    `${pathOf(projectId)}?name=second&enabled=true`,
  )
  expect(list.body.results.map((one) => one.triggerId)).toEqual([triggerId])
  const now = await api.call('POST', `${path}/executions`)
  expect([now.status, now.body['trigger'], now.body['triggerId']]).toEqual([
    201,
    'TRIGGER_RUN_NOW',
    triggerId,
  ])
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('GET', path)).status).toBe(404)
  expect(await runsOf(api.db, triggerId)).toHaveLength(2)
})
