import pg from 'pg'
import { createBatcher } from '../src/db/batcher.ts'
import { newId } from '../src/lib/ids.ts'
import { openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: how near to the disk's own limit are we? Components a second of five-component pipelines, against
 * one process that does nothing but insert their rows: as many chains in flight, each row on disk before the
 * next one of its chain, collected by the same group commit, with arrays as the driver takes them, durable,
 * on the same server, in turns in the same run. To reach: 25 % of that.
 * `npm run bench -- commit-limit [seconds a round]`.
 */
const COMPONENTS = 5
const IN_FLIGHT = 100
const ROUNDS = 3
const REACH = 0.25
const SECONDS = Number(process.argv[3] ?? 10)
/** As the journal has. */
const LANES = 2
const MAX_BATCH = 500

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

interface Row {
  readonly execution: string
  readonly seq: number
  readonly name: string
}

/** Rows a second over as many connections as the journal has lanes. */
async function insertBare(databaseUrl: string): Promise<number> {
  const clients = await Promise.all(Array.from({ length: LANES }, () => openClient(databaseUrl)))
  const lanes = clients.map((client) =>
    createBatcher<Row, void>({ laneCount: 1, maxItems: MAX_BATCH }, async (batch) => {
      await insert(client, batch)
      return batch.map(() => undefined)
    }),
  )
  const begun = performance.now()
  let committed = 0
  async function oneAfterAnother(lane: (typeof lanes)[number]): Promise<void> {
    while (performance.now() - begun < SECONDS * 1000) {
      const execution = newId()
      for (let seq = 0; seq < COMPONENTS; seq++, committed++)
        await lane.add('', { execution, seq, name: `Step ${seq}` })
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, i) => oneAfterAnother(lanes[i % LANES]!)))
  const rate = committed / ((performance.now() - begun) / 1000)
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

async function openClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return client
}

async function insert(client: pg.Client, steps: readonly Row[]): Promise<void> {
  const at = new Date().toISOString()
  await client.query({
    name: 'bare',
    text: `insert into bare_step (execution_id, seq, key, name, type, attempt, started_at, result, finished_at, outcome,
                                  finished_n)
           select *, 'SUCCESS', at, '{"result": "SUCCESS"}', 2
             from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[])
               as s (execution, seq, key, name, type, attempt, at)`,
    values: [
      steps.map((row) => row.execution),
      steps.map((row) => row.seq),
      steps.map((row) => row.name),
      steps.map((row) => row.name),
      steps.map(() => 'update-scalar'),
      steps.map(() => 1),
      steps.map(() => at),
    ],
  })
}
