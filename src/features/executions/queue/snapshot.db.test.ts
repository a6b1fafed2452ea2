import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { claimExecutions } from './claim-store.ts'
import { readClaimed } from './run-message-store.ts'
import { deleteUnusedSnapshots } from './snapshot-store.ts'

const api = useApi()
const session = newId<SessionId>()
let runner: RunnerId
let projectId: string
let variables: string

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = made.agentId as RunnerId
  variables = `/v1/projects/${projectId}/variables`
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
  const row = { id: session, runner_id: runner, instance: 'test', agent_version: '1', capacity: 9 }
  await api.db.insertInto('runner_session').values(row).execute()
  await api.call('POST', variables, { body: { name: 'v', type: 'TEXT', behaviour: 'COPIED', value: 'old' } })
})

async function queue(): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const answer = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  return String(answer.body['pipelineExecutionId'])
}
const claim = async (limit = 10) =>
  (await claimExecutions(api.db, { id: session, runnerId: runner, connection: 1 }, limit)).runs
const set = (value: string) =>
  api.call('PATCH', `${variables}/v`, { body: { type: 'TEXT', behaviour: 'COPIED', value } })
const seen = (runs: Awaited<ReturnType<typeof claim>>) =>
  runs.map(({ projectVariables }) => projectVariables.map(({ value }) => value))
const snapshots = async () =>
  (await api.db.selectFrom('variable_snapshot').select('hash').execute()).map(({ hash }) =>
    hash.toString('hex'),
  )
const details = async (id: string) => (await api.call('GET', `/v1/pipeline-executions/${id}`)).body

test('executions see the variables of the moment they start, and again when they are claimed again', async () => {
  const id = await queue()
  expect(await details(id)).not.toHaveProperty('variables')
  expect(seen(await claim())).toEqual([['old']])
  await set('new')
  expect(seen(await readClaimed(api.db, session, [id]))).toEqual([['old']])
  await api.db.updateTable('execution').set({ status: 'QUEUED' }).where('id', '=', id).execute()
  expect(seen(await claim())).toEqual([['old']])
  expect((await details(id))['variables']).toMatchObject([
    { name: 'v', value: 'old', source: 'PROJECT_VARIABLE' },
  ])
  await queue()
  expect(seen(await claim())).toEqual([['new']])
})

test('the runner learns what names of databases stand for in the environment', async () => {
  const environment = `/v1/projects/${projectId}/environments/Development`
  await queue()
  const [before] = await claim()
  expect(before?.connection).toEqual({ type: 'DUCKDB', databases: {}, dialectFunctions: true })
  const databases = { ANALYTICS: {}, RAW: { database: 'raw', schema: 'landing' } }
  await api.call('PATCH', environment, { body: { databases, dialectFunctions: false } })
  await queue()
  const [after] = await claim()
  expect(after?.connection).toEqual({ type: 'DUCKDB', databases, dialectFunctions: false })
})

test('executions that see the same share one record, also when they start at once', async () => {
  await set('shared')
  const before = (await snapshots()).length
  for (let i = 0; i < 6; i++) await queue()
  // One of the two may pass over what the other is claiming, as a dispatcher that then looks again.
  const runs = (await Promise.all([claim(3), claim(3)])).flat()
  while (runs.length < 6) runs.push(...(await claim(6 - runs.length)))
  expect(seen(runs)).toEqual(Array(6).fill(['shared']))
  expect(await snapshots()).toHaveLength(before + 1)
})

test('a record goes a day after the last execution that names it, never before', async () => {
  const id = await queue()
  await claim()
  await api.db
    .updateTable('variable_snapshot')
    .set({ used_at: new Date(Date.now() - 90_000_000) })
    .execute()
  const before = await snapshots()
  await deleteUnusedSnapshots(api.db)
  expect(await snapshots()).toEqual(before)
  await api.db.deleteFrom('execution').where('id', '!=', id).execute()
  await deleteUnusedSnapshots(api.db)
  expect(await snapshots()).toHaveLength(1)
})
