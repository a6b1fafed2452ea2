import { jsonText } from './json.ts'

/**
 * Columns of many rows as binary array parameters for `unnest`: the database takes them as they are, where it would
 * have to parse JSON or the text form of arrays value by value. Absent values are null. What does not fit its type
 * throws a RangeError, as the database would have refused it.
 */
type Encoder<T> = readonly [oid: number, bytesOf: (value: T) => number, write: Write<T>]
type Write<T> = (into: Buffer, value: T, at: number, bytes: number) => void

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 2 ** 32

const uuid: Encoder<string> = [
  2950,
  () => 16,
  (into, value, at) => {
    let isUuid = value.length === 36
    for (const place of hyphens) isUuid &&= value.charCodeAt(place) === HYPHEN
    for (let i = 0; i < bytePlaces.length; i++) {
      const place = bytePlaces[i]!
      const byte = (hexDigit(value.charCodeAt(place)) << 4) | hexDigit(value.charCodeAt(place + 1))
      isUuid &&= byte >= 0
      into[at + i] = byte
    }
    if (!isUuid) throw new RangeError(`Not a UUID: ${value.slice(0, 40)}`)
  },
]

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

const integer: Encoder<number> = [
  23,
  () => 4,
  (into, value, at) => {
    if ((value | 0) !== value) throw new RangeError(`Not a 32-bit integer: ${value}`)
    into.writeInt32BE(value, at)
  },
]

const bigint: Encoder<number> = [
  20,
  () => 8,
  (into, value, at) => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`)
    writeInt64(into, value, at)
  },
]

const instant: Encoder<string | Date> = [
  1184,
  () => 8,
  (into, value, at) => {
    const ms = typeof value === 'string' ? Date.parse(value) : value.getTime()
    if (Number.isNaN(ms)) throw new RangeError(`Not an instant: ${String(value).slice(0, 40)}`)
    writeInt64(into, (ms - POSTGRES_EPOCH_MS) * 1000, at)
  },
]

const boolean: Encoder<boolean> = [
  16,
  () => 1,
  (into, value, at) => {
    into[at] = value ? 1 : 0
  },
]

const text: Encoder<string> = [
  25,
  (value) => Buffer.byteLength(value),
  (into, value, at, bytes) => into.write(value, at, bytes, 'utf8'),
]

const bytes: Encoder<Buffer> = [17, (value) => value.length, (into, value, at) => void value.copy(into, at)]

/** JSON texts with the version byte that jsonb wants in front. */
const json: Encoder<string> = [
  3802,
  (value) => Buffer.byteLength(value) + 1,
  (into, value, at, bytes) => {
    into[at] = 1
    into.write(value, at + 1, bytes - 1, 'utf8')
  },
]

function writeInt64(into: Buffer, value: number, at: number): void {
  into.writeInt32BE(Math.floor(value / TWO_32), at)
  into.writeUInt32BE(value >>> 0, at + 4)
}

type Value<T> = T | null | undefined
const HEADER_BYTES = 20

function column<T>([oid, bytesOf, write]: Encoder<T>, values: readonly Value<T>[]): Buffer {
  let bytes = HEADER_BYTES
  const sizes = values.map((value) => {
    const size = value === null || value === undefined ? -1 : bytesOf(value)
    bytes += 4 + Math.max(0, size)
    return size
  })
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0) // dimensions
  array.writeInt32BE(sizes.includes(-1) ? 1 : 0, 4)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16) // number of the first
  let at = HEADER_BYTES
  for (const [i, size] of sizes.entries()) {
    array.writeInt32BE(size, at)
    at += 4
    if (size < 0) continue
    // Rows next to each other are often of the same execution.
    if (i > 0 && values[i] === values[i - 1]) array.copyWithin(at, at - 4 - size, at - 4)
    else write(array, values[i] as T, at, size)
    at += size
  }
  return array
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
    uuids: (pick) => column(uuid, rows.map(pick)),
    integers: (pick) => column(integer, rows.map(pick)),
    bigints: (pick) => column(bigint, rows.map(pick)),
    instants: (pick) => column(instant, rows.map(pick)),
    booleans: (pick) => column(boolean, rows.map(pick)),
    bytes: (pick) => column(bytes, rows.map(pick)),
    texts: (pick) =>
      column(
        text,
        rows.map((row) => pick(row)?.replaceAll('\0', '')),
      ),
    jsons: (pick) =>
      column(
        json,
        rows.map((row) => {
          const value = pick(row)
          return value === undefined || value === null ? undefined : jsonText(value)
        }),
      ),
  }
}
