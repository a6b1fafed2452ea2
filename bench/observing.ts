import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Load, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { mean, report } from './support/statistics.ts'

/**
 * Question: what do executions pay for the counting of statistics and consumption, and for the export of telemetry?
 * Five-component pipelines are run as fast as they are done, in turns: by a server that records no end to count, by the same
 * server as it is, and by one that exports traces, logs and metrics by OTLP to a receiver on loopback. Counting has no
 * switch: without it, the trigger that records what ended is disabled, so the passes find nothing. Both happen seconds after the
 * end, so each turn begins with some that are not measured, and what it leaves is done before the next turn. To reach: each
 * at most 3 % fewer executions a second than what it is compared with.
 * `npm run bench -- observing [seconds a turn] [rounds]`: four minutes. Alerts, triggers and lineage have benches of their own.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const MAX_COST = 0.03
const SECONDS = Number(process.argv[3] ?? 15)
const ROUNDS = Number(process.argv[4] ?? 3)
/** Longer than an end waits to be counted and exported. */
const RUN_IN_SECONDS = 8
const SETTLE_MS = 60_000

let receivedBytes = 0
const receiver = createServer(async (request, response) => {
  for await (const chunk of request) receivedBytes += (chunk as Buffer).length
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

async function openServer(platform: BenchPlatform): Promise<Load> {
  const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
  const load = await openLoad(platform, projectId, 'Five')
  await load.measure(3, IN_FLIGHT) // warm
  return load
}

/** Waits until everything that ended is counted, and exported where it is. Throws after a minute. */
async function settle({ database }: Load): Promise<void> {
  for (const until = Date.now() + SETTLE_MS; ; ) {
    const { rows } = await database.query<{ waits: boolean }>(
      'select exists (select from consumption_end) or exists (select from telemetry_end) as waits',
    )
    if (!rows[0]!.waits) return
    if (Date.now() > until) throw new Error('What ended is not counted or exported after a minute')
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function steady(load: Load): Promise<number> {
  await load.measure(RUN_IN_SECONDS, IN_FLIGHT)
  return load.measure(SECONDS, IN_FLIGHT)
}

try {
  await using plain = await startBenchPlatform()
  await using exporting = await startBenchPlatform({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  await using own = await openServer(plain)
  await using exported = await openServer(exporting)
  const counted = (isCounted: boolean) =>
    own.database.query(`alter table execution ${isCounted ? 'enable' : 'disable'} trigger execution_consumed`)
  const turns = {
    'not counted': async () => {
      await counted(false)
      return steady(own)
    },
    counted: async () => {
      await counted(true)
      return steady(own)
    },
    exported: () => steady(exported),
  }
  type Way = keyof typeof turns
  const rates: Record<Way, number[]> = { 'not counted': [], counted: [], exported: [] }
  for (let round = 1; round <= ROUNDS; round++) {
    // The order changes from round to round: what the machine does meanwhile must not favour one.
    const ways = Object.keys(turns) as Way[]
    for (const way of round % 2 === 0 ? ways.toReversed() : ways) {
      await Promise.all([settle(own), settle(exported)])
      rates[way].push(await turns[way]())
      console.log(`round ${round}, ${way}: ${rates[way].at(-1)!.toFixed(0)}/s`)
    }
  }
  await counted(true)
  const kept = (way: Way, of: Way) => (mean(rates[way]) / mean(rates[of])) * 100
  report('kept when ends are counted', kept('counted', 'not counted'), (1 - MAX_COST) * 100, ' %')
  report('kept when runs are exported', kept('exported', 'counted'), (1 - MAX_COST) * 100, ' %')
  if (receivedBytes === 0) throw new Error('Nothing was exported')
  console.log(`${(receivedBytes / 1e6).toFixed(1)} MB were exported`)
} finally {
  receiver.closeAllConnections()
  receiver.close()
}
