import pg from 'pg'
import { addHistory, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: do executions become slower with what was run before, and while somebody holds a transaction
 * open, so that no row that was changed can be cleared away? Executions a second after a million of them, and
 * at the end of ten minutes under load with a transaction open; each in turns with a fresh installation,
 * since a machine's speed moves more in ten minutes than what is asked for. To reach: 80 % of fresh.
 * `npm run bench -- bloat [executions] [minutes]`.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const REACH = 0.8
const SECONDS = 10
const ROUNDS = 3
const EXECUTIONS = Number(process.argv[3] ?? 1_000_000)
const MINUTES = Number(process.argv[4] ?? 10)

await using platform = await startBenchPlatform()
await using freshPlatform = await startBenchPlatform()
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
await using load = await openLoad(platform, projectId, 'Five')
await using fresh = await openLoad(
  freshPlatform,
  await freshPlatform.project({ 'Five.orch.yaml': chain(COMPONENTS) }),
  'Five',
)
for (const one of [load, fresh]) await one.measure(5, IN_FLIGHT) // warm

await addHistory(load, projectId, EXECUTIONS)
await load.measure(5, IN_FLIGHT) // plans are made again
await compare(`after ${EXECUTIONS} executions`)

const holder = new pg.Client(platform.databaseUrl)
await holder.connect()
await holder.query('begin isolation level repeatable read')
await holder.query('select count(*) from runner')
for (const until = Date.now() + MINUTES * 60_000; Date.now() < until; ) await load.measure(SECONDS, IN_FLIGHT)
await compare(`with a transaction held open for ${MINUTES} min`)
await holder.query('rollback')
await holder.end()

async function compare(when: string): Promise<void> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 1; round <= ROUNDS; round++) {
    theirs.push(await fresh.measure(SECONDS, IN_FLIGHT))
    ours.push(await load.measure(SECONDS, IN_FLIGHT))
    console.log(`round ${round}: ${ours.at(-1)!.toFixed(0)}/s, fresh ${theirs.at(-1)!.toFixed(0)}/s`)
  }
  const [rate, reference] = [mean(ours), mean(theirs)]
  console.log(
    `${when}: ${rate.toFixed(0)} of ${reference.toFixed(0)} executions/s, ${(rate / reference).toFixed(2)} of fresh, to reach: ${REACH}`,
  )
}
