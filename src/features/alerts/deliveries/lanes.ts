import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Log } from '../../../lib/log.ts'
import { heldUntil } from '../channels/hold-rules.ts'
import type { ChannelTarget } from '../channels/rules.ts'
import { type ChannelRow, readChannel } from '../channels/store.ts'
import type { Send } from '../messages/send.ts'
import * as store from './lane-store.ts'
import { chainsOf, holdsOf } from './parcel.ts'
import { deliverRound } from './round.ts'
import { retrySeconds } from './rules.ts'

/**
 * Channels that this server delivers to at the same time. One that does not answer holds its own lane only.
 */
const MAX_LANES = 256
/**
 * Of these lanes, those whose receivers did not answer last time: however many they are, the others have
 * room.
 */
const MAX_FAILING_LANES = 64
const READ_AT_ONCE = 500
const RENEW_MS = 500

export interface LanesDependencies {
  readonly db: Db
  readonly log: Log
  readonly send: Send
  readonly open: (row: ChannelRow) => ChannelTarget
  /** Whether a channel holds messages back is decided by it. */
  readonly clock: Clock
}

/**
 * Delivers what is pending, channel by channel: in each channel several messages at a time, but what is about
 * the same subject one after another, so that the end of an incident never overtakes its beginning. Messages
 * are delivered at least once, and always with the same id: a server that dies between an answer and its
 * record repeats the message. A channel with digests gets what is pending as one message, and one with quiet
 * hours gets nothing until they are over.
 */
export function createLanes({ db, log, send, open, clock }: LanesDependencies) {
  const stop = new AbortController()
  const served = new Map<string, Promise<void>>()
  const failing = new Set<string>()
  let renewal: NodeJS.Timeout | undefined

  /** Begins to serve lanes that are due; does not wait for them. */
  async function serveDue(): Promise<void> {
    if (stop.signal.aborted) return
    const healthy = await store.claimLanes(db, 'healthy', MAX_LANES - served.size)
    for (const channelId of healthy) begin(channelId)
    const free = Math.min(MAX_LANES - served.size, MAX_FAILING_LANES - failing.size)
    for (const channelId of await store.claimLanes(db, 'failing', free)) {
      failing.add(channelId)
      begin(channelId)
    }
    if (served.size > 0) renewal ??= setInterval(renew, RENEW_MS).unref()
  }

  function begin(channelId: string): void {
    if (served.has(channelId)) return
    const work = serve(channelId)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.error({ err: error, channel: channelId }, 'Could not deliver alerts')
      })
      .finally(() => {
        served.delete(channelId)
        failing.delete(channelId)
      })
    served.set(channelId, work)
  }

  function renew(): void {
    if (served.size === 0) {
      clearInterval(renewal)
      renewal = undefined
      return
    }
    store
      .renewLanes(db, [...served.keys()])
      .catch((error: unknown) =>
        log.warn({ reason: errorText(error) }, 'Could not renew the lanes of alerts'),
      )
  }

  async function serve(channelId: string): Promise<void> {
    for (;;) {
      const [first, ...others] = await store.readPending(db, channelId, READ_AT_ONCE)
      const channel = first && (await readChannel(db, channelId))
      if (first === undefined || channel === undefined || !channel.enabled)
        return store.releaseLane(db, channelId)
      const held = heldUntil(holdsOf(channel, first), first.createdAt, clock.now())
      if (held !== undefined) return store.holdLane(db, channelId, held)
      const chains = await chainsOf(db, channel, [first, ...others])
      const opened = { id: channelId, target: open(channel), failures: channel.failures }
      const failed = await deliverRound({ db, log, send }, opened, chains, stop.signal)
      if (failed === undefined) continue
      const failures = await store.countFailure(db, channelId, failed.fault)
      const seconds = retrySeconds(failures, failed.retryAfterSeconds, Math.random())
      return store.postponeLane(db, channelId, seconds)
    }
  }

  /** Ends requests under way: another server repeats them, with the same ids. */
  async function close(): Promise<void> {
    stop.abort()
    clearInterval(renewal)
    await Promise.all(served.values())
  }

  return { serveDue, close }
}

export type Lanes = ReturnType<typeof createLanes>
