import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectorDefinition } from '../../src/connectors/schema.ts'
import { newPipelineText } from '../../src/pipeline/editing/new-pipeline.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../support/run-pipelines.ts'

const folder = new URL('../../web/components/pipelines/templates/files/', import.meta.url)
const textOf = (id: string) => readFileSync(new URL(`${id}.orch.yaml`, folder), 'utf8')
/** What the API answers: the orders that changed since. */
let orders: readonly object[] = []

let runner: PipelineRunner
const posted: string[] = []
const server = createServer((request, response) => {
  request.on('data', (chunk) => posted.push(String(chunk)))
  const csv = 'order_id,city,amount\n1,Oslo,10\n2,Bergen,20\n3,Oslo,30\n'
  request.on('end', () => response.end(request.url?.startsWith('/orders.csv') ? csv : JSON.stringify(orders)))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  runner = await startPipelineRunner({ connectors: [connector()] })
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const address = () => `${origin()}/orders.csv`
const connector = (): ConnectorDefinition => ({
  connectorId: randomUUID(),
  name: 'My connector',
  endpoints: [
    {
      endpointId: randomUUID(),
      name: 'List orders',
      method: 'GET',
      url: `${origin()}/orders`,
      authentication: { type: 'NONE' },
      uriParameters: [],
      queryParameters: [{ name: 'updated_since', configurable: true }],
      headerParameters: [],
      response: {},
      pagination: { type: 'NONE' },
    },
  ],
})
const run = (text: string) => runner.run({ 'a.orch.yaml': text }, 'a')

test('those that need nothing outside run as they are', async () => {
  expect(await run(newPipelineText('orchestration'))).toMatchObject({ status: 'SUCCESS' })
  const report = await run(textOf('report-on-a-table'))
  expect([report.status, report.said.at(-1)]).toEqual(['SUCCESS', 'Report: Loaded: order_count = 3'])
  const list = await run(textOf('fan-out-over-a-list'))
  expect([list.status, list.said.at(-1)]).toEqual(['SUCCESS', 'Each Region: 3 iterations succeeded'])
  expect((await run(textOf('webhook-on-failure'))).status).toBe('SUCCESS')
})

test('a CSV file is loaded from its address, and a failure is posted', async () => {
  const load = textOf('load-a-csv-file')
    .replace('https://example.com/orders.csv', address())
    .replace('"HTTPS"', '"HTTP"')
  const loaded = await run(load)
  expect([loaded.status, loaded.said.at(-1)]).toEqual(['SUCCESS', 'Count Cities: city_count = 2'])
  const failing = textOf('webhook-on-failure')
    .replace('https://hooks.example.com/services/chat', address())
    .replace('"select 1"', '"select nothing_here"')
  const failed = await run(failing)
  expect(failed.status).toBe('FAILED')
  expect(posted.join('')).toMatch(/"text": "a failed: .*nothing_here/)
})

const countOrders = orchestration(
  {
    Start: start('Count'),
    Count: {
      type: 'query-to-scalar',
      parameters: {
        mode: 'Advanced',
        query: "select concat(count(*), ' to ', max(updated_at)) as seen from orders",
        scalarVariableMapping: [['seen', 'seen']],
      },
    },
  },
  { seen: { type: 'TEXT', defaultValue: '' } },
)

test.each([
  ['numbers', 1, 2],
  ['texts', 'a', 'b'],
])('changes of an API whose ids are %s are merged, also where there are none', async (_, first, second) => {
  const files = { 'a.orch.yaml': textOf('extract-incrementally'), 'b.orch.yaml': countOrders }
  const place = { project: randomUUID(), environment: randomUUID() }
  async function merged(...changes: readonly object[]) {
    orders = changes
    const { status, message } = await runner.run(files, 'a', place)
    expect([status, message]).toEqual(['SUCCESS', undefined])
    return (await runner.run(files, 'b', place)).said.at(-1)
  }
  const order = (id: number | string, day: number) => ({ id, updated_at: `2026-01-0${day}`, status: 'new' })
  expect(await merged()).toBe('Count: seen = 0 to ')
  expect(await merged(order(first, 1), order(second, 2))).toBe('Count: seen = 2 to 2026-01-02')
  expect(await merged(order(first, 3))).toBe('Count: seen = 2 to 2026-01-03')
  expect(await merged()).toBe('Count: seen = 2 to 2026-01-03')
})
