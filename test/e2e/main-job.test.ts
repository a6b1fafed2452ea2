import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, headrace, waitFor } from '../support/platform.ts'
import { usePlatform } from '../support/use-platform.ts'

/** The platform as a user starts it, with pipelines run by its own runner. */
const platform = usePlatform()
let project: Awaited<ReturnType<typeof aPublishedProject>>

const files = {
  'Parent.orch.yaml': orchestration({
    Start: start('Left', 'Right'),
    Left: bash('echo from the left', { success: ['Join'] }),
    Right: bash('echo from the right', { success: ['Join'] }),
    Join: { type: 'and', links: { unconditional: ['Child'] } },
    Child: {
      type: 'run-orchestration',
      parameters: { orchestrationJob: 'sub/Child', setScalarVariables: [['who', 'parent']] },
      links: { success: ['Done'] },
    },
    Done: { type: 'end-success' },
  }),
  'sub/Child.orch.yaml': orchestration(
    { Start: start('Greet'), Greet: bash('echo hello $who') },
    { who: { type: 'TEXT', defaultValue: 'nobody' } },
  ),
  'Fails.orch.yaml': orchestration({
    Start: start('Break', 'Handled'),
    Break: bash('exit 3', { success: ['Never'] }),
    Never: bash('true'),
    Handled: bash('exit 4', { failure: ['Repair'] }),
    Repair: bash('true'),
  }),
  'Sleeps.orch.yaml': orchestration({
    Start: start('Sleep'),
    Sleep: bash('echo sleeping; sleep 60; echo awake', { unconditional: ['Never'] }),
    Never: bash('true'),
  }),
  'Posts.orch.yaml': orchestration(
    {
      Start: start('Post'),
      Post: { type: 'webhook-post', parameters: { url: '${to}', payload: '{"n": ${n}}', timeout: '5' } },
    },
    { to: { type: 'TEXT', defaultValue: '' }, n: { type: 'NUMBER', defaultValue: '1' } },
  ),
}

beforeAll(async () => {
  project = await aPublishedProject(platform.client, files)
})

const logOf = async (id: string) => {
  const text = await (await platform.client.send('GET', `/v1/pipeline-executions/${id}/logs`)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { text: string; component?: string })
}

test('a pipeline with parallel branches and a child runs, and the API returns every step', async () => {
  const id = await project.run('Parent')
  expect(await project.finished(id)).toMatchObject({
    status: 'SUCCESS',
    pipelineName: 'Parent',
    trigger: 'API',
  })

  const steps = await project.steps(id)
  expect(steps.map(({ name }) => name).sort()).toEqual(['Child', 'Done', 'Join', 'Left', 'Right', 'Start'])
  expect(steps.every(({ result }) => result === 'SUCCESS')).toBe(true)
  expect(steps[0]!.name).toBe('Start')
  expect(steps.slice(-3).map(({ name }) => name)).toEqual(['Join', 'Child', 'Done'])

  const child = steps.find(({ name }) => name === 'Child')!.childPipeline!
  expect(child.name).toBe('sub/Child')
  expect((await project.steps(child.id)).map(({ name, result }) => [name, result])).toEqual([
    ['Start', 'SUCCESS'],
    ['Greet', 'SUCCESS'],
  ])
  expect(steps.filter((step) => 'childPipeline' in step)).toHaveLength(1)

  const lines = (await logOf(id)).map(({ text }) => text)
  expect(lines).toEqual(expect.arrayContaining(['from the left', 'from the right', 'hello parent']))
  expect((await logOf(child.id)).map(({ text }) => text)).toEqual(['hello parent'])
})

test('an unhandled failure fails the execution and names the step', async () => {
  const id = await project.run('Fails')
  expect(await project.finished(id)).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('"'),
  })
  const results = new Map((await project.steps(id)).map(({ name, result }) => [name, result]))
  expect(Object.fromEntries(results)).toEqual({
    Start: 'SUCCESS',
    Break: 'FAILED',
    Handled: 'FAILED',
    Repair: 'SUCCESS',
  })
})

test('cancelling kills the running process and starts no further step', async () => {
  const id = await project.run('Sleeps')
  await waitFor('the script to print', async () => (await logOf(id)).some(({ text }) => text === 'sleeping'))
  await platform.client.call('PATCH', `/v1/pipeline-executions/${id}`, { json: { status: 'CANCELLED' } })
  expect(await project.finished(id)).toMatchObject({ status: 'CANCELLED' })
  expect((await project.steps(id)).map(({ name, result }) => [name, result])).toEqual([
    ['Start', 'SUCCESS'],
    ['Sleep', 'CANCELLED'],
  ])
  expect((await logOf(id)).some(({ text }) => text === 'awake')).toBe(false)
  const again = platform.client.call('PATCH', `/v1/pipeline-executions/${id}`, {
    json: { status: 'CANCELLED' },
  })
  expect(await again).toMatchObject({ status: 'CANCELLED' })
})

test('following a log streams its lines and then the final status', async () => {
  const id = await project.run('Parent')
  const response = await platform.client.send('GET', `/v1/pipeline-executions/${id}/logs`, {
    query: { follow: true },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const text = await response.text()
  expect(text).toContain('hello parent')
  expect(text).toMatch(/event: end\ndata: {"status":"SUCCESS"}\n\n$/)
})

test('a webhook is delivered, and an execution tag allows one run at a time', async () => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    received.push(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString())
    response.end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const id = await project.run('Posts', { scalarVariables: { to, n: 42 } })
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS' })
  expect(received).toEqual(['{"n": 42}'])
  receiver.close()

  const tagged = await project.run('Sleeps', { executionTag: 'nightly' })
  await expect(project.run('Sleeps', { executionTag: 'nightly' })).rejects.toMatchObject({ status: 409 })
  await platform.client.call('PATCH', `/v1/pipeline-executions/${tagged}`, {
    json: { status: 'CANCELLED', forceUpdate: true },
  })
  expect(await project.finished(tagged)).toMatchObject({ status: 'CANCELLED' })
  expect((await project.steps(tagged)).every(({ result }) => result !== 'RUNNING')).toBe(true)
})

test('an unpublished pipeline answers 404, and an unknown variable 400 with its name', async () => {
  await expect(project.run('Nothing')).rejects.toMatchObject({ status: 404 })
  await expect(project.run('Sleeps', { scalarVariables: { nope: 'x' } })).rejects.toMatchObject({
    status: 400,
    violations: [expect.stringContaining('"nope"')],
  })
})

test('the command line runs a pipeline and exits with its outcome', async () => {
  const credential = await readFile(join(platform.folder, 'admin-credentials.json'), 'utf8')
  const { clientId, clientSecret } = JSON.parse(credential) as { clientId: string; clientSecret: string }
  const env = {
    HEADRACE_URL: platform.origin,
    HEADRACE_CLIENT_ID: clientId,
    HEADRACE_CLIENT_SECRET: clientSecret,
  }
  const args = (pipeline: string) => [
    'run',
    pipeline,
    '--project',
    project.name,
    '--environment',
    'Development',
    '--follow',
  ]
  const good = headrace(args('Parent'), env)
  expect(await good.ended).toBe(0)
  expect(good.output()).toContain('Greet')
  const bad = headrace(args('Fails'), env)
  expect(await bad.ended).toBe(1)
  expect(bad.output()).toContain('FAILED')
})
