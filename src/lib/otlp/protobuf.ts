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
export const encodeProtobuf = (signal: Signal, request: object): Buffer =>
  messageOf(requests[signal], request)

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2
const FIXED32 = 5

function messageOf(fields: Fields, from: object): Buffer {
  const parts: Buffer[] = []
  for (const [name, given] of Object.entries(from)) {
    const field = fields[name]
    if (field === undefined) throw new Error(`OTLP has no field ${name} here`)
    for (const one of repeated(field, given) ? (given as unknown[]) : [given])
      if (one !== undefined) parts.push(...fieldOf(field, one))
  }
  return Buffer.concat(parts)
}

const repeated = ([, kind]: Field, given: unknown): boolean =>
  Array.isArray(given) && typeof kind !== 'string'

function fieldOf([number, kind]: Field, given: unknown): Buffer[] {
  if (typeof kind !== 'string') return delimited(number, messageOf(kind, given as object))
  switch (kind) {
    case 'string':
      return delimited(number, Buffer.from(given as string))
    case 'hex':
      return delimited(number, Buffer.from(given as string, 'hex'))
    case 'packed-fixed64':
      return delimited(number, Buffer.concat((given as string[]).map(fixed64)))
    case 'packed-double':
      return delimited(number, Buffer.concat((given as number[]).map(double)))
    case 'bool':
      return [tag(number, VARINT), varint(given ? 1n : 0n)]
    case 'varint':
      return [tag(number, VARINT), varint(BigInt.asUintN(64, BigInt(given as string | number)))]
    case 'double':
      return [tag(number, FIXED64), double(given as number)]
    case 'fixed64':
      return [tag(number, FIXED64), fixed64(given as string)]
    case 'fixed32':
      return [tag(number, FIXED32), fixed32(given as number)]
  }
}

const tag = (number: number, wire: number): Buffer => varint(BigInt((number << 3) | wire))
const delimited = (number: number, content: Buffer): Buffer[] => [
  tag(number, DELIMITED),
  varint(BigInt(content.length)),
  content,
]

function varint(given: bigint): Buffer {
  const bytes: number[] = []
  let rest = given
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

function fixed64(given: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(given))
  return bytes
}

function fixed32(given: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(given)
  return bytes
}

function double(given: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(given)
  return bytes
}
