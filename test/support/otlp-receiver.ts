import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll } from 'vitest'
import { decodeOtlp } from './otlp-protobuf.ts'

/**
 * A span, a log record or a metric as it arrived, with its attributes and those of its resource as plain
 * values.
 */
export interface Received {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

export interface OtlpReceiver {
  readonly origin: string
  readonly spans: Received[]
  readonly logs: Received[]
  readonly metrics: Received[]
  /** Why requests were refused. A test expects none. */
  readonly faults: string[]
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[]
  /** What requests are answered instead of being taken; undefined: they are taken. */
  answer: Answer | ((request: { readonly path: string }) => Answer)
}

type Answer = { readonly status: number; readonly headers?: Record<string, string> } | 'silence' | undefined

/** An OpenTelemetry receiver on loopback (OTLP over HTTP) that refuses what the protocol does not allow. */
export function useOtlpReceiver(): OtlpReceiver {
  const state: OtlpReceiver & { origin: string } = {
    origin: '',
    spans: [],
    logs: [],
    metrics: [],
    faults: [],
    requests: [],
    answer: undefined,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    state.requests.push({ path: request.url!, headers: request.headers })
    const answer = typeof state.answer === 'function' ? state.answer({ path: request.url! }) : state.answer
    if (answer === 'silence') return
    if (answer !== undefined) {
      response.writeHead(answer.status, answer.headers).end('no')
      return
    }
    const isJson = request.headers['content-type'] === 'application/json'
    try {
      const raw = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
      if (request.method !== 'POST') throw new Error(`method ${request.method}`)
      if (!isJson && request.headers['content-type'] !== 'application/x-protobuf')
        throw new Error(`content-type ${request.headers['content-type']}`)
      take(state, request.url!, isJson ? JSON.parse(String(body)) : decodeOtlp(request.url!, body))
      const type = isJson ? 'application/json' : 'application/x-protobuf'
      response.writeHead(200, { 'content-type': type }).end(isJson ? '{}' : '')
    } catch (error) {
      state.faults.push(String(error))
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error))
    }
  })
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}

type Json = Record<string, unknown>

function take(state: OtlpReceiver, path: string, body: Json): void {
  if (path === '/v1/traces')
    state.spans.push(...items(body, 'resourceSpans', 'scopeSpans', 'spans').map(checkedSpan))
  else if (path === '/v1/logs')
    state.logs.push(...items(body, 'resourceLogs', 'scopeLogs', 'logRecords').map(checkedLog))
  else if (path === '/v1/metrics')
    state.metrics.push(...items(body, 'resourceMetrics', 'scopeMetrics', 'metrics').map(checkedMetric))
  else throw new Error(`address ${path}`)
}

/** Every item below its resource and scope; an unknown or missing level is an error. */
function items(body: Json, byResource: string, byScope: string, name: string): Received[] {
  only(body, [byResource])
  return list(body[byResource]).flatMap((ofResource) => {
    only(ofResource, ['resource', byScope])
    const resource = plain((ofResource['resource'] as Json)['attributes'])
    if (typeof resource['service.name'] !== 'string') throw new Error('a resource without service.name')
    return list(ofResource[byScope]).flatMap((ofScope) => {
      only(ofScope, ['scope', name])
      return list(ofScope[name]).map((item) => ({
        ...item,
        resource,
        attributes: plain(item['attributes'] ?? []),
      }))
    })
  })
}

const list = (value: unknown): Json[] => {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`)
  return value as Json[]
}
function only(value: Json, names: readonly string[]): void {
  const unknown = Object.keys(value).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`unknown field ${unknown}`)
}
const matches = (value: unknown, form: RegExp, what: string): void => {
  if (typeof value !== 'string' || !form.test(value)) throw new Error(`${what}: ${JSON.stringify(value)}`)
}

/** Attributes by name: each has one value, of the JSON type that its kind has. */
function plain(attributes: unknown): Json {
  return Object.fromEntries(
    list(attributes).map(({ key, value }) => {
      const [[kind, given] = [], ...more] = Object.entries(value as Json)
      const isWell = {
        stringValue: 'string',
        intValue: 'string',
        doubleValue: 'number',
        boolValue: 'boolean',
      }[kind!]
      if (more.length > 0 || isWell !== typeof given || key === '')
        throw new Error(`attribute ${String(key)}`)
      return [String(key), kind === 'intValue' ? Number(given) : given]
    }),
  )
}

const traceId = /^(?!0{32})[0-9a-f]{32}$/
const spanId = /^(?!0{16})[0-9a-f]{16}$/
const nanos = /^[1-9]\d{18}$/

function checkedSpan(span: Received): Received {
  matches(span['traceId'], traceId, 'traceId')
  matches(span['spanId'], spanId, 'spanId')
  if (span['parentSpanId'] !== undefined) matches(span['parentSpanId'], spanId, 'parentSpanId')
  matches(span['name'], /./, 'name')
  matches(span['startTimeUnixNano'], nanos, 'start')
  matches(span['endTimeUnixNano'], nanos, 'end')
  if (BigInt(span['endTimeUnixNano'] as string) < BigInt(span['startTimeUnixNano'] as string))
    throw new Error('a span that ends before it starts')
  for (const link of list(span['links'] ?? [])) {
    matches(link['traceId'], traceId, 'traceId of a link')
    matches(link['spanId'], spanId, 'spanId of a link')
  }
  return span
}

function checkedLog(record: Received): Received {
  matches(record['timeUnixNano'], nanos, 'time')
  matches(record['traceId'], traceId, 'traceId')
  matches(record['spanId'], spanId, 'spanId')
  return record
}

function checkedMetric(metric: Received): Received {
  matches(metric['name'], /^[A-Za-z][\w./-]*$/, 'name of a metric')
  const kinds = ['gauge', 'sum', 'histogram'].filter((kind) => kind in metric)
  if (kinds.length !== 1) throw new Error(`a metric with ${kinds.length} kinds of data`)
  const data = metric[kinds[0]!] as Json
  if (kinds[0] !== 'gauge' && data['aggregationTemporality'] !== 2) throw new Error('temporality')
  for (const point of list(data['dataPoints'])) {
    plain(point['attributes'] ?? [])
    matches(point['timeUnixNano'], nanos, 'time of a point')
    if (kinds[0] !== 'histogram') continue
    const [counts, bounds] = [point['bucketCounts'] as string[], point['explicitBounds'] as number[]]
    if (counts.length !== bounds.length + 1) throw new Error('buckets and bounds do not fit')
    const total = counts.reduce((sum, count) => sum + BigInt(count), 0n)
    if (total !== BigInt(point['count'] as string)) throw new Error('buckets do not add up')
  }
  return metric
}
