import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Log } from '../../../lib/log.ts'
import { heldUntil } from '../channels/hold-rules.ts'
import type { ChannelTarget } from '../channels/rules.ts'
import { type ChannelRow, readChannel } from '../channels/store.ts'
import type { Send } from '../messages/send.ts'
import * as store from './lane-store.ts'
import { holdsOf, parcelOf } from './parcel.ts'
import { isGivenUp, retrySeconds } from './rules.ts'

/** Channels that this server delivers to at the same time. One that does not answer holds its own lane only. */
const MAX_LANES = 64
const RENEW_MS = 1_000

export interface LanesDependencies {
  readonly db: Db
  readonly log: Log
  readonly send: Send
  readonly open: (row: ChannelRow) => ChannelTarget
  /** Whether a channel holds messages back is decided by it. */
  readonly clock: Clock
}

/**
 * Delivers what is pending, channel by channel: in each channel one message after another, in the order they were queued, so
 * that the end of an incident never overtakes its beginning. Messages are delivered at least once, and always with the same
 * id: a server that dies between an answer and its record repeats the message. A channel with digests gets what is pending as
 * one message, and one with quiet hours gets nothing until they are over.
 */
export function createLanes({ db, log, send, open, clock }: LanesDependencies) {
  const stop = new AbortController()
  const served = new Map<string, Promise<void>>()
  let renewal: NodeJS.Timeout | undefined

  /** Begins to serve lanes that are due; does not wait for them. */
  async function serveDue(): Promise<void> {
    const free = MAX_LANES - served.size
    if (free === 0 || stop.signal.aborted) return
    for (const channelId of await store.claimLanes(db, free)) {
      if (served.has(channelId)) continue
      const work = serve(channelId)
        .catch((error: unknown) => {
          if (!stop.signal.aborted) log.error({ err: error, channel: channelId }, 'Could not deliver alerts')
        })
        .finally(() => served.delete(channelId))
      served.set(channelId, work)
    }
    if (served.size > 0) renewal ??= setInterval(renew, RENEW_MS).unref()
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
      const row = await store.readPending(db, channelId)
      const channel = row && (await readChannel(db, channelId))
      if (row === undefined || channel === undefined || !channel.enabled)
        return store.releaseLane(db, channelId)
      const held = heldUntil(holdsOf(channel, row), row.createdAt, clock.now())
      if (held !== undefined) return store.holdLane(db, channelId, held)
      const { id, ids, message } = await parcelOf(db, channel, row)
      const outcome = await send(open(channel), id, message, stop.signal)
      if ('sent' in outcome) {
        await store.recordDelivered(db, channelId, ids)
        continue
      }
      const isLost = isGivenUp(row, outcome, new Date())
      await store.recordFailed(db, channelId, ids, outcome.fault, isLost)
      log.warn(
        { channel: channelId, delivery: id, isLost, reason: outcome.fault },
        'An alert was not delivered',
      )
      if (isLost && outcome.isFinal) continue
      const failures = await store.readFailures(db, channelId)
      return store.postponeLane(
        db,
        channelId,
        retrySeconds(failures, outcome.retryAfterSeconds, Math.random()),
      )
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
