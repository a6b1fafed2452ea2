import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flightsSql, type Receiver } from './flights.ts'
import { openMarks } from './marks.ts'
import { type Figures, inTurns, type Measure, median, perSecond } from './measure.ts'
import type { Peer, RunningPeer } from './peer.ts'
import { type Memory, openProcesses } from './processes.ts'
import type { Column } from './table.ts'

/** A tool that takes long for a run is not asked for it three times. */
const EFFORT = { turns: 3, turnsMs: 20_000 }
const LOAD_SECONDS = 10
/** Long enough after a start that what was done for it is over. */
const IDLE_MS = 5_000

/** Where things are, and what they are compared with. */
export interface Beside {
  readonly headrace: RunningPeer
  /** Collects the figures of Headrace beside each of the others. */
  readonly ours: Map<Measure, number[]>
  readonly receiver: Receiver
  /** Where peers are installed. */
  readonly installed: string
  /** Where they keep their data, new for each run. */
  readonly scratch: string
}

/** Does it, and says how long it took. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  console.log(`${what} …`)
  try {
    return await work()
  } finally {
    console.log(`${what}: took ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
}

/** Memory when nothing is done. */
export async function idleMemory(read: () => Promise<Memory>): Promise<Figures> {
  await sleep(IDLE_MS)
  const { rssMb, pssMb, processes } = await read()
  console.log(
    `  ${processes} processes, ${rssMb.toFixed(0)} MB, ${pssMb.toFixed(0)} MB with shared pages counted once`,
  )
  return { rss: rssMb, pss: pssMb }
}

/**
 * Everything about one tool. What fails is a sentence of its column, and the rest is measured all the same.
 */
export async function comparePeer(peer: Peer, beside: Beside): Promise<Column> {
  const figures: Figures = {}
  const faults: string[] = []
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await timed(`${peer.title}: ${what}`, work)
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      console.log(`  failed: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
  const version = await attempt('install', () => peer.install(join(beside.installed, peer.name)))
  const column = { title: peer.title, setup: peer.setup, version, figures, faults }
  if (version === undefined) return column
  const folder = join(beside.scratch, peer.name)
  using marks = await openMarks(join(folder, 'marks'))
  await using processes = openProcesses(join(folder, 'output.log'))
  const stage = { installed: join(beside.installed, peer.name), folder, marks }
  const running = await attempt('start', async () => {
    const env = await stepEnvironment(folder, beside.receiver.url)
    await peer.prepare?.({ ...stage, env })
    const begun = performance.now()
    const started = await peer.start({ ...stage, env }, processes)
    figures.start = performance.now() - begun
    return started
  })
  if (running === undefined) return column
  await attempt('memory', async () => Object.assign(figures, await idleMemory(processes.memory)))
  await attempt('forty steps', () => compareSteps(running, figures, beside))
  await attempt('runs per second', () => compareLoad(running, peer.inFlight, figures, beside))
  const reason = peer.leavesOut?.flights
  if (reason !== undefined) faults.push(`flights: ${reason}`)
  else await attempt('flights', () => compareFlights(running, figures, beside))
  return column
}

/** See python/steps.py. */
async function stepEnvironment(folder: string, receiverUrl: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true })
  const sql = join(folder, 'sql.json')
  await writeFile(sql, JSON.stringify(await flightsSql()))
  return {
    BENCH_MARKS: join(folder, 'marks'),
    BENCH_SQL: sql,
    BENCH_DUCKDB: join(folder, 'flights.duckdb'),
    BENCH_RECEIVER: receiverUrl,
  }
}

function note(ours: Map<Measure, number[]>, measure: Measure, value: number): void {
  ours.set(measure, [...(ours.get(measure) ?? []), value])
}

async function compareSteps(peer: RunningPeer, figures: Figures, { headrace, ours }: Beside): Promise<void> {
  await peer.run('chain of five') // warm
  const [mine, theirs] = await inTurns(headrace, peer, 'chain of forty', EFFORT)
  figures.first = median(theirs, 'firstMs')
  figures.forty = median(theirs, 'totalMs')
  note(ours, 'first', median(mine, 'firstMs'))
  note(ours, 'forty', median(mine, 'totalMs'))
}

async function compareLoad(
  peer: RunningPeer,
  inFlight: number,
  figures: Figures,
  { headrace, ours }: Beside,
): Promise<void> {
  note(ours, 'perSecond', await perSecond(headrace, inFlight, LOAD_SECONDS))
  figures.perSecond = await perSecond(peer, inFlight, LOAD_SECONDS)
}

async function compareFlights(
  peer: RunningPeer,
  figures: Figures,
  { headrace, ours, receiver }: Beside,
): Promise<void> {
  const before = receiver.received()
  const [mine, theirs] = await inTurns(headrace, peer, 'flights', EFFORT)
  const posted = receiver.received() - before
  if (posted !== mine.length + theirs.length)
    throw new Error(`${mine.length + theirs.length} runs published ${posted} times`)
  figures.flights = median(theirs, 'totalMs')
  note(ours, 'flights', median(mine, 'totalMs'))
}
