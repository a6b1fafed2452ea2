import { randomFillSync } from 'node:crypto'

declare const kind: unique symbol
type Id<Kind extends string> = string & { readonly [kind]: Kind }

export type ProjectId = Id<'Project'>
export type EnvironmentId = Id<'Environment'>
export type ArtifactId = Id<'Artifact'>
export type ExecutionId = Id<'Execution'>
export type ScheduleId = Id<'Schedule'>
export type RunnerId = Id<'Runner'>
/** One connected runner process. A session that ended never comes back: its number is the fence. */
export type SessionId = Id<'Session'>
/** The `client_id` of an API credential or of a runner's credential. */
export type ClientId = Id<'Client'>

/**
 * A new UUID of version 7 (RFC 9562): rows made one after another lie next to each other in an index.
 * `sequence` (0–4095) orders ids of one millisecond.
 */
export function newId<T extends string = string>(now = Date.now(), sequence?: number): T {
  const bytes = someRandomBytes()
  bytes.writeUIntBE(now, 0, 6)
  if (sequence !== undefined) bytes.writeUInt16BE(sequence, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as T
}

/**
 * The smallest id that `newId` can make at this time: what is older has a smaller one. None was made before
 * 1970.
 */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** No id that `newId` makes is lower, or higher. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const UUID_BYTES = 16
const pool = Buffer.alloc(256 * UUID_BYTES)
let used = pool.length

/** 16 fresh random bytes, to be used up at once: asking the system for many costs as much as for few. */
function someRandomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += UUID_BYTES
  return pool.subarray(used - UUID_BYTES, used)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)
