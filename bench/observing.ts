import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Load, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { report } from './support/statistics.ts'
import { addedPercent, costOfTurn, shownTurn, type Turn } from './support/turn-cost.ts'

/**
 * Question: what do executions pay for the counting of statistics and consumption, and for the export of
 * telemetry? Five-component pipelines are run as fast as they are done, in turns: by a server that records no
 * end to count, by the same server as it is, and by one that exports traces, logs and metrics by OTLP to a
 * receiver on loopback. Counting has no switch: without it, the trigger that records what ended is disabled,
 * so the passes find nothing. To reach: each takes at most 3 % more processor time of all processes of the
 * product for each execution than what it is compared with. Both happen seconds after the end, so what a turn
 * leaves is done before the next, and counts. Executions/s are printed beside it; they vary by more than that
 * from turn to turn.
 * `npm run bench -- observing [seconds a turn] [rounds]`: four minutes. Alerts, triggers and lineage have
 * benches of their own.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const MAX_COST = 0.03
const SECONDS = Number(process.argv[3] ?? 15)
const ROUNDS = Number(process.argv[4] ?? 3)

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

async function isSettled({ database }: Load): Promise<boolean> {
  const { rows } = await database.query<{ waits: boolean }>(
    'select exists (select from ended_executions) or exists (select from telemetry_queue) as waits',
  )
  return !rows[0]!.waits
}

const measure = (platform: BenchPlatform, load: Load): Promise<Turn> =>
  costOfTurn({ platform, load, seconds: SECONDS, inFlight: IN_FLIGHT, isSettled: () => isSettled(load) })

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
      return measure(plain, own)
    },
    counted: async () => {
      await counted(true)
      return measure(plain, own)
    },
    exported: () => measure(exporting, exported),
  }
  type Way = keyof typeof turns
  const costs: Record<Way, Turn[]> = { 'not counted': [], counted: [], exported: [] }
  for (let round = 1; round <= ROUNDS; round++) {
    // The order changes from round to round: what the machine does meanwhile must not favour one.
    const ways = Object.keys(turns) as Way[]
    for (const way of round % 2 === 0 ? ways.toReversed() : ways) {
      costs[way].push(await turns[way]())
      console.log(`round ${round}, ${way}: ${shownTurn(costs[way].at(-1)!)}`)
    }
  }
  await counted(true)
  const more = (way: Way, of: Way) => addedPercent(costs[way], costs[of])
  report('more when ends are counted', more('counted', 'not counted'), MAX_COST * 100, '%')
  report('more when runs are exported', more('exported', 'counted'), MAX_COST * 100, '%')
  if (receivedBytes === 0) throw new Error('Nothing was exported')
  console.log(`${(receivedBytes / 1e6).toFixed(1)} MB were exported`)
} finally {
  receiver.closeAllConnections()
  receiver.close()
}
