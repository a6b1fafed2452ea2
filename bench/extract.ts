import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run as apiExtractRun } from '../src/components/orchestration/api-extract/run.ts'
import { stepContext } from '../src/components/testing/step-context.ts'
import type { Endpoint } from '../src/connectors/schema.ts'
import { createWarehouses } from '../src/warehouses/open.ts'

/**
 * Memory and time to load 1,000,000 rows of an API into DuckDB: in pages of 10,000, and all in one answer.
 * The limit: 300 MB for the process that loads, all of it counted.
 */
const ROWS = 1_000_000
const PAGE = 10_000
const LIMIT_MB = 300

if (process.argv.includes('--loads')) await loadInThisProcess()
else await measure()

/** The server runs here and the load in a process of its own, so that only the load is measured. */
async function measure(): Promise<void> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://far').searchParams
    const from = Number(query.get('from') ?? 0)
    const size = Number(query.get('size') ?? ROWS)
    response.writeHead(200, { 'content-type': 'application/json' })
    write(response, from, Math.min(ROWS, from + size))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  for (const size of [PAGE, ROWS]) {
    const { peakMb, seconds, rows } = await loadElsewhere(`http://127.0.0.1:${port}/rows?size=${size}`)
    const what = size === PAGE ? `pages of ${PAGE}` : 'one answer'
    const rate = Math.round(rows / seconds).toLocaleString('en')
    console.log(
      `${rows.toLocaleString('en')} rows, ${what}: ${seconds.toFixed(1)} s (${rate} rows/s), peak ${peakMb} MB`,
    )
    console.log(`  ${(peakMb / LIMIT_MB).toFixed(2)} of the limit of ${LIMIT_MB} MB`)
    if (peakMb > LIMIT_MB || rows !== ROWS) process.exitCode = 1
  }
  server.close()
}

function write(response: import('node:http').ServerResponse, from: number, to: number): void {
  let at = from
  const more = () => {
    while (at < to) {
      const end = Math.min(to, at + 500)
      let text = at === from ? '{"items":[' : ''
      for (; at < end; at++) text += `${at === from ? '' : ','}${row(at)}`
      if (!response.write(text)) return response.once('drain', more)
    }
    return response.end(from >= to ? '{"items":[]}' : ']}')
  }
  more()
}

function row(id: number): string {
  return `{"id":${id},"name":"customer number ${id}","email":"c${id}@example.com","amount":${id / 7},"active":${id % 3 === 0},"tags":["a","b"]}`
}

interface Measured {
  readonly peakMb: number
  readonly seconds: number
  readonly rows: number
}

function loadElsewhere(url: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    // As `npm start` runs the product's processes.
    const child = fork(import.meta.filename, ['--loads', url], { execArgv: ['--max-semi-space-size=4'] })
    child.once('message', (measured) => resolve(measured as Measured))
    child.once('exit', (code) => code !== 0 && reject(new Error(`The load ended with ${code}`)))
  })
}

async function loadInThisProcess(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'bench.duckdb') })
  const endpoint: Endpoint = {
    endpointId: 'e',
    name: 'rows',
    method: 'GET',
    url: process.argv.at(-1)!,
    authentication: { type: 'NONE' },
    uriParameters: [],
    queryParameters: [],
    headerParameters: [],
    response: { repeatingElement: '$.items' },
    pagination: { type: 'OFFSET', offsetParameter: 'from' },
  }
  const connectors = [{ connectorId: 'c', name: 'Bench', endpoints: [endpoint] }]
  const started = performance.now()
  const parameters = { connector: 'Bench', endpoint: 'rows', table: 'loaded' }
  const outcome = await apiExtractRun.run(stepContext({ warehouse, connectors }), parameters as never)
  const seconds = (performance.now() - started) / 1000
  if (outcome.result !== 'SUCCESS') throw new Error(outcome.message)
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
  await warehouses.close()
  await rm(folder, { recursive: true, force: true })
  process.send!({ peakMb, seconds, rows: outcome.rowCount ?? 0 })
  process.disconnect()
}
