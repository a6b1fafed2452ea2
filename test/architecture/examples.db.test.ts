import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aProject, declareVariables, publish } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'

/**
 * What the document shows as a request is what developers copy first: nothing of it is refused as malformed.
 */
const api = useApi()
const { components } = JSON.parse(readFileSync('openapi/public-v1.json', 'utf8')) as {
  components: { examples: Record<string, { value: object }> }
}
const ANY_ID = /3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19/g
let projectId: string
let agentId: string

beforeAll(async () => {
  const made = await aProject(api, { environments: ['Production', 'Development'] })
  projectId = made.projectId
  agentId = made.agentId
  const files = { 'load-orders.orch.yaml': orchestration({ Start: start() }) }
  await publish(api, projectId, files, { environment: 'Production' })
  await declareVariables(api, projectId, { countries: ['code', 'name'] })
  await api.call('POST', `/v1/projects/${projectId}/secrets`, {
    body: { name: 'orders_password', value: 'secret' },
  })
})

async function send(method: string, path: string, shape: string) {
  const text = JSON.stringify(components.examples[shape]!.value).replaceAll(ANY_ID, projectId)
  return api.call<Record<string, unknown>>(method, path, { body: JSON.parse(text) as object })
}

test('a variable is created and changed as the document shows it, and a pipeline runs with it', async () => {
  const all = `/v1/projects/${projectId}/variables`
  expect((await send('POST', all, 'NewVariable')).status).toBe(201)
  expect((await send('PATCH', `${all}/order_limit`, 'VariablePatch')).status).toBe(200)
  const run = await send('POST', `/v1/projects/${projectId}/pipeline-executions`, 'NewExecution')
  expect(run.status).toBe(201)
})

test('a schedule is created, changed and previewed', async () => {
  await send('POST', `/v1/projects/${projectId}/variables`, 'NewVariable')
  const all = `/v1/projects/${projectId}/schedules`
  const { status, body } = await send('POST', all, 'NewSchedule')
  expect([status, body]).toEqual([201, expect.anything()])
  expect((await send('PATCH', `${all}/${body['scheduleId']}`, 'SchedulePatch')).status).toBe(200)
  expect((await send('POST', '/v1/schedule-previews', 'PreviewRequest')).status).toBe(200)
})

test('a user is created, and changed by a patch', async () => {
  const all = '/v1/directory-integration/scim/v2/Users'
  const { status, body } = await send('POST', all, 'NewScimUser')
  expect(status).toBe(201)
  expect((await send('PATCH', `${all}/${body['id']}`, 'PatchRequest')).status).toBeLessThan(300)
})

test.each([
  ['POST', () => '/v1/agents', 'NewAgent', 201],
  ['POST', () => `/v1/agents/${agentId}/commands`, 'AgentCommand', 200],
  ['PUT', () => `/v1/agents/${agentId}/allowlist`, 'AllowList', 200],
  ['POST', () => '/v1/api-credentials', 'NewApiCredential', 201],
  ['POST', () => `/v1/projects/${projectId}/connections`, 'NewProjectConnection', 201],
])('%s with the example of %s', async (method, path, shape, status) => {
  const answer = await send(method, path(), shape)
  expect([answer.status, answer.body]).toEqual([status, expect.anything()])
})

test.each(['repositories', 'repository-migration'])(
  'only the token is missing in the example of %s',
  async (path) => {
    const shape = path === 'repositories' ? 'NewRepository' : 'NewMigration'
    const { status, body } = await send('POST', `/v1/projects/${projectId}/${path}`, shape)
    const missing = 'headers/git-provider-access-token is required for github'
    expect([status, body['violations']]).toEqual([400, [missing]])
  },
)

test('only a model is missing for the example of an agent task', async () => {
  expect((await send('POST', '/v1/ai/agents/tasks', 'NewAgentTask')).status).toBe(409)
})
