import v8 from 'node:v8'
import { collectGarbage } from '../../lib/collect-garbage.ts'

/** A user who reads a page and clicks again is not kept waiting by a collection in between. */
const LOOK_MS = 30_000
/** Of one core; heartbeats and background passes stay below it, a few requests a second do not. */
const IDLE_SHARE = 0.02
const WORTH_BYTES = 4 * 1024 * 1024

/**
 * Lets the process have much room for short-lived objects while it has much to do, and gives the room back
 * when it has had nothing to do for half a minute: the collector does not do that on its own, and without
 * much room it takes a fifth of the time of a busy process. Giving it back takes 100 ms and more, once after
 * each busy time.
 *
 * @param lookMs for how long it has to have had nothing to do, in milliseconds
 */
export function giveMemoryBackWhenIdle(lookMs = LOOK_MS): void {
  // Eight seconds after a collection the collector would do it twice more, for nothing: 0.2 s of a processor.
  v8.setFlagsFromString('--memory-reducer-gc-count=0')
  let before = process.cpuUsage()

  function look(): void {
    const now = process.cpuUsage()
    const usedMs = (now.user + now.system - before.user - before.system) / 1000
    before = now
    if (usedMs >= lookMs * IDLE_SHARE || roomForNewObjects() < WORTH_BYTES) return
    collectGarbage()
  }

  setInterval(look, lookMs).unref()
}

const roomForNewObjects = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
