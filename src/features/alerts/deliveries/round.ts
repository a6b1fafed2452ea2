import { createBatcher } from '../../../db/batcher.ts'
import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import type { ChannelTarget } from '../channels/rules.ts'
import type { AlertChannelType } from '../channels/schema.ts'
import type { Send } from '../messages/send.ts'
import * as store from './lane-store.ts'
import type { Parcel, ParcelChain } from './parcel.ts'
import { isGivenUp } from './rules.ts'

/**
 * Messages that a channel is sent at the same time. Chats allow their senders about one a second, and people
 * read them in the order of arrival.
 */
const messagesAtOnce: Readonly<Record<AlertChannelType, number>> = {
  WEBHOOK: 16,
  PAGERDUTY: 8,
  EMAIL: 4,
  SLACK: 1,
  TEAMS: 1,
}
/** Then the channel is looked at again: it may have been changed, or its quiet hours may have begun. */
const ROUND_MS = 1_000
const RECORDED_AT_ONCE = 500

export interface RoundDependencies {
  readonly db: Db
  readonly log: Log
  readonly send: Send
}

export interface RoundChannel {
  readonly id: string
  readonly target: ChannelTarget
  /** Attempts since the last that succeeded. */
  readonly failures: number
}

/** Why the channel has to wait. */
export interface RoundFault {
  readonly fault: string
  readonly retryAfterSeconds?: number
}

/**
 * Sends chains side by side, each of them in its order, until all are sent, a second is over, or an attempt
 * fails whose message is not given up; answers the first such failure. A channel that failed before is asked
 * one message at a time. What is under way is finished and recorded in any case.
 */
export async function deliverRound(
  { db, log, send }: RoundDependencies,
  { id: channelId, target, failures }: RoundChannel,
  chains: readonly ParcelChain[],
  signal: AbortSignal,
): Promise<RoundFault | undefined> {
  const delivered = createBatcher<readonly string[], void>(
    { laneCount: 1, maxItems: RECORDED_AT_ONCE },
    async (items) => {
      await store.recordDelivered(db, channelId, items.flat())
      return items.map(() => undefined)
    },
  )
  const until = performance.now() + ROUND_MS
  const waiting = chains.values()
  let failed: RoundFault | undefined
  let isBroken = false
  const isOver = () => failed !== undefined || isBroken || performance.now() > until

  async function attempt(parcel: Parcel): Promise<void> {
    const outcome = await send(target, parcel.id, parcel.message, signal)
    if ('sent' in outcome) return delivered.add(channelId, parcel.ids)
    const isLost = isGivenUp(parcel, outcome, new Date())
    await store.recordFailed(db, parcel.ids, outcome.fault, isLost)
    log.warn(
      { channel: channelId, delivery: parcel.id, isLost, reason: outcome.fault },
      'An alert was not delivered',
    )
    if (isLost && outcome.isFinal) await store.countFailure(db, channelId, outcome.fault)
    else failed ??= outcome
  }

  async function deliverChains(): Promise<void> {
    for (const chain of waiting)
      for (const parcel of chain) {
        if (isOver()) return
        await attempt(parcel)
      }
  }

  const atOnce = failures > 0 ? 1 : messagesAtOnce[target.type]
  const workers = Array.from({ length: Math.min(atOnce, chains.length) }, () =>
    deliverChains().catch((error: unknown) => {
      isBroken = true
      throw error
    }),
  )
  for (const worker of await Promise.allSettled(workers))
    if (worker.status === 'rejected') throw worker.reason
  return failed
}
