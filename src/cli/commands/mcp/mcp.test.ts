import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { anAssistant } from '../../../../test/support/assistant.ts'
import { waitFor } from '../../../../test/support/platform.ts'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

/** A server is a process of its own. */
const PATIENCE_MS = 120_000
const projectId = '0195b1c2-0000-7000-8000-000000000001'
const executionId = '0195b1c2-0000-7000-8000-000000000002'
const project = { id: projectId, name: 'Sales', description: '', warehouse: 'DUCKDB' }
const sales = {
  'GET /v1/projects': paged([project]),
  [`GET /v1/projects/${projectId}/environments/Live`]: ((_, response) =>
    json(response, 200, { name: 'Live', displayName: 'Live', allowUnpublishedRuns: false })) as Answer,
}

test('an answer that an assistant could not take is an error that says what to do', {
  timeout: PATIENCE_MS,
}, async () => {
  const branches = Array.from({ length: 100 }, (_, i) => ({ name: `b${i}`, subject: 'x'.repeat(1_000) }))
  await using api = await startApi({
    ...sales,
    [`GET /v1/projects/${projectId}/repositories/branches`]: paged(branches),
  })
  await using assistant = await anAssistant(loginTo(api, credential))
  const input = { project: 'Sales', size: 100 }
  const { isError, text } = await assistant.call('list_branches', input)
  expect(isError).toBe(true)
  expect(text).toMatch(/^The result has \d+ characters.*\nAsk for less/)
  const page = await assistant.read<{ nextPage: number; total: number; results: object[] }>('list_branches', {
    project: 'Sales',
    size: 5,
    page: 2,
  })
  expect(page).toMatchObject({ total: 100, nextPage: 3, results: [{ name: 'b10' }, {}, {}, {}, {}] })
  const unknown = await assistant.call('list_branches', { project: 'Sales', sise: 5 })
  expect(unknown.isError).toBe(true)
})

test('an execution and a step are shown however long their values are', {
  timeout: PATIENCE_MS,
}, async () => {
  const cells = Array.from({ length: 400 }, () => ['"x"', 'y\n'])
  const values = Array.from({ length: 60 }, (_, i) => ({ name: `v${i}`, type: 'GRID', value: cells }))
  const path = { pipelineExecutionId: executionId, projectId, pipelineName: 'a' }
  const step = {
    id: `${executionId}-0`,
    name: 'Load',
    parameters: values,
    statements: [{ text: '"\n'.repeat(90_000) }],
  }
  await using api = await startApi({
    [`GET /v1/pipeline-executions/${executionId}`]: (_, response) =>
      json(response, 200, { ...path, status: 'FAILED', variables: values }),
    [`GET /v1/projects/${projectId}/pipeline-executions/${executionId}/steps/${step.id}`]: (_, response) =>
      json(response, 200, step),
  })
  await using assistant = await anAssistant(loginTo(api, credential))
  const execution = await assistant.read<{ variables: object[] }>('get_execution', { execution: executionId })
  expect(execution.variables).toHaveLength(60)
  const shown = await assistant.read<{ parameters: { value: string }[] }>('get_step', {
    execution: executionId,
    step: step.id,
  })
  expect(shown.parameters).toHaveLength(60)
  expect(shown.parameters[0]!.value).toMatch(/^\[\["\\"x\\"",/)
})

test('a call that is given up ends, and the next one is answered', {
  timeout: PATIENCE_MS,
}, async () => {
  let polls = 0
  const running = { pipelineExecutionId: executionId, projectId, pipelineName: 'a', status: 'RUNNING' }
  await using api = await startApi({
    [`GET /v1/pipeline-executions/${executionId}`]: (_, response) => {
      polls++
      json(response, 200, running)
    },
  })
  await using assistant = await anAssistant(loginTo(api, credential))
  const giveUp = new AbortController()
  const waiting = assistant.call('wait_for_execution', { execution: executionId }, giveUp.signal)
  const failed = expect(waiting).rejects.toThrow()
  await waitFor('a look at the execution', async () => polls > 0)
  giveUp.abort()
  await failed
  const answer = await assistant.read('wait_for_execution', { execution: executionId, waitSeconds: 0 })
  expect(answer).toMatchObject({ ended: false, status: 'RUNNING', next: 'wait_for_execution' })
})

test('the server ends by itself when its input ends, whatever it was doing', {
  timeout: PATIENCE_MS,
}, async () => {
  const asked = Promise.withResolvers<void>()
  await using api = await startApi({
    // It never answers: the request is under way when the assistant goes.
    [`GET /v1/pipeline-executions/${executionId}`]: () => asked.resolve(),
  })
  const env = { PATH: process.env['PATH'], HOME: '/nowhere', ...loginTo(api, credential) }
  const child = spawn(process.execPath, ['bin/headrace.mjs', 'mcp'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const [clientInfo, capabilities] = [{ name: 'test', version: '1' }, {}]
  const opening = { protocolVersion: '2025-06-18', clientInfo, capabilities }
  const called = { name: 'get_execution', arguments: { execution: executionId } }
  child.stdin.write(
    [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: opening },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: called },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join(''),
  )
  await asked.promise
  child.stdin.end()
  expect(await ended).toEqual({ code: 0, signal: null })
})

test('a run in production is refused before it is asked for, unless the user allowed it', {
  timeout: PATIENCE_MS,
}, async () => {
  await using api = await startApi(sales)
  const input = { project: 'Sales', environment: 'Live', pipeline: 'load' }
  await using assistant = await anAssistant(loginTo(api, credential), '--allow-publish')
  for (const [name, more] of [
    ['run_pipeline', {}],
    ['publish_version', { ref: 'main', version: '1', pipeline: undefined }],
  ] as const) {
    const { isError, text } = await assistant.call(name, { ...input, ...more })
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringContaining('Live is a production environment; nothing was done.'),
    })
  }
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('who may publish commits to no branch that is published to production', {
  timeout: PATIENCE_MS,
}, async () => {
  const published = ['hidden', 'live', 'test']
  await using api = await startApi({
    ...sales,
    [`GET /v1/projects/${projectId}/environments/Test`]: (_, response) =>
      json(response, 200, { name: 'Test', displayName: 'Test', allowUnpublishedRuns: true }),
    [`GET /v1/projects/${projectId}/repositories`]: (_, response) =>
      json(response, 200, { publishedBranches: published }),
    [`GET /v1/projects/${projectId}/repositories/publications`]: paged([
      { environmentName: 'Live', branch: 'live' },
      { environmentName: 'Test', branch: 'test' },
      { environmentName: 'Test', branch: 'live' },
    ]),
    [`POST /v1/projects/${projectId}/repositories/branches`]: (request, response) =>
      json(response, 201, JSON.parse(request.body.toString())),
  })
  await using assistant = await anAssistant(loginTo(api, credential), '--allow-publish')
  const create = (branch: string) =>
    assistant.call('create_branch', { project: 'Sales', branch, from: 'main' })
  for (const branch of ['hidden', 'live'])
    expect(await create(branch)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/published automatically; nothing was written\..*--allow-production/s),
    })
  for (const branch of ['test', 'other']) expect(await create(branch)).toMatchObject({ isError: false })
  expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('without a login the command says how to get one', async () => {
  using terminal = openTerminal()
  const { code, out, err } = await terminal.run('mcp')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('No server configured')
})
