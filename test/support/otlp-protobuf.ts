/** Fields by number: name and kind. Written from opentelemetry-proto 1.x, apart from the encoder. */
type Kind = 'text' | 'hex' | 'bool' | 'int' | 'enum' | 'number' | 'u64' | 'u32' | 'u64s' | 'numbers'
interface Shape {
  readonly [field: number]: readonly [name: string, kind: Kind | Shape, isList?: 'list']
}

const anyValue: Shape = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'int'],
  4: ['doubleValue', 'number'],
}
const keyValue: Shape = { 1: ['key', 'text'], 2: ['value', anyValue] }
const resource: Shape = { 1: ['attributes', keyValue, 'list'] }
const scope: Shape = { 1: ['name', 'text'], 2: ['version', 'text'] }
const link: Shape = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  3: ['traceState', 'text'],
  4: ['attributes', keyValue, 'list'],
}
const span: Shape = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  3: ['traceState', 'text'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'text'],
  6: ['kind', 'enum'],
  7: ['startTimeUnixNano', 'u64'],
  8: ['endTimeUnixNano', 'u64'],
  9: ['attributes', keyValue, 'list'],
  13: ['links', link, 'list'],
  15: ['status', { 2: ['message', 'text'], 3: ['code', 'enum'] }],
  16: ['flags', 'u32'],
}
const record: Shape = {
  1: ['timeUnixNano', 'u64'],
  2: ['severityNumber', 'enum'],
  3: ['severityText', 'text'],
  5: ['body', anyValue],
  6: ['attributes', keyValue, 'list'],
  8: ['flags', 'u32'],
  9: ['traceId', 'hex'],
  10: ['spanId', 'hex'],
  11: ['observedTimeUnixNano', 'u64'],
}
const numberPoint: Shape = {
  2: ['startTimeUnixNano', 'u64'],
  3: ['timeUnixNano', 'u64'],
  4: ['asDouble', 'number'],
  7: ['attributes', keyValue, 'list'],
}
const histogramPoint: Shape = {
  2: ['startTimeUnixNano', 'u64'],
  3: ['timeUnixNano', 'u64'],
  4: ['count', 'u64'],
  5: ['sum', 'number'],
  6: ['bucketCounts', 'u64s'],
  7: ['explicitBounds', 'numbers'],
  9: ['attributes', keyValue, 'list'],
}
const metric: Shape = {
  1: ['name', 'text'],
  2: ['description', 'text'],
  3: ['unit', 'text'],
  5: ['gauge', { 1: ['dataPoints', numberPoint, 'list'] }],
  7: [
    'sum',
    {
      1: ['dataPoints', numberPoint, 'list'],
      2: ['aggregationTemporality', 'enum'],
      3: ['isMonotonic', 'bool'],
    },
  ],
  9: ['histogram', { 1: ['dataPoints', histogramPoint, 'list'], 2: ['aggregationTemporality', 'enum'] }],
}
const request = (outer: string, inner: string, items: string, item: Shape): Shape => ({
  1: [
    outer,
    { 1: ['resource', resource], 2: [inner, { 1: ['scope', scope], 2: [items, item, 'list'] }, 'list'] },
    'list',
  ],
})
const requests: Readonly<Record<string, Shape>> = {
  '/v1/traces': request('resourceSpans', 'scopeSpans', 'spans', span),
  '/v1/logs': request('resourceLogs', 'scopeLogs', 'logRecords', record),
  '/v1/metrics': request('resourceMetrics', 'scopeMetrics', 'metrics', metric),
}

/** A request of OTLP in Protobuf, as OTLP's JSON has it. Throws for every byte that means nothing. */
export function decodeOtlp(path: string, body: Buffer): Record<string, unknown> {
  const shape = requests[path]
  if (shape === undefined) throw new Error(`address ${path}`)
  return decoded(shape, body)
}

/** Wire types that a kind may have. */
const wireOf: Readonly<Record<Kind, number>> = {
  text: 2,
  hex: 2,
  bool: 0,
  int: 0,
  enum: 0,
  number: 1,
  u64: 1,
  u32: 5,
  u64s: 2,
  numbers: 2,
}

function decoded(shape: Shape, bytes: Buffer): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
      shift += 7n
    }
  }
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('a field reaches beyond its message')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [name, kind, isList] = shape[tag >> 3] ?? []
    if (name === undefined || kind === undefined) throw new Error(`unknown field ${tag >> 3}`)
    if ((tag & 7) !== (typeof kind === 'string' ? wireOf[kind] : 2)) throw new Error(`wire type of ${name}`)
    const value = readValue(kind, { varint, take })
    if (isList) result[name] = [...((result[name] as unknown[]) ?? []), value]
    else if (name in result) throw new Error(`${name} twice`)
    else result[name] = value
  }
  return result
}

interface Reader {
  readonly varint: () => bigint
  readonly take: (length: number) => Buffer
}

function readValue(kind: Kind | Shape, { varint, take }: Reader): unknown {
  if (typeof kind !== 'string') return decoded(kind, take(Number(varint())))
  switch (kind) {
    case 'text':
      return new TextDecoder('utf-8', { fatal: true }).decode(take(Number(varint())))
    case 'hex':
      return take(Number(varint())).toString('hex')
    case 'bool':
      return varint() === 1n
    case 'int':
      return String(BigInt.asIntN(64, varint()))
    case 'enum':
      return Number(varint())
    case 'number':
      return take(8).readDoubleLE()
    case 'u64':
      return String(take(8).readBigUInt64LE())
    case 'u32':
      return take(4).readUInt32LE()
    case 'u64s':
      return eights(take(Number(varint()))).map((one) => String(one.readBigUInt64LE()))
    case 'numbers':
      return eights(take(Number(varint()))).map((one) => one.readDoubleLE())
  }
}

function eights(bytes: Buffer): Buffer[] {
  if (bytes.length % 8 !== 0) throw new Error('a packed field of another length')
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.subarray(i * 8, i * 8 + 8))
}
