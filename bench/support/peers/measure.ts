import { percentile } from '../statistics.ts'
import type { RunningPeer, Work } from './peer.ts'

/** What is measured of each tool, in the order of the table. */
export const measures = ['start', 'first', 'forty', 'perSecond', 'flights', 'rss', 'pss'] as const
export type Measure = (typeof measures)[number]

/** Milliseconds, runs a second, or MB. */
export type Figures = Partial<Record<Measure, number>>

/** How often and how long: a tool that takes minutes for a run is not asked for it again. */
export interface Effort {
  readonly turns: number
  /** No further turn is begun after this time. */
  readonly turnsMs: number
}

interface Turn {
  readonly firstMs: number
  readonly totalMs: number
}

/** From the request to the first and to the last step. */
async function once(peer: RunningPeer, work: Work): Promise<Turn> {
  const asked = Date.now()
  const { first, last } = await peer.run(work)
  return { firstMs: Math.max(0, (first ?? last) - asked), totalMs: Math.max(0, last - asked) }
}

/** The same work in both, in turns. */
export async function inTurns(
  ours: RunningPeer,
  theirs: RunningPeer,
  work: Work,
  { turns, turnsMs }: Effort,
): Promise<readonly [ours: readonly Turn[], theirs: readonly Turn[]]> {
  const [mine, others]: [Turn[], Turn[]] = [[], []]
  const begun = performance.now()
  for (let turn = 0; turn < turns && (turn === 0 || performance.now() - begun < turnsMs); turn++) {
    mine.push(await once(ours, work))
    others.push(await once(theirs, work))
  }
  return [mine, others]
}

export const median = (turns: readonly Turn[], of: keyof Turn): number =>
  percentile(
    turns.map((turn) => turn[of]),
    0.5,
  )

/**
 * Runs of five steps a second, with `inFlight` between request and end. Those in flight at the end are waited
 * for.
 */
export async function perSecond(peer: RunningPeer, inFlight: number, seconds: number): Promise<number> {
  if (peer.perSecond !== undefined) return peer.perSecond(seconds)
  const begun = performance.now()
  let done = 0
  const client = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      await peer.run('chain of five')
      done++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return done / ((performance.now() - begun) / 1_000)
}
