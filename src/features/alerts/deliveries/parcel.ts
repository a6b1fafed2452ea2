import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { Holds } from '../channels/hold-rules.ts'
import type { ChannelRow } from '../channels/store.ts'
import type { Message } from '../messages/message.ts'
import { composeDigest, type PendingDelivery, readDigest } from './lane-store.ts'

const MAX_DIGEST = 200

/** What goes to a receiver at once. */
export interface Parcel {
  /** The one by which receivers recognize a repeat. */
  readonly id: string
  readonly ids: readonly string[]
  readonly message: Message
}

/** What is sent together with this delivery: all that its channel has pending where it collects messages. */
export async function parcelOf(db: Db, channel: ChannelRow, row: PendingDelivery): Promise<Parcel> {
  const { id: channelId, projectId, settings } = channel
  let { digestId } = row
  if (digestId === null && settings.digestMinutes !== undefined) {
    digestId = newId()
    await composeDigest(db, channelId, digestId, MAX_DIGEST)
  }
  const rows = digestId === null ? [row] : await readDigest(db, channelId, digestId)
  if (digestId === null || rows.length < 2) return { id: row.id, ids: [row.id], message: row.message }
  const messages = rows.map(({ message }) => message)
  const message: Message = { kind: 'DIGEST', projectId: projectId ?? undefined, messages }
  return { id: digestId, ids: rows.map(({ id }) => id), message }
}

/** What was composed, or is replayed, waits for no other message. */
export const holdsOf = ({ settings }: ChannelRow, { digestId }: PendingDelivery): Holds =>
  digestId === null ? settings : { quietHours: settings.quietHours }
