import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: how long after a request is accepted does its first component run, on an idle system? Limits: 10
 * ms for half of them, 30 ms for 99 of 100.
 */
const RUNS = 300

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'One.orch.yaml': chain(2) })
const database = new pg.Client(platform.databaseUrl)
await database.connect()
try {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  for (let run = 0; run < RUNS; run++) {
    await platform.call('POST', path, { pipelineName: 'One', environmentName: 'Bench' })
    await sleep(20 + Math.random() * 20)
  }
  await sleep(1_000)
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from s.started_at - x.queued_at)::float * 1000 as ms
       from execution x join step s on s.execution_id = x.id and s.seq = 0 order by x.id offset 20`,
  )
  const waits = rows.map(({ ms }) => ms)
  report('accepted → running, p50', percentile(waits, 0.5), 10, 'ms')
  report('accepted → running, p99', percentile(waits, 0.99), 30, 'ms')
} finally {
  await database.end()
}
