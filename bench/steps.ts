import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'

/**
 * Question: how many five-component pipelines a second, triggered over HTTP and run by a real runner process, every
 * outcome durable (fsync on)?
 */
const COMPONENTS = 5
const IN_FLIGHT = 100
const SECONDS = Number(process.argv[3] ?? 15)

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
const database = new pg.Client(platform.databaseUrl)
await database.connect()
try {
  await measure(platform, 2) // warm
  const ours = await measure(platform, SECONDS)
  console.log(`headrace: ${ours.toFixed(0)} executions/s, ${(ours * COMPONENTS).toFixed(0)} components/s`)
} finally {
  await database.end()
}

/** Executions a second that ended in SUCCESS, with at most `IN_FLIGHT` between request and end. */
async function measure({ call }: BenchPlatform, seconds: number): Promise<number> {
  const before = await finished()
  let started = 0
  let stop = false
  const begun = performance.now()
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'Five', environmentName: 'Bench' }
  let done = 0
  const counting = (async () => {
    while (!stop) {
      done = (await finished()) - before
      await sleep(20)
    }
  })()
  const clients = Array.from({ length: 64 }, async () => {
    while (performance.now() - begun < seconds * 1000) {
      if (started - done >= IN_FLIGHT * 3) await sleep(2)
      else {
        started++
        await call('POST', path, body)
      }
    }
  })
  await Promise.all(clients)
  while (done < started) await sleep(5)
  const took = (performance.now() - begun) / 1000
  stop = true
  await counting
  return started / took
}

async function finished(): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "select count(*) from execution where status = 'SUCCESS' and parent_id is null",
  )
  return Number(rows[0]!.count)
}
