import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const projectId = '0195b1c2-0000-7000-8000-000000000001'
const taskId = '0195b1c2-0000-7000-8000-000000000002'
const path = `/v1/ai/agents/tasks/${taskId}`
const pending = {
  type: 'tool',
  toolId: 'call_1',
  toolName: 'run_pipeline',
  toolInput: { pipeline: 'Load' },
  permissionMessage: { title: 'Run a pipeline', body: 'The agent asks to call\u001b[2J run_pipeline' },
}
const task = {
  taskId,
  status: 'STOPPED',
  description: 'Count the orders',
  createdAt: '2025-03-01T11:00:00.000Z',
  modifiedAt: '2025-03-01T11:01:00.000Z',
  agentConfig: { environmentName: 'Development', sourceBranchName: 'main' },
  branchName: 'agent/1',
  grantedPermissions: [],
  pendingDecisions: [] as object[],
}
const message = (data: object) => ({ data, groupId: taskId, timestamp: task.createdAt })
const [asked, looked, result, answered] = [
  message({ type: 'user', text: 'Count the orders' }),
  message({
    type: 'assistant',
    text: '',
    toolCalls: [{ toolId: 'call_0', toolName: 'read_file', toolInput: { path: 'a' } }],
  }),
  message({ type: 'toolResult', text: 'line\n'.repeat(20), toolName: 'read_file', toolId: 'call_0' }),
  message({ type: 'assistant', text: 'There are 7.\u001b[2J' }),
]

/** In place of a state: no answer. */
const away = {}

/**
 * An API whose task is in these states, one after another, and whose messages come in two batches. `isLeft`:
 * the user presses Ctrl-C while the next state is waited for.
 */
async function run(words: readonly string[], states: readonly object[] = [task], isLeft = false) {
  let at = 0
  const echo: Answer = ({ body }, response) =>
    json(response, 200, { ...task, ...JSON.parse(body.toString()) })
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: projectId, name: 'Demo', warehouse: 'DUCKDB', description: '' }]),
    [`GET /v1/projects/${projectId}/repositories/branches`]: paged([
      { name: 'develop', isDefault: false },
      { name: 'main', isDefault: true },
    ]),
    'POST /v1/ai/agents/tasks': (_, response) =>
      json(response, 201, {
        taskId,
        status: 'RUNNING',
        agentName: 'data_engineer_agent',
        createdAt: task.createdAt,
      }),
    'GET /v1/ai/agents/tasks': (_, response) =>
      json(response, 200, { page: 0, size: 100, total: 1, tasks: [task] }),
    [`GET ${path}`]: (_, response) => {
      const state = states[Math.min(at++, states.length - 1)]!
      if (state === away) response.destroy()
      else json(response, 200, state)
    },
    [`GET ${path}/messages`]: ({ path: address }, response) =>
      address.includes('paginationToken=second')
        ? json(response, 200, { results: at < states.length ? [] : [answered], next: 'second' })
        : json(response, 200, { results: [asked, looked, result], more: 'second', next: 'second' }),
    [`POST ${path}/messages`]: (_, response) => json(response, 200, { taskId, status: 'RUNNING' }),
    [`POST ${path}/decisions`]: (_, response) => json(response, 200, { pendingDecisions: [] }),
    [`POST ${path}/stop`]: (_, response) => json(response, 200, { taskId, status: 'STOPPING' }),
    [`PUT ${path}/permissions`]: echo,
    [`DELETE ${path}`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({
    env: loginTo(api, credential),
    ...(isLeft && { onWait: () => terminal.interrupt() }),
  })
  const outcome = await terminal.run('agent-tasks', ...words)
  const requests = api.requests.filter(({ path: asked }) => !asked.includes('oauth'))
  const body = requests.findLast((request) => request.method !== 'GET')?.body.toString()
  return { ...outcome, requests, body: body ? JSON.parse(body) : undefined }
}

test('a task begins at the default branch and writes to one of its own, unless options say otherwise', async () => {
  const plain = await run(['create', 'Count the orders', '-p', 'Demo', '-e', 'Development'])
  expect(plain).toMatchObject({
    code: 0,
    out: `Created task ${taskId}\n`,
    body: {
      message: 'Count the orders',
      grantedPermissions: [],
      agentConfig: {
        projectId,
        environmentName: 'Development',
        sourceBranchName: 'main',
        generateBranch: true,
      },
    },
  })
  const chosen = await run([
    ...['create', 'Mend it', '-p', 'Demo', '-e', 'Development', '--from', 'develop', '--branch', 'mend'],
    ...['--grant', 'run_pipeline', '--grant', 'rerun_execution'],
  ])
  expect(chosen.body.agentConfig).toMatchObject({ sourceBranchName: 'develop', targetBranchName: 'mend' })
  expect(chosen.body.agentConfig).not.toHaveProperty('generateBranch')
  expect(chosen.body.grantedPermissions).toEqual([
    { toolName: 'run_pipeline' },
    { toolName: 'rerun_execution' },
  ])
})

test('the messages of a task are followed until it has answered, each once and without control characters', async () => {
  const running = { ...task, status: 'RUNNING' }
  const { code, out } = await run(['messages', taskId, '--follow'], [running, running, task])
  expect(code).toBe(0)
  expect(out.match(/Count the orders/g)).toHaveLength(1)
  expect(out).toContain('read_file {"path":"a"}')
  expect(out).toContain('… 13 more lines')
  expect(out.match(/There are 7\./g)).toHaveLength(1)
  expect(out).not.toContain('\u001b[2J')
})

test('following goes on when the server was away', async () => {
  const running = { ...task, status: 'RUNNING' }
  const { code, out, err } = await run(
    ['messages', taskId, '--follow'],
    [running, away, away, away, away, task],
  )
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Waiting up to 10 minutes') })
  expect(out.match(/Count the orders/g)).toHaveLength(1)
  expect(out.match(/There are 7\./g)).toHaveLength(1)
  expect((await run(['messages', taskId, '--follow'], [away])).code).toBe(1)
})

test('Ctrl-C leaves a task that is followed running, which the exit code and JSON say', async () => {
  const running = { ...task, status: 'RUNNING' }
  const left = await run(['messages', taskId, '--follow'], [running], true)
  expect(left).toMatchObject({ code: 1, err: expect.stringContaining('The task continues.') })
  const inJson = await run(['messages', taskId, '--follow', '--json'], [running], true)
  expect([inJson.code, JSON.parse(inJson.out)]).toEqual([1, { taskId, detached: true }])
})

test('following ends where the task waits for a decision, and with code 1 where it failed', async () => {
  const waiting = await run(
    ['messages', taskId, '--follow'],
    [{ ...task, status: 'RUNNING', pendingDecisions: [pending] }],
  )
  expect(waiting.out).toContain('Run a pipeline (call_1)')
  expect(waiting.out).not.toContain('\u001b[2J')
  expect(waiting.err).toContain(`headrace agent-tasks approve ${taskId}`)
  expect(
    await run(['messages', taskId, '--follow'], [{ ...task, status: 'ERRORED', error: 'away' }]),
  ).toMatchObject({
    code: 1,
  })
})

test('a call is approved once that is confirmed, and rejected with a reason', async () => {
  const waiting = [{ ...task, status: 'RUNNING', pendingDecisions: [pending] }]
  const refused = await run(['approve', taskId], waiting)
  expect([refused.code, refused.body]).toEqual([1, undefined])
  expect((await run(['approve', taskId, '--yes'], waiting)).body).toEqual({
    decisions: [{ type: 'tool', id: 'call_1', approved: true }],
  })
  expect((await run(['reject', taskId, 'call_1', '--reason', 'Not now'], waiting)).body).toEqual({
    decisions: [{ type: 'tool', id: 'call_1', approved: false, reason: 'Not now' }],
  })
  expect(await run(['approve', taskId, 'call_9', '--yes'], waiting)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Pending: call_1'),
  })
  expect(await run(['approve', taskId, '--yes'])).toMatchObject({ code: 1 })
})

test('tasks are listed, sent messages, permitted tools, stopped and deleted', async () => {
  expect((await run(['-p', 'Demo', '--status', 'stopped'])).out).toContain('Count the orders')
  expect((await run(['send', taskId, 'Also by city'])).body).toEqual({ message: 'Also by city' })
  expect((await run(['permit', taskId, 'run_pipeline'])).out).toContain('may use      run_pipeline')
  expect((await run(['permit', taskId])).body).toEqual({ grantedPermissions: [] })
  expect((await run(['stop', taskId])).out).toContain('stops when its running call has ended')
  expect(await run(['delete', taskId])).toMatchObject({ code: 1, body: undefined })
  expect((await run(['delete', taskId, '--yes'])).out).toBe('Deleted the task.\n')
})

const asksTwo = {
  type: 'ask_user',
  toolId: 'call_q',
  toolName: 'ask_user',
  toolInput: {},
  permissionMessage: { title: 'Question', body: 'Which countries?' },
  questions: [
    {
      question: 'Which\u001b[2J countries?',
      options: ['Norway', 'Denmark', 'Oslo, Bergen'],
      multiSelect: true,
    },
    { question: 'Why?' },
  ],
}
const waitsForAnswers = { ...task, status: 'RUNNING', pendingDecisions: [asksTwo] }

test('questions are shown with numbered options, and how they are answered', async () => {
  const { out, err } = await run(['show', taskId], [waitsForAnswers])
  expect(out).toContain('Question (call_q)')
  expect(out).toContain('  1. Norway\n')
  expect(out).toContain('several may be chosen')
  expect(out).not.toContain('\u001b[2J')
  expect(err).toContain(`headrace agent-tasks answer ${taskId}`)
  expect(err).not.toContain('approve')
})

test.each([
  ['2', { selectedOptions: ['Denmark'] }],
  ['1,2', { selectedOptions: ['Norway', 'Denmark'] }],
  ['Norway, Denmark', { selectedOptions: ['Norway', 'Denmark'] }],
  ['Oslo, Bergen', { selectedOptions: ['Oslo, Bergen'] }],
  ['Sweden', { text: 'Sweden' }],
  ['4', { text: '4' }],
])('the answer %j is %j', async (text, expected) => {
  const { code, body } = await run(['answer', taskId, text, 'Because'], [waitsForAnswers])
  expect(code).toBe(0)
  const answers = [
    { questionIndex: 0, ...expected },
    { questionIndex: 1, text: 'Because' },
  ]
  expect(body).toEqual({ decisions: [{ type: 'ask_user', id: 'call_q', answers }] })
})

test('each question needs an answer, and questions are not approved by the way', async () => {
  const few = await run(['answer', taskId, '1'], [waitsForAnswers])
  expect(few).toMatchObject({ code: 1, body: undefined })
  expect(few.err).toContain('asks 2 questions; 1 answer given')
  expect((await run(['answer', taskId, '1'])).err).toContain('asks nothing')
  const approved = await run(['approve', taskId, '--yes'], [waitsForAnswers])
  expect(approved).toMatchObject({ code: 1, body: undefined })
  expect(approved.err).toContain('waits for answers')
  const named = await run(['approve', taskId, 'call_q', '--yes'], [waitsForAnswers])
  expect(named.err).toContain('answered, not approved')
  const both = await run(
    ['reject', taskId, '--reason', 'no'],
    [{ ...waitsForAnswers, pendingDecisions: [asksTwo, pending] }],
  )
  expect(both.body.decisions).toEqual([{ type: 'tool', id: 'call_1', approved: false, reason: 'no' }])
  const skipped = await run(['reject', taskId, 'call_q'], [waitsForAnswers])
  expect(skipped.body.decisions).toEqual([{ type: 'tool', id: 'call_q', approved: false }])
})
