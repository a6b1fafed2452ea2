import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { msOf } from './support/in-turns.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: what does a query cost through a pipeline, over the driver alone? One hundred `query-to-scalar`
 * one after another on a warm connection, against the same statements through the driver: `select 1`, which
 * is known to change nothing and starts at once, and a query with a function that might, which starts when
 * the step before is on disk. Limit: 3 ms more each.
 */
const SQL = { reads: 'select 1 as n', mayChange: 'select pi() as n' }
const QUERIES = 100
const RUNS = 15
const LIMIT_MS = 3

await using platform = await startBenchPlatform()
const server = new URL(platform.databaseUrl)
const files = { 'reads.orch.yaml': queries(SQL.reads), 'mayChange.orch.yaml': queries(SQL.mayChange) }
const onDuckdb = await platform.project(files)
const onPostgres = await platform.project(files)
await platform.call('POST', `/v1/projects/${onPostgres}/secrets`, {
  name: 'bench',
  value: decodeURIComponent(server.password),
})
await platform.call('PATCH', `/v1/projects/${onPostgres}/environments/Bench`, {
  connection: {
    type: 'POSTGRES',
    host: server.hostname,
    port: Number(server.port),
    database: server.pathname.slice(1),
    user: server.username,
    passwordSecret: 'bench',
  },
})
const database = new pg.Client(platform.databaseUrl)
await database.connect()
const engine = await (await DuckDBInstance.create(':memory:')).connect()
try {
  await measure('DuckDB', onDuckdb, (sql) => engine.runAndReadAll(sql))
  await measure('PostgreSQL', onPostgres, (sql) => database.query(sql))
} finally {
  await database.end()
  engine.closeSync()
}

async function measure(
  name: string,
  projectId: string,
  query: (sql: string) => Promise<unknown>,
): Promise<void> {
  for (const [pipelineName, sql] of Object.entries(SQL)) {
    const ours: number[] = []
    const bare: number[] = []
    await runOnce(projectId, pipelineName)
    for (let run = 0; run < RUNS; run++) {
      ours.push((await runOnce(projectId, pipelineName)) / QUERIES)
      const all = async () => {
        for (let n = 0; n < QUERIES; n++) await query(sql)
      }
      bare.push((await msOf(all)) / QUERIES)
    }
    const [step, driver] = [percentile(ours, 0.5), percentile(bare, 0.5)]
    report(`${name}, ${sql}, more than the driver, p50`, step - driver, LIMIT_MS, 'ms')
    console.log(`  a step ${step.toFixed(2)} ms, the driver ${driver.toFixed(2)} ms`)
  }
}

async function runOnce(projectId: string, pipelineName: string): Promise<number> {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName, environmentName: 'Bench' }
  const { pipelineExecutionId } = await platform.call<{ pipelineExecutionId: string }>('POST', path, body)
  for (;;) {
    const { rows } = await database.query<{ ms: number; status: string }>(
      `select extract(epoch from finished_at - started_at)::float * 1000 as ms, status from execution
        where id = $1 and finished_at is not null`,
      [pipelineExecutionId],
    )
    const [ended] = rows
    if (ended !== undefined && ended.status !== 'SUCCESS') throw new Error(`It ended as ${ended.status}`)
    if (ended !== undefined) return ended.ms
    await sleep(5)
  }
}

function queries(query: string): string {
  const names = Array.from({ length: QUERIES + 1 }, (_, n) => (n === 0 ? 'Start' : `Query ${n}`))
  const components = names.map((name, n) => [
    name,
    {
      type: n === 0 ? 'start' : 'query-to-scalar',
      transitions: n < QUERIES ? { [n === 0 ? 'unconditional' : 'success']: [names[n + 1]] } : {},
      parameters: {
        componentName: name,
        ...(n > 0 && { mode: 'Advanced', query, scalarVariableMapping: [['n', 'n']] }),
      },
    },
  ])
  const n = {
    metadata: { type: 'NUMBER', description: '', scope: 'SHARED', visibility: 'PUBLIC' },
    defaultValue: '0',
  }
  const pipeline = { components: Object.fromEntries(components), variables: { n } }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline })
}
