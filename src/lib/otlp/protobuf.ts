import type { Signal } from './target.ts'

/** How a field is written; a message is a table of its own. */
type Kind =
  | 'string'
  | 'hex'
  | 'bool'
  | 'double'
  | 'fixed64'
  | 'fixed32'
  | 'varint'
  | 'packed-fixed64'
  | 'packed-double'
type Field = readonly [number: number, kind: Kind | Fields]
interface Fields {
  readonly [name: string]: Field
}

/** The fields of opentelemetry-proto 1.x that requests here have, by the names that its JSON has for them. */
const value: Fields = {
  stringValue: [1, 'string'],
  boolValue: [2, 'bool'],
  intValue: [3, 'varint'],
  doubleValue: [4, 'double'],
}
const attribute: Fields = { key: [1, 'string'], value: [2, value] }
const scope: Fields = { name: [1, 'string'], version: [2, 'string'] }
const resource: Fields = { attributes: [1, attribute] }

const span: Fields = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'varint'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, attribute],
  links: [13, { traceId: [1, 'hex'], spanId: [2, 'hex'], attributes: [4, attribute] }],
  status: [15, { message: [2, 'string'], code: [3, 'varint'] }],
  flags: [16, 'fixed32'],
}

const logRecord: Fields = {
  timeUnixNano: [1, 'fixed64'],
  severityNumber: [2, 'varint'],
  severityText: [3, 'string'],
  body: [5, value],
  attributes: [6, attribute],
  flags: [8, 'fixed32'],
  traceId: [9, 'hex'],
  spanId: [10, 'hex'],
  observedTimeUnixNano: [11, 'fixed64'],
}

const times: Fields = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] }
const numberPoint: Fields = { ...times, asDouble: [4, 'double'], attributes: [7, attribute] }
const histogramPoint: Fields = {
  ...times,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'packed-fixed64'],
  explicitBounds: [7, 'packed-double'],
  attributes: [9, attribute],
}
const metric: Fields = {
  name: [1, 'string'],
  description: [2, 'string'],
  unit: [3, 'string'],
  gauge: [5, { dataPoints: [1, numberPoint] }],
  sum: [7, { dataPoints: [1, numberPoint], aggregationTemporality: [2, 'varint'], isMonotonic: [3, 'bool'] }],
  histogram: [9, { dataPoints: [1, histogramPoint], aggregationTemporality: [2, 'varint'] }],
}

const requests: Readonly<Record<Signal, Fields>> = {
  traces: {
    resourceSpans: [1, { resource: [1, resource], scopeSpans: [2, { scope: [1, scope], spans: [2, span] }] }],
  },
  metrics: {
    resourceMetrics: [
      1,
      { resource: [1, resource], scopeMetrics: [2, { scope: [1, scope], metrics: [2, metric] }] },
    ],
  },
  logs: {
    resourceLogs: [
      1,
      { resource: [1, resource], scopeLogs: [2, { scope: [1, scope], logRecords: [2, logRecord] }] },
    ],
  },
}

/** A request, built as OTLP's JSON is, in OTLP's Protobuf. */
export function encodeProtobuf(signal: Signal, request: object): Buffer {
  const out = new Writer()
  writeMessage(out, requests[signal], request)
  return out.written()
}

function writeMessage(out: Writer, fields: Fields, from: object): void {
  for (const name of Object.keys(from)) {
    const field = fields[name]
    if (field === undefined) throw new Error(`OTLP has no field ${name} here`)
    const given = (from as Readonly<Record<string, unknown>>)[name]
    if (Array.isArray(given) && typeof field[1] !== 'string')
      for (const one of given) writeField(out, field, one)
    else writeField(out, field, given)
  }
}

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2
const FIXED32 = 5

/** How values are written, and the type that their fields say they have. */
const writers: Readonly<Record<Kind, readonly [type: number, write: (out: Writer, given: unknown) => void]>> =
  {
    string: [DELIMITED, (out, given) => out.text(given as string)],
    hex: [DELIMITED, (out, given) => out.hex(given as string)],
    bool: [VARINT, (out, given) => out.varint(given ? 1 : 0)],
    varint: [VARINT, (out, given) => out.varint(given as string | number)],
    double: [FIXED64, (out, given) => out.double(given as number)],
    fixed64: [FIXED64, (out, given) => out.fixed64(given as string)],
    fixed32: [FIXED32, (out, given) => out.fixed32(given as number)],
    'packed-fixed64': [DELIMITED, (out, given) => packed(out, given as string[], (one) => out.fixed64(one))],
    'packed-double': [DELIMITED, (out, given) => packed(out, given as number[], (one) => out.double(one))],
  }

function packed<T>(out: Writer, values: readonly T[], write: (one: T) => void): void {
  const begun = out.begin()
  for (const one of values) write(one)
  out.end(begun)
}

function writeField(out: Writer, [number, kind]: Field, given: unknown): void {
  if (given === undefined) return
  if (typeof kind === 'string') {
    const [type, write] = writers[kind]
    out.varint((number << 3) | type)
    write(out, given)
  } else {
    out.varint((number << 3) | DELIMITED)
    const begun = out.begin()
    writeMessage(out, kind, given as object)
    out.end(begun)
  }
}

const FIRST_BYTES = 64 * 1024
const MAX_VARINT_BYTES = 10
/** In UTF-8 a character of a string takes at most three bytes. */
const MAX_CHARACTER_BYTES = 3
/** Short texts of ASCII are written here: calling the native function takes longer. */
const SHORT_CHARACTERS = 64

/**
 * Writes everything into one buffer that grows: buffers of their own for each number and text take ten times
 * as long.
 */
class Writer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #at = 0

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }

  varint(given: number | string): void {
    this.#reserve(MAX_VARINT_BYTES)
    const value = Number(given)
    if (value >= 0 && value < 2 ** 31) {
      let rest = value
      for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#at++] = (rest & 0x7f) | 0x80
      this.#bytes[this.#at++] = rest
    } else {
      let rest = BigInt.asUintN(64, BigInt(given))
      for (; rest > 0x7fn; rest >>= 7n) this.#bytes[this.#at++] = Number(rest & 0x7fn) | 0x80
      this.#bytes[this.#at++] = Number(rest)
    }
  }

  /**
   * Begins a part that has its length before it: most are so short that one byte, which is left here, is
   * enough for it. There is room for a longer one, so that writing it never leaves behind what follows.
   */
  begin(): number {
    this.#reserve(MAX_VARINT_BYTES)
    return ++this.#at
  }

  /** Ends the part that began there. */
  end(begun: number): void {
    const length = this.#at - begun
    let moved = 0
    for (let rest = length >>> 7; rest > 0; rest >>>= 7) moved++
    if (moved > 0) {
      this.#reserve(moved)
      this.#bytes.copyWithin(begun + moved, begun, this.#at)
    }
    this.#at = begun - 1
    this.varint(length)
    this.#at += length
  }

  text(given: string): void {
    this.#reserve(1 + given.length * MAX_CHARACTER_BYTES)
    if (given.length <= SHORT_CHARACTERS && this.#ascii(given)) return
    const begun = this.begin()
    this.#at += this.#bytes.write(given, this.#at)
    this.end(begun)
  }

  /** Whether it was written: nothing is when there is another character. */
  #ascii(given: string): boolean {
    const begun = this.#at + 1
    for (let i = 0; i < given.length; i++) {
      const code = given.charCodeAt(i)
      if (code > 0x7f) return false
      this.#bytes[begun + i] = code
    }
    this.#bytes[this.#at] = given.length
    this.#at = begun + given.length
    return true
  }

  hex(given: string): void {
    this.#reserve(1 + given.length)
    const begun = this.begin()
    this.#at += this.#bytes.write(given, this.#at, 'hex')
    this.end(begun)
  }

  fixed64(given: string): void {
    this.#reserve(8)
    this.#at = this.#bytes.writeBigUInt64LE(BigInt(given), this.#at)
  }

  fixed32(given: number): void {
    this.#reserve(4)
    this.#at = this.#bytes.writeUInt32LE(given, this.#at)
  }

  double(given: number): void {
    this.#reserve(8)
    this.#at = this.#bytes.writeDoubleLE(given, this.#at)
  }
}
