import { jsonText } from './json.ts'

/**
 * Columns of many rows as binary array parameters for `unnest`: the database takes them as they are, where it
 * would have to parse JSON or the text form of arrays value by value. Absent values are null. What does not
 * fit its type throws a RangeError, as the database would have refused it.
 */
interface Encoder<T> {
  readonly oid: number
  /** At least as many bytes as the value needs. */
  readonly room: (value: T) => number
  /** Answers how many bytes it wrote. */
  readonly write: (into: Scratch, value: T, at: number) => number
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 2 ** 32

const uuid: Encoder<string> = {
  oid: 2950,
  room: () => 16,
  write(into, value, at) {
    let isUuid = value.length === 36
    for (const place of hyphens) isUuid &&= value.charCodeAt(place) === HYPHEN
    for (let i = 0; i < bytePlaces.length; i++) {
      const place = bytePlaces[i]!
      const byte = (hexDigit(value.charCodeAt(place)) << 4) | hexDigit(value.charCodeAt(place + 1))
      isUuid &&= byte >= 0
      into.bytes[at + i] = byte
    }
    if (!isUuid) throw new RangeError(`Not a UUID: ${value.slice(0, 40)}`)
    return 16
  },
}

const HYPHEN = 45
/** The positions of the hyphens and the bytes of a UUID in its text. */
const hyphens = [8, 13, 18, 23]
const bytePlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** The value of a hexadecimal digit by its code, -1 for anything else. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

const integer: Encoder<number> = {
  oid: 23,
  room: () => 4,
  write(into, value, at) {
    if ((value | 0) !== value) throw new RangeError(`Not a 32-bit integer: ${value}`)
    into.view.setInt32(at, value)
    return 4
  },
}

const bigint: Encoder<number> = {
  oid: 20,
  room: () => 8,
  write(into, value, at) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`)
    return writeInt64(into, value, at)
  },
}

const instant: Encoder<string | Date> = {
  oid: 1184,
  room: () => 8,
  write(into, value, at) {
    const ms = typeof value === 'string' ? Date.parse(value) : value.getTime()
    if (Number.isNaN(ms)) throw new RangeError(`Not an instant: ${String(value).slice(0, 40)}`)
    return writeInt64(into, (ms - POSTGRES_EPOCH_MS) * 1000, at)
  },
}

const boolean: Encoder<boolean> = {
  oid: 16,
  room: () => 1,
  write(into, value, at) {
    into.bytes[at] = value ? 1 : 0
    return 1
  },
}

/** UTF-8 has at most 3 bytes for a code unit of a string: to count them takes as long as writing them. */
const utf8Room = (value: string): number =>
  value.length < 1024 ? 3 * value.length : Buffer.byteLength(value)

const text: Encoder<string> = {
  oid: 25,
  room: utf8Room,
  write: (into, value, at) => into.bytes.write(value, at),
}

const bytes: Encoder<Buffer> = {
  oid: 17,
  room: (value) => value.length,
  write: (into, value, at) => value.copy(into.bytes, at),
}

/** JSON texts with the version byte that jsonb wants in front. */
const json: Encoder<string> = {
  oid: 3802,
  room: (value) => utf8Room(value) + 1,
  write(into, value, at) {
    into.bytes[at] = 1
    return 1 + into.bytes.write(value, at + 1)
  },
}

function writeInt64({ view }: Scratch, value: number, at: number): number {
  view.setInt32(at, Math.floor(value / TWO_32))
  view.setUint32(at + 4, value >>> 0)
  return 8
}

type Value<T> = T | null | undefined
const HEADER_BYTES = 20
/** Of the size before each value, which for an absent one is `ABSENT`. */
const SIZE_BYTES = 4
const ABSENT = -1

interface Scratch {
  readonly bytes: Buffer
  /** The same bytes: the methods of buffers for numbers take several times as long. */
  readonly view: DataView
}

function scratchOf(size: number): Scratch {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer) }
}

const SCRATCH_BYTES = 256 * 1024
/** Columns are written here and then copied, so that each is gone through once. */
let scratch = scratchOf(SCRATCH_BYTES)

/** `scratch` with room for so many bytes more; the first `at` stay. */
function roomy(at: number, more: number): Scratch {
  if (at + more > scratch.bytes.length) {
    const larger = scratchOf(2 * (at + more))
    scratch.bytes.copy(larger.bytes, 0, 0, at)
    scratch = larger
  }
  return scratch
}

/** What was written, up to `end`. A scratch that had to be larger is not kept. */
function written(end: number): Buffer {
  const array = Buffer.allocUnsafe(end)
  scratch.bytes.copy(array, 0, 0, end)
  if (scratch.bytes.length > SCRATCH_BYTES) scratch = scratchOf(SCRATCH_BYTES)
  return array
}

/** Loops by index: every value of every step passes here, and iterators take as long as the writing. */
function column<R, T>(
  rows: readonly R[],
  { oid, room, write }: Encoder<T>,
  pick: (row: R) => Value<T>,
): Buffer {
  let at = HEADER_BYTES
  let hasNulls = 0
  let size = ABSENT
  let before: Value<T>
  for (let i = 0; i < rows.length; i++) {
    const value = pick(rows[i]!)
    const start = at + SIZE_BYTES
    if (value === null || value === undefined) {
      hasNulls = 1
      size = ABSENT
    } else if (value === before) {
      // Rows next to each other are often of the same execution.
      roomy(start, size).bytes.copyWithin(start, at - size, at)
    } else size = write(roomy(start, room(value)), value, start)
    roomy(at, SIZE_BYTES).view.setInt32(at, size)
    at = size === ABSENT ? start : start + size
    before = value
  }
  const { view } = scratch
  view.setInt32(0, 1) // dimensions
  view.setInt32(4, hasNulls)
  view.setInt32(8, oid)
  view.setInt32(12, rows.length)
  view.setInt32(16, 1) // number of the first
  return written(at)
}

/** Takes what `pick` reads from each row as one column. */
export interface Columns<R> {
  uuids(pick: (row: R) => Value<string>): Buffer
  integers(pick: (row: R) => Value<number>): Buffer
  bigints(pick: (row: R) => Value<number>): Buffer
  instants(pick: (row: R) => Value<string | Date>): Buffer
  booleans(pick: (row: R) => Value<boolean>): Buffer
  /** NUL, which PostgreSQL keeps in no text, is left out. */
  texts(pick: (row: R) => Value<string>): Buffer
  jsons(pick: (row: R) => unknown): Buffer
  bytes(pick: (row: R) => Value<Buffer>): Buffer
}

export function columnsOf<R>(rows: readonly R[]): Columns<R> {
  return {
    uuids: (pick) => column(rows, uuid, pick),
    integers: (pick) => column(rows, integer, pick),
    bigints: (pick) => column(rows, bigint, pick),
    instants: (pick) => column(rows, instant, pick),
    booleans: (pick) => column(rows, boolean, pick),
    bytes: (pick) => column(rows, bytes, pick),
    texts: (pick) => column(rows, text, (row) => withoutNul(pick(row))),
    jsons: (pick) =>
      column(rows, json, (row) => {
        const value = pick(row)
        return value === undefined || value === null ? undefined : jsonText(value)
      }),
  }
}

/** To look first takes a third of the time of replacing nothing. */
const withoutNul = (value: Value<string>): Value<string> =>
  value?.includes('\0') ? value.replaceAll('\0', '') : value
