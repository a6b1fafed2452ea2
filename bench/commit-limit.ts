import pg from 'pg'
import { columnsOf } from '../src/db/columns.ts'
import { newId } from '../src/lib/ids.ts'
import { openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: how near to the disk's own limit are we? Components a second of five-component pipelines, against one
 * process that does nothing but insert the same rows in batches, durable, on the same server, in turns in the same run.
 * To reach: 25 % of that. `npm run bench -- commit-limit [seconds a round]`.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const ROUNDS = 3
const REACH = 0.25
const SECONDS = Number(process.argv[3] ?? 10)
const LANES = 2
const BATCH_ROWS = 500

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
await using load = await openLoad(platform, projectId, 'Five')
await load.database.query('create table bare_step (like step including all)')
const ours: number[] = []
const bare: number[] = []
await load.measure(2, IN_FLIGHT) // warm
for (let round = 1; round <= ROUNDS; round++) {
  ours.push((await load.measure(SECONDS, IN_FLIGHT)) * COMPONENTS)
  bare.push(await insertBare(platform.databaseUrl))
  console.log(`round ${round}: headrace ${ours.at(-1)!.toFixed(0)}/s, bare ${bare.at(-1)!.toFixed(0)}/s`)
}
const [mine, limit] = [mean(ours), mean(bare)]
console.log(`headrace ${mine.toFixed(0)} components/s, bare inserts ${limit.toFixed(0)} rows/s`)
console.log(`ratio ${(mine / limit).toFixed(2)}, to reach: ${REACH}`)

/** Rows a second over as many connections as the journal has lanes, each with one batch on its way. */
async function insertBare(databaseUrl: string): Promise<number> {
  const begun = performance.now()
  const lane = async () => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    let rows = 0
    for (; performance.now() - begun < SECONDS * 1000; rows += BATCH_ROWS) await insert(client)
    await client.end()
    return rows
  }
  const inserted = await Promise.all(Array.from({ length: LANES }, lane))
  return inserted.reduce((sum, rows) => sum + rows) / ((performance.now() - begun) / 1000)
}

async function insert(client: pg.Client): Promise<void> {
  const at = new Date().toISOString()
  const executions = Array.from({ length: BATCH_ROWS / COMPONENTS }, () => newId())
  const steps = executions.flatMap((execution) =>
    Array.from({ length: COMPONENTS }, (_, seq) => ({ execution, seq, name: `Step ${seq}` })),
  )
  const rows = columnsOf(steps)
  await client.query({
    name: 'bare',
    text: `insert into bare_step (execution_id, seq, key, name, type, attempt, started_at, result, finished_at, outcome,
                                  finished_n)
           select *, 'SUCCESS', at, '{"result": "SUCCESS"}', 2
             from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[])
               as s (execution, seq, key, name, type, attempt, at)`,
    values: [
      rows.uuids((row) => row.execution),
      rows.integers((row) => row.seq),
      rows.texts((row) => row.name),
      rows.texts((row) => row.name),
      rows.texts(() => 'update-scalar'),
      rows.integers(() => 1),
      rows.instants(() => at),
    ],
  })
}
