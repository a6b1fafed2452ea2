import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: what does a `python-script` step of a contained script take that does nothing, after the first of
 * its execution, beside an interpreter that is started for nothing else (`python3 -c pass`, not contained)?
 * To reach: 5 ms.
 */
const STEPS = 40
const RUNS = 5
const REACH_MS = 5

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'Scripts.orch.yaml': scripts() })
const database = new pg.Client(platform.databaseUrl)
await database.connect()
database.on('error', () => undefined)
const first: number[] = []
const others: number[] = []
const bare: number[] = []
for (let run = 0; run < RUNS; run++) {
  const [begins = 0, ...rest] = await runOnce()
  first.push(begins)
  others.push(...rest)
  for (let i = 0; i < STEPS; i++) {
    const began = performance.now()
    spawnSync('python3', ['-c', 'pass'])
    bare.push(performance.now() - began)
  }
}
report('a Python step after the first, p50', percentile(others, 0.5), REACH_MS, 'ms')
console.log(`the first of an execution, p50: ${percentile(first, 0.5).toFixed(1)} ms`)
console.log(`a bare interpreter, p50: ${percentile(bare, 0.5).toFixed(1)} ms`)
await database.end()

function scripts(): string {
  const names = Array.from({ length: STEPS + 1 }, (_, at) => (at === 0 ? 'Start' : `Script ${at}`))
  const components = names.map((name, at) => [
    name,
    {
      type: at === 0 ? 'start' : 'python-script',
      transitions: at < STEPS ? { [at === 0 ? 'unconditional' : 'success']: [names[at + 1]] } : {},
      parameters: { componentName: name, ...(at > 0 && { script: 'pass' }) },
    },
  ])
  const pipeline = { components: Object.fromEntries(components), variables: {} }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline })
}

/** How long each of its steps took, in milliseconds. */
async function runOnce(): Promise<number[]> {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'Scripts', environmentName: 'Bench' }
  const { pipelineExecutionId: id } = await platform.call<{ pipelineExecutionId: string }>('POST', path, body)
  for (;;) {
    const { rows } = await database.query<{ status: string }>('select status from execution where id = $1', [
      id,
    ])
    if (rows[0]?.status === 'FAILED') throw new Error('The scripts failed')
    if (rows[0]?.status === 'SUCCESS') break
    await sleep(20)
  }
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from finished_at - started_at)::float * 1000 as ms from step
      where execution_id = $1 and type = 'python-script' order by seq`,
    [id],
  )
  return rows.map(({ ms }) => ms)
}
