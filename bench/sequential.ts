import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: how long do 40 components one after another take, from the request to the end, on an idle system?
 * Against 40 durable single-row inserts one after another on the same server. Limits: three times those, and
 * 40 ms.
 */
const COMPONENTS = 40
const RUNS = 60

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'Forty.orch.yaml': chain(COMPONENTS) })
const database = new pg.Client(platform.databaseUrl)
await database.connect()
try {
  await database.query('create table bare (n integer)')
  const ours: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run++) {
    ours.push(await runOnce())
    bare.push(await insertForty())
  }
  const limit = percentile(bare, 0.5) * 3
  report('40 components, p50', percentile(ours, 0.5), limit, 'ms')
  report('40 components, p50', percentile(ours, 0.5), 40, 'ms')
  console.log(`40 bare inserts, p50: ${percentile(bare, 0.5).toFixed(1)} ms`)
} finally {
  await database.end()
}

async function runOnce(): Promise<number> {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'Forty', environmentName: 'Bench' }
  const begun = performance.now()
  const { pipelineExecutionId } = await platform.call<{ pipelineExecutionId: string }>('POST', path, body)
  for (;;) {
    const { rowCount } = await database.query(
      'select from execution where id = $1 and finished_at is not null',
      [pipelineExecutionId],
    )
    if (rowCount === 1) return performance.now() - begun
    await sleep(1)
  }
}

async function insertForty(): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < COMPONENTS; n++) await database.query('insert into bare values ($1)', [n])
  return performance.now() - begun
}
