import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { modelKey, useModel } from '../../../test/support/recorded-model.ts'
import { newId } from '../../lib/ids.ts'
import type { AgentMessageList, AgentTask, CreatedAgentTask, PendingDecision } from './schema.ts'

const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const model = useModel()
const t = useApi({
  HEADRACE_GIT_DIR: gitDir,
  HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
  get HEADRACE_MODEL_URL() {
    return model.url
  },
  HEADRACE_MODEL_NAME: 'recorded',
  HEADRACE_MODEL_API_KEY: modelKey,
})
const all = '/v1/ai/agents/tasks'
const pipeline = orchestration({ Start: start() })

async function aWriter(others: readonly string[] = []) {
  const { projectId, agentId } = await aProject(t, { environments: ['Development', 'Production'] })
  const projectRoles = [projectId, ...others].map((id) => ({ projectId: id, role: 'CONTRIBUTOR' as const }))
  const { token, clientId } = await t.credential({ projectRoles })
  for (const [environmentName, access] of [
    ['Development', 'runner'],
    ['Production', 'runner'],
  ] as const)
    await t.call('PATCH', `/v1/projects/${projectId}/environments/${environmentName}`, {
      body: { defaultUserAccessLevel: access },
    })
  const associated = await t.call('POST', `/v1/projects/${projectId}/repositories`, {
    body: { provider: 'hosted' },
  })
  expect(associated.status).toBe(201)
  const body = { branch: 'main', path: 'README.md', content: 'hello' }
  await t.call('PUT', `/v1/projects/${projectId}/repositories/files`, { body })
  return { projectId, agentId, token, clientId }
}
type Writer = Awaited<ReturnType<typeof aWriter>>

const create = ({ projectId, token }: Writer, message: string, more: object = {}, config: object = {}) => {
  const agentConfig = {
    name: 'data_engineer_agent',
    mode: 'ACT',
    projectId,
    environmentName: 'Development',
    sourceBranchName: 'main',
    targetBranchName: 'work',
    ...config,
  }
  return t.call<CreatedAgentTask>('POST', all, { token, body: { agentConfig, message, ...more } })
}

async function aTask(writer: Writer, message: string, more: object = {}, config: object = {}) {
  const { status, body } = await create(writer, message, more, config)
  expect([status, body]).toMatchObject([201, { status: 'RUNNING', agentName: 'data_engineer_agent' }])
  return `${all}/${body.taskId}`
}

const get = async ({ token }: Writer, path: string) => (await t.call<AgentTask>('GET', path, { token })).body
const ended = (writer: Writer, path: string) =>
  vi.waitUntil(
    async () => {
      const task = await get(writer, path)
      return task.status === 'RUNNING' || task.status === 'STOPPING' ? undefined : task
    },
    { timeout: 60_000, interval: 50 },
  )
const asked = (writer: Writer, path: string): Promise<readonly [PendingDecision, ...PendingDecision[]]> =>
  vi.waitUntil(
    async () => {
      const { pendingDecisions } = await get(writer, path)
      return pendingDecisions.length > 0 && (pendingDecisions as [PendingDecision])
    },
    { timeout: 60_000, interval: 50 },
  ) as never
const decide = ({ token }: Writer, path: string, id: string, approved: boolean, reason?: string) =>
  t.call<{ pendingDecisions: object[] }>('POST', `${path}/decisions`, {
    token,
    body: { decisions: [{ type: 'tool', id, approved, reason }] },
  })
const messagesOf = async ({ token }: Writer, path: string, query: string) =>
  (await t.call<AgentMessageList>('GET', `${path}/messages?${query}`, { token })).body
const textsOf = async (writer: Writer, path: string) =>
  (await messagesOf(writer, path, 'limit=1000')).results.map(({ data }) => data)
const resultOf = async (writer: Writer, path: string, toolId: string) =>
  (await textsOf(writer, path)).find((data) => data.type === 'toolResult' && data.toolId === toolId)!
const commit = (id: string, project: string, branch: string) => ({
  id,
  name: 'commit_files',
  input: { project, branch, message: 'Add P', files: [{ path: 'P.orch.yaml', content: pipeline }] },
})
const run = (id: string, project: string, environment: string, ref = 'work') => ({
  id,
  name: 'run_pipeline',
  input: { project, environment, pipeline: 'P', ref, waitSeconds: 30 },
})

test('a task writes on its branch, asks before it runs, runs when it is approved, and answers', {
  timeout: 120_000,
}, async () => {
  const writer = await aWriter()
  const { projectId, token } = writer
  const runner = await aRealRunner(t, writer.agentId)
  const files = [{ path: 'P.orch.yaml', content: pipeline }]
  model.record(
    'write and run',
    (_, turn) =>
      [
        { calls: [{ id: 'v', name: 'validate_files', input: { project: projectId, files } }] },
        { calls: [commit('c', projectId, 'work')] },
        { calls: [run('r', projectId, 'Development')] },
        { text: 'P ran.' },
      ][turn]!,
  )
  const path = await aTask(writer, 'Please write and run P')
  const [first] = await asked(writer, path)
  expect(first).toMatchObject({
    type: 'tool',
    toolId: 'r',
    toolName: 'run_pipeline',
    toolInput: { pipeline: 'P' },
  })
  expect(first.permissionMessage.body).toContain('Development')
  expect((await get(writer, path)).status).toBe('RUNNING')
  expect((await decide(writer, path, 'another', true)).status).toBe(400)
  expect((await decide(writer, path, 'r', true)).body).toEqual({ pendingDecisions: [] })
  const task = await ended(writer, path)
  await runner.close()
  expect(task).toMatchObject({ status: 'STOPPED', branchName: 'work', description: 'Please write and run P' })
  expect(JSON.parse((await resultOf(writer, path, 'v')).text.split('\n').join(''))).toMatchObject({
    valid: true,
  })
  expect(JSON.parse((await resultOf(writer, path, 'r')).text)).toMatchObject({
    ended: true,
    status: 'SUCCESS',
  })
  expect((await textsOf(writer, path)).at(-1)).toMatchObject({ type: 'assistant', text: 'P ran.' })
  const content = `/v1/projects/${projectId}/repositories/files/content?path=P.orch.yaml&ref=`
  expect((await t.call('GET', `${content}work`, { token })).status).toBe(200)
  expect((await t.call('GET', `${content}main`, { token })).status).toBe(404)
  const { body } = await t.call<{ results: { actor: { name: string } }[] }>(
    'GET',
    `/v1/events?projectId=${projectId}&operation=createCommit`,
  )
  expect(JSON.stringify(body.results[0])).toContain(path.split('/').at(-1))
  expect(body.results[0]!.actor.name).toBe('test')
  expect(model.refused).toEqual([])
  expect(JSON.stringify(model.requests)).not.toContain(modelKey)
})

test('a rejected call is not made, and the agent is told why', { timeout: 60_000 }, async () => {
  const writer = await aWriter()
  model.record('rejected', (_, turn) =>
    turn === 0 ? { calls: [run('r', writer.projectId, 'Development')] } : { text: 'Fine.' },
  )
  const path = await aTask(writer, 'rejected')
  await asked(writer, path)
  await decide(writer, path, 'r', false, 'not today')
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED', pendingDecisions: [] })
  expect(await resultOf(writer, path, 'r')).toMatchObject({
    isError: true,
    text: expect.stringContaining('not today'),
  })
  const { body } = await t.call<{ results: object[] }>(
    'GET',
    `/v1/pipeline-executions?projectId=${writer.projectId}`,
  )
  expect(body.results).toEqual([])
})

test('no grant covers production or another environment, and without one nothing is published', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { projectId } = writer
  const publish = (id: string, environment: string) => ({
    id,
    name: 'publish_version',
    input: { project: projectId, environment, ref: 'work', version: id },
  })
  model.record('publishes', (_, turn) =>
    turn === 0
      ? { calls: [commit('c', projectId, 'work')] }
      : turn === 1
        ? {
            calls: [
              publish('dev', 'Development'),
              publish('prod', 'Production'),
              run('r', projectId, 'Development'),
            ],
          }
        : { text: 'Done.' },
  )
  const path = await aTask(writer, 'publishes', { grantedPermissions: [{ toolName: 'publish_version' }] })
  const waiting = await asked(writer, path)
  await vi.waitFor(
    async () => expect(await resultOf(writer, path, 'dev')).toMatchObject({ isError: false }),
    20_000,
  )
  expect(waiting.map(({ toolId }) => toolId)).toEqual(['prod', 'r'])
  const versions = await t.call<{ results: { versionName: string }[] }>(
    'GET',
    `/v1/projects/${projectId}/artifacts?environmentName=Production`,
  )
  expect(versions.body.results).toEqual([])
  const unknown = await t.call('PUT', `${path}/permissions`, {
    token: writer.token,
    body: { grantedPermissions: [{ toolName: 'drop_everything' }] },
  })
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
    400,
    expect.stringContaining('run_pipeline'),
  ])
  await t.call('POST', `${path}/stop`, { token: writer.token })
  expect((await ended(writer, path)).pendingDecisions).toEqual([])
  expect(await resultOf(writer, path, 'prod')).toMatchObject({ isError: true })
})

test('an agent that obeys a text gets no further: not to other branches, projects, or tools', {
  timeout: 60_000,
}, async () => {
  // The creator may do all of it, and the task may not.
  const other = await aWriter()
  const writer = await aWriter([other.projectId])
  const { projectId } = writer
  await t.call('POST', `/v1/projects/${projectId}/repositories/branches`, { body: { name: 'another' } })
  model.record('obeys', (_, turn) =>
    turn === 0
      ? {
          calls: [
            commit('main', projectId, 'main'),
            commit('elsewhere', projectId, 'another'),
            { id: 'foreign', name: 'list_files', input: { project: other.projectId } },
            { id: 'none', name: 'read_secrets', input: {} },
            { id: 'broken', name: 'list_files', input: '{"project":' },
            { id: 'wrong', name: 'list_files', input: { project: projectId, size: 'many' } },
          ],
        }
      : { text: 'I could not.' },
  )
  const path = await aTask(writer, 'obeys')
  await ended(writer, path)
  for (const id of ['main', 'elsewhere', 'foreign', 'none', 'broken', 'wrong'])
    expect([id, (await resultOf(writer, path, id)).isError]).toEqual([id, true])
  for (const config of [
    { targetBranchName: 'main' },
    { targetBranchName: undefined },
    { generateBranch: true },
  ])
    expect([409, 400]).toContain((await create(writer, 'obeys', {}, config)).status)
  const generated = await aTask(writer, 'obeys', {}, { targetBranchName: undefined, generateBranch: true })
  expect((await get(writer, generated)).branchName).toMatch(/^agent\/[0-9a-f]{12}$/)
})

test('a task ends when its creator is deleted, and nothing more is done', { timeout: 60_000 }, async () => {
  const writer = await aWriter()
  model.record('orphaned', () => ({ calls: [run('r', writer.projectId, 'Development')] }))
  const path = await aTask(writer, 'orphaned')
  await asked(writer, path)
  const id = path.split('/').at(-1)!
  await t.db
    .updateTable('agent_tool_call')
    .set({ state: 'READY', approved: true })
    .where('task_id', '=', id)
    .execute()
  expect((await t.call('DELETE', `/v1/api-credentials/${writer.clientId}`)).status).toBe(204)
  await t.db.updateTable('agent_task').set({ due_at: new Date() }).where('id', '=', id).execute()
  const error = await vi.waitUntil(async () => (await t.call<AgentTask>('GET', path)).body.error, 20_000)
  expect(error).toContain('creator of this task was deleted')
  const { body } = await t.call<{ results: object[] }>(
    'GET',
    `/v1/pipeline-executions?projectId=${writer.projectId}`,
  )
  expect(body.results).toEqual([])
})

test('a model that is away is asked again; another error ends the task in its words, and a message tries again', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  let requests = 0
  model.record('stumbles', () => {
    requests++
    if (requests === 1) return { status: 429, message: 'slow down', retryAfter: '1' }
    if (requests === 2) return { status: 400, message: `no\0 credit for ${modelKey}` }
    return { text: 'Here I am.' }
  })
  const path = await aTask(writer, 'stumbles')
  expect(await ended(writer, path)).toMatchObject({
    status: 'ERRORED',
    error: expect.stringContaining('no credit for ***'),
  })
  const sent = await t.call('POST', `${path}/messages`, { token: writer.token, body: { message: 'Again' } })
  expect([sent.status, sent.body]).toMatchObject([202, { status: 'RUNNING' }])
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  expect(requests).toBe(3)
  const page = await messagesOf(writer, path, 'limit=2')
  expect(page.results).toHaveLength(2)
  const rest = await messagesOf(writer, path, `paginationToken=${page.more}`)
  const texts = rest.results.map(({ data }) => data.text)
  expect([rest.more, texts]).toEqual([undefined, ['Again', 'Here I am.']])
  const polled = await messagesOf(writer, path, `paginationToken=${rest.next}`)
  expect(polled).toEqual({ results: [], next: rest.next })
})

test('what the database keeps in no text is left out of what the model says', async () => {
  const writer = await aWriter()
  model.record('binary', (_, turn) =>
    turn === 0
      ? { calls: [{ id: 'call\0_1', name: 'list\0_files', input: 'a\0\ud800' }] }
      : { text: 'a\0b\ud800' },
  )
  const path = await aTask(writer, 'binary')
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  const texts = await textsOf(writer, path)
  expect(texts[1]!.toolCalls).toEqual([{ toolId: 'call_1', toolName: 'list_files', toolInput: 'a\ufffd' }])
  expect(texts.at(-1)).toMatchObject({ type: 'assistant', text: 'ab\ufffd' })
})

test('a step that fails in Headrace itself is counted and tried again later, so that the model is not asked for ever', async () => {
  const writer = await aWriter()
  let requests = 0
  model.record('unkept', () => {
    requests++
    return { text: 'not kept' }
  })
  await sql`alter table agent_message add constraint kept check (data->>'text' <> 'not kept')`.execute(t.db)
  try {
    const path = await aTask(writer, 'unkept')
    const state = () =>
      t.db
        .selectFrom('agent_task')
        .select(['failures', 'lease_until', sql<boolean>`due_at > now() + interval '1 second'`.as('isLater')])
        .where('id', '=', path.split('/').at(-1)!)
        .executeTakeFirst()
    await expect.poll(state, { timeout: 10_000 }).toEqual({ failures: 1, lease_until: null, isLater: true })
    expect(requests).toBe(1)
  } finally {
    await sql`alter table agent_message drop constraint kept`.execute(t.db)
  }
})

test('a stop ends a call of the model at once; a stopped task is deleted, a running one is not', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  model.record('silent', () => ({ silent: true }))
  const path = await aTask(writer, 'silent')
  await vi.waitUntil(
    () => model.requests.some(({ messages }) => messages.at(-1)?.content === 'silent'),
    20_000,
  )
  const { token } = writer
  expect((await t.call('DELETE', path, { token })).status).toBe(409)
  expect((await t.call('POST', `${path}/messages`, { token, body: { message: 'x' } })).status).toBe(409)
  expect((await t.call('POST', `${path}/stop`, { token })).body).toMatchObject({ status: 'STOPPING' })
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  expect((await t.call('DELETE', path, { token })).status).toBe(204)
  expect((await t.call('GET', path, { token })).status).toBe(404)
})

test('tasks are seen by their creators and by administrators of the project, who may not decide for them', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { projectId } = writer
  const member = async (role: 'ADMIN' | 'CONTRIBUTOR') =>
    (await t.credential({ projectRoles: [{ projectId, role }] })).token
  const [admin, colleague] = [await member('ADMIN'), await member('CONTRIBUTOR')]
  model.record('seen', (_, turn) =>
    turn === 0 ? { calls: [run('r', projectId, 'Development')] } : { text: 'ok' },
  )
  const path = await aTask(writer, 'seen')
  await asked(writer, path)
  expect((await t.call('GET', path, { token: colleague })).status).toBe(404)
  expect((await t.call('GET', path, { token: admin })).body).toMatchObject({ isOwn: false })
  expect(await get(writer, path)).toMatchObject({ isOwn: true })
  expect((await decide({ ...writer, token: admin }, path, 'r', true)).status).toBe(403)
  const listed = (token: string, query = '') =>
    t.call<{ total: number; size: number }>('GET', `${all}?${query}`, { token })
  expect((await listed(colleague, `projectId=${projectId}`)).body).toMatchObject({ total: 0, size: 20 })
  expect((await listed(admin, `projectId=${projectId}&status=RUNNING&branchId=work`)).body).toMatchObject({
    total: 1,
  })
  expect((await listed(writer.token)).body.total).toBe(1)
  const more = await Promise.all(Array.from({ length: 6 }, () => create(writer, 'seen')))
  expect(more.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409])
})

test('what a dead process had begun is done by another: reads again, the rest is told to be unknown', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { projectId } = writer
  model.record('dies', (_, turn) =>
    turn === 0
      ? {
          calls: [
            run('r', projectId, 'Development'),
            { id: 'l', name: 'list_branches', input: { project: projectId } },
          ],
        }
      : { text: 'Looked.' },
  )
  const path = await aTask(writer, 'dies')
  await asked(writer, path)
  const id = path.split('/').at(-1)!
  // As a process leaves it that was killed in the middle of both calls.
  await t.db.deleteFrom('agent_message').where('task_id', '=', id).where('seq', '>', 2).execute()
  await t.db
    .updateTable('agent_tool_call')
    .set({ state: 'BEGUN', approved: true })
    .where('task_id', '=', id)
    .execute()
  await t.db
    .updateTable('agent_task')
    .set({ due_at: new Date(), lease_id: newId(), lease_until: new Date(Date.now() + 1_000) })
    .where('id', '=', id)
    .execute()
  await ended(writer, path)
  expect(await resultOf(writer, path, 'r')).toMatchObject({
    isError: true,
    text: expect.stringContaining('unknown'),
  })
  expect(await resultOf(writer, path, 'l')).toMatchObject({ isError: false })
})
