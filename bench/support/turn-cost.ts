import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './load.ts'
import type { BenchPlatform } from './platform.ts'

/** What the executions of a turn cost. */
export interface Turn {
  readonly perSecond: number
  /** Of all processes of the product, for each execution, in milliseconds. */
  readonly processorMs: number
}

/**
 * Longer than what ended waits for the passes that look at it: what an idle product does meanwhile is alike
 * in all turns.
 */
const SETTLE_MS = 9_000
const MAX_SETTLE_MS = 90_000

export interface TurnOptions {
  readonly platform: BenchPlatform
  readonly load: Load
  readonly seconds: number
  readonly inFlight: number
  /** Whether all work is done that executions leave behind. */
  readonly isSettled: () => Promise<boolean>
}

/**
 * Runs executions for `seconds`, and waits until what they leave is done: that counts. Throws when it takes
 * too long.
 */
export async function costOfTurn(options: TurnOptions): Promise<Turn> {
  const { platform, load, seconds, inFlight, isSettled } = options
  const [took, ran] = [await platform.processorMs(), load.measured()]
  const perSecond = await load.measure(seconds, inFlight)
  await sleep(SETTLE_MS)
  for (const until = performance.now() + MAX_SETTLE_MS; !(await isSettled()); await sleep(200))
    if (performance.now() > until) throw new Error('What executions left was not done in time')
  return { perSecond, processorMs: ((await platform.processorMs()) - took) / (load.measured() - ran) }
}

/**
 * How much more processor time executions of some turns took than those of others, in percent. The cheapest
 * turn of each counts: whatever else the machine does can only add to one.
 */
export function addedPercent(turns: readonly Turn[], others: readonly Turn[]): number {
  const cheapest = (all: readonly Turn[]) => Math.min(...all.map(({ processorMs }) => processorMs))
  return (cheapest(turns) / cheapest(others) - 1) * 100
}

export const shownTurn = ({ perSecond, processorMs }: Turn): string =>
  `${perSecond.toFixed(0)}/s, ${processorMs.toFixed(3)} ms of processor time each`
