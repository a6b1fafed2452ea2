import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { Holds } from '../channels/hold-rules.ts'
import type { ChannelRow } from '../channels/store.ts'
import type { Message } from '../messages/message.ts'
import { composeDigest, type PendingDelivery, readDigest } from './lane-store.ts'
import type { Attempt } from './rules.ts'

const MAX_DIGEST = 200

/** What goes to a receiver at once. */
export interface Parcel extends Attempt {
  /** The one by which receivers recognize a repeat. */
  readonly id: string
  readonly ids: readonly string[]
  readonly message: Message
}

/** Messages that are told one after another. */
export type ParcelChain = readonly Parcel[]

/**
 * What a channel can be sent side by side of what it has pending: a chain for each subject. Where it collects
 * messages, or where what comes first was composed already, that is one digest.
 */
export async function chainsOf(
  db: Db,
  channel: ChannelRow,
  rows: readonly [PendingDelivery, ...PendingDelivery[]],
): Promise<ParcelChain[]> {
  const [first] = rows
  if (first.digestId !== null || channel.settings.digestMinutes !== undefined)
    return [[await digestOf(db, channel, first)]]
  const composed = rows.findIndex(({ digestId }) => digestId !== null)
  const single = composed === -1 ? rows : rows.slice(0, composed)
  const chains = Map.groupBy(single, ({ subject }) => subject)
  return [...chains.values()].map((chain) => chain.map(parcelOf))
}

const parcelOf = (row: PendingDelivery): Parcel => ({
  id: row.id,
  ids: [row.id],
  message: row.message,
  attempts: row.attempts,
  requestedAt: row.requestedAt,
})

/** What is sent together with this delivery. */
async function digestOf(db: Db, channel: ChannelRow, row: PendingDelivery): Promise<Parcel> {
  const { id: channelId, projectId } = channel
  const digestId = row.digestId ?? newId()
  if (row.digestId === null) await composeDigest(db, channelId, digestId, MAX_DIGEST)
  const rows = await readDigest(db, channelId, digestId)
  if (rows.length < 2) return parcelOf(row)
  const messages = rows.map(({ message }) => message)
  const message: Message = { kind: 'DIGEST', projectId: projectId ?? undefined, messages }
  return { ...parcelOf(row), id: digestId, ids: rows.map(({ id }) => id), message }
}

/** What was composed, or is replayed, waits for no other message. */
export const holdsOf = ({ settings }: ChannelRow, { digestId }: PendingDelivery): Holds =>
  digestId === null ? settings : { quietHours: settings.quietHours }
