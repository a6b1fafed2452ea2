import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPipelineText } from '../../src/pipeline/editing/new-pipeline.ts'
import { type PipelineRunner, startPipelineRunner } from '../support/run-pipelines.ts'

const folder = new URL('../../web/components/pipelines/templates/files/', import.meta.url)
const textOf = (id: string) => readFileSync(new URL(`${id}.orch.yaml`, folder), 'utf8')

let runner: PipelineRunner
const posted: string[] = []
const server = createServer((request, response) => {
  request.on('data', (chunk) => posted.push(String(chunk)))
  request.on('end', () => response.end('order_id,city,amount\n1,Oslo,10\n2,Bergen,20\n3,Oslo,30\n'))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  runner = await startPipelineRunner()
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders.csv`
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
