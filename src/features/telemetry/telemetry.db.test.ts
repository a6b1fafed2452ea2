import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { type Received, useOtlpReceiver } from '../../../test/support/otlp-receiver.ts'
import { bash, orchestration, python, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'

/** From an execution to what a receiver of OpenTelemetry has of it, over a real API and a real runner. */
const receiver = useOtlpReceiver()
const api = useApi({
  get OTEL_EXPORTER_OTLP_ENDPOINT() {
    return receiver.origin
  },
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_METRIC_EXPORT_INTERVAL: '1000',
})

const PATIENCE = { timeout: 60_000, interval: 100 }
const traceparentInPython = "import os\nprint(os.environ['TRACEPARENT'])"
let projectId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>
const webhooks: Record<string, unknown>[] = []
const hook = createServer((request, response) => {
  webhooks.push(request.headers)
  request.resume().on('end', () => response.end())
})

beforeAll(async () => {
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
  const made = await aProject(api)
  projectId = made.projectId
  runner = await aRealRunner(api, made.agentId)
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  await publish(api, projectId, {
    'Parent.orch.yaml': orchestration({
      Start: start('Say'),
      Say: bash('echo "$TRACEPARENT"', { success: ['Call'] }),
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'Child' },
        links: { success: ['Post'] },
      },
      Post: { type: 'webhook-post', parameters: { incomingWebhookUrl: url, payload: '{}' } },
    }),
    'Child.orch.yaml': orchestration({ Start: start('Fail'), Fail: bash('echo gone >&2; exit 3') }),
    'Python.orch.yaml': orchestration({
      Start: start('First'),
      First: python(traceparentInPython, { success: ['Second'] }),
      Second: python(traceparentInPython),
    }),
    'Quiet.orch.yaml': orchestration({ Start: start() }),
    'Post.orch.yaml': orchestration({
      Start: start('Post'),
      Post: { type: 'webhook-post', parameters: { incomingWebhookUrl: url, payload: '{}' } },
    }),
  })
}, 120_000)
afterAll(async () => {
  await runner?.close()
  hook.close()
})
beforeEach(() => {
  receiver.answer = undefined
})

async function run(pipelineName: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { pipelineName, environmentName: 'Development' }
  const made = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body, headers })
  expect(made.status).toBe(201)
  return String(made.body['pipelineExecutionId'])
}

const spansOf = (id: string): Received[] => {
  const root = receiver.spans.find(({ attributes }) => attributes['headrace.execution.id'] === id)
  return receiver.spans.filter(({ traceId }) => traceId === root?.['traceId'])
}
const named = (spans: readonly Received[], name: string): Received => {
  const found = spans.filter((span) => span['name'] === name)
  expect(found.map(({ spanId }) => spanId).length, name).toBeGreaterThan(0)
  return found[0]!
}
const arrived = (id: string) => expect.poll(() => spansOf(id).length, PATIENCE)

test('an execution is a trace: its steps are spans, and the pipeline that a step runs is below it', async () => {
  const id = await run('Parent')
  await arrived(id).toBe(7)
  const spans = spansOf(id)
  const [root, call, child, fail] = ['Parent', 'Call', 'Child', 'Fail'].map((name) => named(spans, name))
  expect(root!['traceId']).toBe(id.replaceAll('-', ''))
  expect(root!['parentSpanId']).toBeUndefined()
  expect([call!, child!, fail!].map(({ parentSpanId }) => parentSpanId)).toEqual(
    [root!, call!, child!].map(({ spanId }) => spanId),
  )
  expect(fail!.attributes).toMatchObject({
    'headrace.project.id': projectId,
    'headrace.environment': 'Development',
    'headrace.pipeline': 'Child',
    'headrace.component.type': 'bash-script',
    'headrace.state': 'FAILED',
  })
  expect(fail!['status']).toEqual({ code: 2, message: expect.stringContaining('gone') })
  expect(root!.resource).toMatchObject({
    'service.name': 'headrace',
    'deployment.environment.name': 'test',
  })
  expect(new Set(receiver.requests.map(({ headers }) => headers['authorization']))).toEqual(
    new Set(['Bearer abc']),
  )
  expect(receiver.faults).toEqual([])
})

test('a script continues the trace, and its lines arrive as records of its span', async () => {
  const id = await run('Parent')
  await arrived(id).toBe(7)
  const say = named(spansOf(id), 'Say')
  const traceparent = `00-${say['traceId']}-${say['spanId']}-01`
  const lines = () => receiver.logs.filter(({ attributes }) => attributes['headrace.execution.id'] === id)
  await expect
    .poll(() => lines().map(({ body, spanId }) => [body, spanId]), PATIENCE)
    .toContainEqual([{ stringValue: traceparent }, say['spanId']])
  expect(receiver.faults).toEqual([])
})

test('each of two Python scripts, which share an interpreter, continues the trace of its own step', async () => {
  const id = await run('Python')
  await arrived(id).toBe(4)
  const lines = () => receiver.logs.filter(({ attributes }) => attributes['headrace.execution.id'] === id)
  for (const name of ['First', 'Second']) {
    const { traceId, spanId } = named(spansOf(id), name)
    await expect
      .poll(() => lines().map((line) => [line.body, line.spanId]), PATIENCE)
      .toContainEqual([{ stringValue: `00-${traceId}-${spanId}-01` }, spanId])
  }
})

test('the trace of who starts an execution goes on in it, and in the requests that it sends', async () => {
  const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  webhooks.length = 0
  const id = await run('Post', {
    traceparent: `00-${parent.traceId}-${parent.spanId}-01`,
    tracestate: 'vendor=one two',
  })
  await arrived(id).toBe(3)
  const [root, post] = ['Post', 'Post'].map(
    (_, i) => spansOf(id).filter((span) => span['name'] === 'Post')[i]!,
  )
  expect(root).toMatchObject({
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
    traceState: 'vendor=one two',
  })
  expect(webhooks).toMatchObject([
    { traceparent: `00-${parent.traceId}-${post!['spanId']}-01`, tracestate: 'vendor=one two' },
  ])
})

test('what the caller does not record is not exported, and a malformed header counts for none', async () => {
  const dark = '1af7651916cd43dd8448eb211c80319c'
  await run('Quiet', { traceparent: `00-${dark}-b7ad6b7169203331-00` })
  const id = await run('Quiet', { traceparent: '00-nothing' })
  await arrived(id).toBe(2)
  expect(named(spansOf(id), 'Quiet')['traceId']).toBe(id.replaceAll('-', ''))
  expect(receiver.spans.filter(({ traceId }) => traceId === dark)).toEqual([])
})

test('metrics arrive by the names that /metrics has, and how long runs took by pipeline', async () => {
  const id = await run('Quiet')
  await arrived(id).toBe(2)
  const names = () => new Set(receiver.metrics.map(({ name }) => name))
  const wanted = [
    'headrace_execution_seconds',
    'headrace_http_request_seconds',
    'headrace_queue_depth',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ]
  await expect.poll(() => wanted.filter((name) => !names().has(name)), PATIENCE).toEqual([])
  const runs = receiver.metrics.findLast(({ name }) => name === 'headrace_execution_seconds')!
  const { dataPoints } = runs['histogram'] as { dataPoints: { attributes: unknown }[] }
  expect(JSON.stringify(dataPoints.map(({ attributes }) => attributes))).toContain('"Quiet"')
  expect(receiver.faults).toEqual([])
})

test('while the receiver is away executions run as ever, and their traces arrive when it is back', async () => {
  receiver.answer = { status: 503 }
  const before = receiver.requests.length
  const ids = await Promise.all(Array.from({ length: 5 }, () => run('Quiet')))
  await expect
    .poll(async () => {
      const status = (id: string) => api.call('GET', `/v1/pipeline-executions/${id}/status`)
      return (await Promise.all(ids.map(status))).map(({ body }) => body['status'])
    }, PATIENCE)
    .toEqual(ids.map(() => 'SUCCESS'))
  await expect.poll(() => receiver.requests.length, PATIENCE).toBeGreaterThan(before + 1)
  expect(ids.flatMap(spansOf)).toEqual([])
  receiver.answer = undefined
  for (const id of ids) await arrived(id).toBe(2)
})
