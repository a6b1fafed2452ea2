import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startDbos } from './support/dbos.ts'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: how many five-component pipelines a second, triggered over HTTP and run by a real runner process, every
 * outcome durable (fsync on)? Peer: the same five steps in a durable-workflow library on the same PostgreSQL, in turns
 * in the same run. `npm run bench -- steps [seconds a round]`.
 */
const COMPONENTS = 5
const IN_FLIGHT = 100
const ROUNDS = 3
const REACH = 12
const SECONDS = Number(process.argv[3] ?? 10)

await using platform = await startBenchPlatform()
await using peer = await startDbos(platform.databaseUrl, COMPONENTS)
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
const database = new pg.Client(platform.databaseUrl)
await database.connect()
try {
  await measure(platform, 2) // warm
  await peer.measure(2, IN_FLIGHT)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    ours.push(await measure(platform, SECONDS))
    theirs.push(await peer.measure(SECONDS, IN_FLIGHT))
    console.log(`round ${round}: headrace ${ours.at(-1)!.toFixed(0)}/s, peer ${theirs.at(-1)!.toFixed(0)}/s`)
  }
  const [mine, other] = [mean(ours), mean(theirs)]
  console.log(`headrace: ${mine.toFixed(0)} executions/s, ${(mine * COMPONENTS).toFixed(0)} components/s`)
  console.log(`peer:     ${other.toFixed(0)} executions/s`)
  console.log(`ratio ${(mine / other).toFixed(1)}, to reach: ${REACH}`)
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
