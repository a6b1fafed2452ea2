import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { all, commit, pipeline, run, useAgentTasks } from '../../../test/support/agent-tasks.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { modelKey } from '../../../test/support/recorded-model.ts'
import { aPerson } from '../../../test/support/users.ts'
import type { AgentTask } from './schema.ts'

const { model, t, aWriter, create, aTask, get, ended, asked, decide, textsOf, resultOf } = useAgentTasks()

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

test('no task works on a branch that is published automatically, be it where its creator sees nothing', async () => {
  const writer = await aWriter()
  const project = `/v1/projects/${writer.projectId}`
  const hidden = {
    name: 'Hidden',
    defaultAgentId: await anAgentOf(project),
    defaultUserAccessLevel: 'noAccess',
  }
  expect((await t.call('POST', `${project}/environments`, { body: hidden })).status).toBe(201)
  const body = { environmentName: 'Hidden', branch: 'release' }
  expect((await t.call('POST', `${project}/repositories/publications`, { body })).status).toBe(201)
  const refused = await create(writer, 'obeys', {}, { targetBranchName: 'release' })
  expect([refused.status, JSON.stringify(refused.body).includes('Hidden')]).toEqual([409, false])
  const branch = await t.call('GET', `${project}/repositories/branches/release`)
  expect(branch.status).toBe(404)
})

const anAgentOf = async (project: string) =>
  (await t.call<{ defaultAgentId: string }>('GET', `${project}/environments/Development`)).body.defaultAgentId

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

test('a task ends when the personal token that created it is deleted', { timeout: 60_000 }, async () => {
  const writer = await aWriter()
  const person = await aPerson(t)
  await t.call('PUT', `/v1/projects/${writer.projectId}/members/${person.id}`, {
    body: { role: 'CONTRIBUTOR' },
  })
  model.record('outlived', () => ({ calls: [run('o', writer.projectId, 'Development')] }))
  const path = await aTask({ ...writer, token: person.token }, 'outlived')
  await asked({ ...writer, token: person.token }, path)
  await t.db.deleteFrom('personal_token').where('user_id', '=', person.id).execute()
  const id = path.split('/').at(-1)!
  await t.db
    .updateTable('agent_tool_call')
    .set({ state: 'READY', approved: true })
    .where('task_id', '=', id)
    .execute()
  await t.db.updateTable('agent_task').set({ due_at: new Date() }).where('id', '=', id).execute()
  const error = await vi.waitUntil(async () => (await t.call<AgentTask>('GET', path)).body.error, 20_000)
  expect(error).toContain('the token that created it is not valid any more')
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
  await sql`delete from project_role where project_id = ${projectId} and role = 'CONTRIBUTOR'`.execute(t.db)
  expect((await t.call('GET', path, { token: writer.token })).status).toBe(404)
  expect((await listed(writer.token)).body).toMatchObject({ total: 0, tasks: [] })
})

const ask = (id: string, questions: readonly object[]) => ({ id, name: 'ask_user', input: { questions } })
const colour = { question: 'Which countries?', options: ['Norway', 'Denmark'], multiSelect: true }
const day = { question: 'From which day on?', options: ['Monday', 'Sunday'] }

test('an agent asks its user, waits, and continues with the answers', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { token } = writer
  model.record('asks', (_, turn) => (turn === 0 ? { calls: [ask('q', [colour, day])] } : { text: 'Thanks.' }))
  const path = await aTask(writer, 'asks')
  expect(await asked(writer, path)).toEqual([
    {
      type: 'ask_user',
      toolId: 'q',
      toolName: 'ask_user',
      toolInput: { questions: [colour, day] },
      permissionMessage: {
        title: 'Question',
        body: 'Which countries?\n- Norway\n- Denmark\n\nFrom which day on?\n- Monday\n- Sunday',
      },
      questions: [colour, day],
    },
  ])
  const answer = (answers: readonly object[], more: object = {}) =>
    t.call<{ pendingDecisions?: object[]; violations?: object[] }>('POST', `${path}/decisions`, {
      token,
      body: { decisions: [{ type: 'ask_user', id: 'q', answers, ...more }] },
    })
  const faulty = await answer([
    { questionIndex: 0, selectedOptions: ['Norway', 'Sweden'] },
    { questionIndex: 0, text: 'again' },
    { questionIndex: 3, text: 'none' },
  ])
  expect(faulty.status).toBe(400)
  const faults = JSON.stringify(faulty.body)
  for (const fault of ['no answer to question 1', 'Sweden', 'two answers', 'it has 2'])
    expect(faults).toContain(fault)
  const first = { questionIndex: 0, selectedOptions: ['Norway', 'Denmark'] }
  const two = await answer([first, { questionIndex: 1, selectedOptions: ['Monday', 'Sunday'] }])
  expect([two.status, JSON.stringify(two.body)]).toEqual([400, expect.stringContaining('one option only')])
  expect((await answer([first, { questionIndex: 1 }])).status).toBe(400)
  expect((await decide(writer, path, 'q', true)).status).toBe(400) // a question is not approved
  expect((await get(writer, path)).pendingDecisions).toHaveLength(1)
  const answered = await answer([first, { questionIndex: 1, text: 'The first of May' }])
  expect([answered.status, answered.body]).toEqual([200, { pendingDecisions: [] }])
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  const words = 'Which countries?\n- Norway\n- Denmark\n\nFrom which day on?\nThe first of May'
  expect(await resultOf(writer, path, 'q')).toMatchObject({ isError: false, text: words })
  const told = model.requests.at(-1)!.messages.at(-1)
  expect(told).toMatchObject({ role: 'tool', content: `The user answered:\n${words}` })
})

test('a question that is not answered ends with the reason, and one that cannot be asked never waits', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  model.record('insists', (_, turn) =>
    turn === 0
      ? { calls: [ask('none', []), ask('one', [{ question: 'Why?', options: ['only'] }])] }
      : turn === 1
        ? { calls: [ask('q', [{ question: 'Why?' }])] }
        : { text: 'Fine.' },
  )
  const path = await aTask(writer, 'insists')
  const [pending] = await asked(writer, path)
  expect(pending).toMatchObject({ toolId: 'q', questions: [{ question: 'Why?' }] })
  for (const id of ['none', 'one'])
    expect(await resultOf(writer, path, id)).toMatchObject({
      isError: true,
      text: expect.stringContaining('do not fit'),
    })
  await decide(writer, path, 'q', false, 'not now')
  await ended(writer, path)
  expect(await resultOf(writer, path, 'q')).toMatchObject({
    isError: true,
    text: expect.stringMatching(/does not answer.*not now/),
  })
})

test('only the creator answers, and a call of a tool takes no answers', { timeout: 60_000 }, async () => {
  const writer = await aWriter()
  const { projectId } = writer
  const admin = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  model.record('both', (_, turn) =>
    turn === 0
      ? { calls: [ask('q', [{ question: 'Why?' }]), run('r', projectId, 'Development')] }
      : { text: 'Fine.' },
  )
  const path = await aTask(writer, 'both')
  await asked(writer, path)
  const answer = (token: string, id: string) =>
    t.call('POST', `${path}/decisions`, {
      token,
      body: { decisions: [{ type: 'ask_user', id, answers: [{ questionIndex: 0, text: 'So.' }] }] },
    })
  expect((await answer(admin.token, 'q')).status).toBe(403)
  const wrong = await answer(writer.token, 'r')
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    400,
    expect.stringContaining('not on a question'),
  ])
  expect(await answer(writer.token, 'q')).toMatchObject({
    status: 200,
    body: { pendingDecisions: [{ toolId: 'r', type: 'tool' }] },
  })
  await t.call('POST', `${path}/stop`, { token: writer.token })
  await ended(writer, path)
})
