import pg from 'pg'
import { addHistory, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: do executions become slower with what was run before, and while somebody holds a transaction open, so that
 * no row that was changed can be cleared away? Executions a second on a fresh system, after a million of them, and at
 * the end of ten minutes under load with a transaction open. To reach: 80 % of fresh.
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
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
await using load = await openLoad(platform, projectId, 'Five')
await load.measure(5, IN_FLIGHT) // warm
const fresh = await rate()
console.log(`fresh: ${fresh.toFixed(0)} executions/s`)

await addHistory(load, projectId, EXECUTIONS)
await load.measure(5, IN_FLIGHT) // plans are made anew
tell(`after ${EXECUTIONS} executions`, await rate())

const holder = new pg.Client(platform.databaseUrl)
await holder.connect()
await holder.query('begin isolation level repeatable read')
await holder.query('select count(*) from runner')
for (const until = Date.now() + MINUTES * 60_000; Date.now() < until; ) await load.measure(SECONDS, IN_FLIGHT)
tell(`with a transaction held open for ${MINUTES} min`, await rate())
await holder.query('rollback')
await holder.end()

async function rate(): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) rates.push(await load.measure(SECONDS, IN_FLIGHT))
  return mean(rates)
}

function tell(when: string, value: number): void {
  console.log(
    `${when}: ${value.toFixed(0)} executions/s, ${(value / fresh).toFixed(2)} of fresh, to reach: ${REACH}`,
  )
}
