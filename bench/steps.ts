import { startDbos } from './support/dbos.ts'
import { openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean, report } from './support/statistics.ts'

/**
 * Question: how many five-component pipelines a second, triggered over HTTP and run by a real runner process,
 * every outcome durable (fsync on)? Peer: the same five steps in a durable-workflow library on the same
 * PostgreSQL, called in its own process, with as many in flight, in turns in the same run. To reach: 18 times
 * its executions, and 15,000 components a second. `npm run bench -- steps [seconds a round]`: 200 keeps it up
 * for ten minutes.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const ROUNDS = 3
const REACH = 18
const REACH_COMPONENTS = 15_000
const SECONDS = Number(process.argv[3] ?? 10)

await using platform = await startBenchPlatform()
await using peer = await startDbos(platform.databaseUrl, COMPONENTS)
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
await using load = await openLoad(platform, projectId, 'Five')
await load.measure(2, IN_FLIGHT) // warm
await peer.measure(2, IN_FLIGHT)
const ours: number[] = []
const theirs: number[] = []
for (let round = 1; round <= ROUNDS; round++) {
  ours.push(await load.measure(SECONDS, IN_FLIGHT))
  theirs.push(await peer.measure(SECONDS, IN_FLIGHT))
  console.log(`round ${round}: headrace ${ours.at(-1)!.toFixed(0)}/s, peer ${theirs.at(-1)!.toFixed(0)}/s`)
}
const [mine, other] = [mean(ours), mean(theirs)]
console.log(`headrace: ${mine.toFixed(0)} executions/s, peer: ${other.toFixed(0)} executions/s`)
report('components', mine * COMPONENTS, REACH_COMPONENTS, '/s')
console.log(`ratio ${(mine / other).toFixed(1)}, to reach: ${REACH}`)
