import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { operations } from '../support/document.ts'
import { fullSampleOf, type Schema } from '../support/full-sample.ts'
import { instantsIn, oddInstants } from '../support/instants.ts'
import type { SampleSchema } from '../support/minimal-sample.ts'
import {
  aBrowser,
  type BrowserSender,
  everything,
  guarded,
  requestOf,
  senderOf,
  takesJson,
} from '../support/operations.ts'

/** Every operation of the OpenAPI document is sent what no client should send; a new one cannot escape. */
const api = useApi()

let existing: Awaited<ReturnType<typeof everything>>
let inBrowser: BrowserSender
beforeAll(async () => {
  existing = await everything(api)
  inBrowser = await aBrowser(api)
})

const MOST_REPEATED_CHARACTERS = 300

/** Those that need no token too: whoever asks, an address is read first. */
const inApi = operations.filter(({ path }) => path.startsWith('/v1/'))

describe.each(inApi.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const { method, parameters = [] } = operation
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const parts = inPath.flatMap(({ name }) => ['/api', '/dpc'].map((face) => [name, face] as const))

    test.runIf(parts.length > 0)('refuses a path with a broken percent-encoding', async () => {
      for (const [name, face] of parts) {
        const { path, headers } = requestOf(operation, { ...existing, [name]: 'half' })
        const answer = await api.call(method, path.replace('/half', '/100%'), { headers, face })
        expect([answer.status, answer.body]).toEqual([400, problem('bad-request')])
      }
    })

    test('refuses a query with a broken percent-encoding', async () => {
      const { path, headers } = requestOf(operation, existing)
      for (const [face, broken] of [
        ['/api', 'caf%E9'],
        ['/dpc', '100%'],
      ] as const) {
        const query = `${path.includes('?') ? '&' : '?'}name=${broken}`
        const answer = await api.call(method, path + query, { headers, face })
        expect([answer.status, answer.body]).toEqual([400, problem('bad-request')])
      }
    })

    test.runIf(parts.length > 0)('refuses a path with an endless part, and does not repeat it', async () => {
      for (const [name, face] of parts) {
        const { path, headers } = requestOf(operation, { ...existing, [name]: 'x'.repeat(2_000) })
        const answer = await api.call(method, path, { headers, face })
        expect([answer.status, answer.body]).toEqual([414, problem('uri-too-long')])
        expect(JSON.stringify(answer.body)).not.toContain('x'.repeat(MOST_REPEATED_CHARACTERS))
      }
    })

    test('refuses headers of 20 kB', async () => {
      const { path } = requestOf(operation, existing)
      const answer = await rawly(
        `${method} /api${path} HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 431 .*\r\nconnection: close\r\n/i)
      expect(JSON.parse(answer.split('\r\n\r\n', 2)[1]!)).toEqual(problem('request-header-fields-too-large'))
    })

    const inQuery = parameters.filter(
      (parameter) => parameter.in === 'query' && parameter.schema?.format === 'date-time',
    )
    test.runIf(inQuery.length > 0)('refuses a query with an instant that is none', async () => {
      for (const { name } of inQuery)
        for (const odd of oddInstants) {
          const { path, headers } = requestOf(operation, existing)
          const query = `${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(odd)}`
          const answer = await api.call(method, path + query, { headers })
          expect([answer.status, answer.body], odd).toEqual([400, problem('bad-request')])
          expect(answer.body['violations']).toContainEqual(expect.stringMatching(`^query/${name} `))
        }
    })

    const schema = operation.requestBody?.content['application/json']?.schema as SampleSchema | undefined
    const instants = JSON.stringify(schema ?? {}).match(/"date-time"/g)?.length ?? 0
    test.runIf(instants > 0)('refuses a body with an instant that is none', async () => {
      const members = instantsIn(schema!, { ...existing, defaultAgentId: existing.agentId })
      expect(members).toHaveLength(instants)
      const { path, headers } = requestOf(operation, existing)
      const sender = senderOf(operation, inBrowser)
      for (const { at, bodyWith } of members)
        for (const odd of oddInstants) {
          const options = { ...sender, headers: { ...headers, ...sender.headers }, body: bodyWith(odd) }
          const answer = await api.call(method, path, options)
          expect([answer.status, answer.body], odd).toEqual([400, problem('bad-request')])
          expect(answer.body['violations']).toContainEqual(expect.stringMatching(`^body${at} `))
        }
    })
  },
)

const problem = (kind: string) =>
  expect.objectContaining({
    type: expect.stringMatching(`/problems/${kind}$`),
    violations: expect.any(Array),
  })

/** The answer to bytes that no HTTP client would send. */
async function rawly(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

/** Values that clients send by mistake. */
const oddities = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "'",
  '%',
  '\\',
  '😀',
  '\ud800',
  '-1',
  '0',
  '1e999',
  '9'.repeat(30),
  'x'.repeat(5_000),
  '2026-01-01T00:00:00+0000',
  '9999-12-31T23:59:59+14:00',
  'null',
  'true',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ...oddInstants,
]
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())

describe.each(guarded.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header')

    test.runIf(parameters.length > 0)('answers whatever its path and query contain', async () => {
      const known = { projectId: existing.projectId, agentId: existing.agentId }
      for (const { name, in: place } of parameters)
        for (const odd of oddities) {
          const own = place === 'path' ? { ...known, [name]: odd.toWellFormed() } : known
          const { path, headers } = requestOf(operation, own)
          const query = place === 'path' ? '' : `${path.includes('?') ? '&' : '?'}${name}=${encoded(odd)}`
          const body = takesJson(operation) ? {} : undefined
          const { status } = await api.call(operation.method, path + query, { headers, body })
          expect(status, `${operation.method} ${path}${query}`).toBeLessThan(500)
        }
    })

    test.runIf(takesJson(operation))('answers whatever its body contains', async () => {
      const schema = operation.requestBody!.content['application/json']!.schema as Schema
      const { path, headers } = requestOf(operation, existing)
      for (const text of ['', ' ', 'x'.repeat(5_000), '2026-01-01', 'https://[', '${', '%', '../..', '😀'])
        for (const number of [2 ** 53 - 1, -(2 ** 53 - 1), 1e308, 0.5]) {
          const body = fullSampleOf(schema, text, number)
          const answer = await api.call(operation.method, path, { body, headers })
          if (answer.status !== 501)
            expect(answer.status, JSON.stringify(body).slice(0, 1_000)).toBeLessThan(500)
          areSentences(answer.body['violations'])
        }
      for (const instant of ['2026-01-01T00:00:00+15:59', '2026-01-01T00:00:00+0000']) {
        const body = fullSampleOf(schema, 'text', 1, instant)
        const { status } = await api.call(operation.method, path, { body, headers })
        if (status !== 501) expect(status, instant).toBeLessThan(500)
      }
    })
  },
)

const bodyless = guarded.filter(
  ({ method, requestBody }) => /^(post|put|patch)$/i.test(method) && requestBody === undefined,
)

test.each(bodyless.map((operation) => [operation.operationId, operation] as const))(
  '%s, which takes no body, refuses one',
  async (_id, operation) => {
    const { path, headers } = requestOf(operation, existing)
    const body = { scalarVariables: { limit: '5' } }
    expect(await api.call(operation.method, path, { body, headers })).toMatchObject({
      status: 400,
      body: { violations: ['body/scalarVariables is not a known field'] },
    })
  },
)

/** For people, and each once. */
function areSentences(violations: unknown): void {
  const sentences = (violations ?? []) as string[]
  for (const one of sentences) expect(one).not.toMatch(/\bpattern\b|\[\^|\\|\(\?/)
  expect(sentences).toEqual([...new Set(sentences)])
}

test('what cannot be stored is refused also where it is no field: in a filter, in a login', async () => {
  const filter = encodeURIComponent('userName eq "a\\u0000b"')
  expect((await api.call('GET', `/v1/directory-integration/scim/v2/Users?filter=${filter}`)).status).toBe(400)
  const login = Buffer.from('a\0:b').toString('base64')
  const answer = await fetch(`${api.origin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  expect(answer.status).toBe(400)
})
