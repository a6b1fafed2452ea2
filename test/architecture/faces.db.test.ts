import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import type { Operation } from '../support/document.ts'
import { undocumented } from '../support/documented.ts'
import { everything, guarded, requestOf, restless } from '../support/operations.ts'

/** Both faces (decisions.md §15): `/api` and `/dpc`, the same operations with the same permissions. */
const api = useApi()
let existing: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
  existing = await everything(api)
})

async function both(operation: Pick<Operation, 'method'>, path: string, options: object = {}) {
  const second = { ...api, url: `${api.origin}/dpc` }
  const answers = []
  for (const { url } of [api, second]) {
    const response = await fetch(`${url}${path}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${await api.adminToken()}`, 'account-id': randomUUID() },
      ...options,
    })
    const isJson = /^application\/(\S+\+)?json/.test(response.headers.get('content-type') ?? '')
    const text = await response.text()
    const { status, headers } = response
    answers.push({ status, headers, body: isJson && text !== '' ? JSON.parse(text) : text })
  }
  return answers as [Answered, Answered]
}
interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type Any = Record<string, unknown>
function secondStep({ result: status, startedAt, finishedAt, message, ...step }: Any) {
  const times = { startedAt, ...(finishedAt !== undefined && { finishedAt }) }
  const said = message === undefined ? {} : { message }
  return { ...step, ...times, ...said, result: { status, ...times, ...said } }
}

/** What the second face answers instead. */
const different: Readonly<Record<string, (first: Any) => unknown>> = {
  getPipelineExecution: (first) => ({ ...first, result: first }),
  getProjectPipelineExecution: (first) => ({ ...first, result: first }),
  getPipelineExecutionStep: (first) => secondStep(first),
  listPipelineExecutionSteps: (first) => ({
    ...first,
    results: (first['results'] as Any[]).map(secondStep),
  }),
  listCustomConnectors: (first) =>
    (first['results'] as Any[]).map((one) => ({ id: one['connectorId'], ...one })),
  listFlexConnectors: () => [],
}

const reads = guarded.filter(({ method }) => method === 'GET')

describe.each(reads.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (id, operation) => {
    test('answers on both faces', async () => {
      const { path } = requestOf(operation, existing)
      const [first, second] = await both(operation, path)
      expect([second.status, second.headers.get('content-type')]).toEqual([
        first.status,
        first.headers.get('content-type'),
      ])
      expect(undocumented(operation, first)).toEqual([])
      if (!(id in different && second.status === 200)) expect(undocumented(operation, second)).toEqual([])
      const [, head] = await both({ method: 'HEAD' }, path)
      expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
        second.status,
        second.headers.get('content-type'),
        '',
      ])
      if (restless.includes(id)) return
      const expected = first.status === 200 ? (different[id]?.(first.body as Any) ?? first.body) : first.body
      expect(second.body).toEqual(expected)
    })

    test('has an ETag of its own on each face', async () => {
      const { path } = requestOf(operation, existing)
      const [, { status, headers }] = await both(operation, path)
      const etag = headers.get('etag')
      if (status !== 200 || etag === null || restless.includes(id)) return
      const again = (
        await both(operation, path, {
          headers: {
            authorization: `Bearer ${await api.adminToken()}`,
            'if-none-match': etag,
          },
        })
      )[1]
      expect(again.status).toBe(304)
    })

    const identifiers = (operation.parameters ?? []).filter(
      (one) => one.in === 'path' && one.schema?.format === 'uuid',
    )
    test.runIf(identifiers.length > 0)(
      'finds nothing by an identifier that is none on the second',
      async () => {
        const own = Object.fromEntries(identifiers.map(({ name }) => [name, 'not-a-uuid']))
        const [first, second] = await both(operation, requestOf(operation, own).path)
        expect([first.status, second.status]).toEqual([400, 404])
        for (const answer of [first, second]) expect(undocumented(operation, answer)).toEqual([])
        expect(second.body).toMatchObject({ type: expect.stringMatching(/\/problems\/not-found$/) })
      },
    )
  },
)

const changes = guarded.filter(({ method }) => method !== 'GET')

test.each(changes.map((operation) => [operation.operationId, operation] as const))(
  '%s answers on both faces',
  async (_id, operation) => {
    // Nothing has these identifiers: what one face changes, the other would not find.
    const { path } = requestOf(operation)
    const takesJson = operation.requestBody?.content['application/json'] !== undefined
    const headers = {
      authorization: `Bearer ${await api.adminToken()}`,
      ...(takesJson && { 'content-type': 'application/json' }),
    }
    const options = { headers, ...(takesJson && { body: '{"isNoFieldOfOurs": 1}' }) }
    const [first, second] = await both(operation, path, options)
    expect(second.status).toBe(first.status)
    expect(second.status).not.toBe(405)
    for (const answer of [first, second]) expect(undocumented(operation, answer)).toEqual([])
    if (second.status >= 400) expect(second.body).toEqual(first.body)
  },
)

test('a token comes from either address, whatever audience it is asked for', async () => {
  const { clientId, clientSecret } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const body = new URLSearchParams({ ...form, audience: 'https://api.example.com' })
  const answer = await fetch(`${api.origin}/oauth/dpc/token`, { method: 'POST', body })
  const token = (await answer.json()) as Any
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 1800, scope: 'pipeline-execution' })
  const headers = { authorization: `Bearer ${token['access_token']}`, 'account-id': '1' }
  for (const face of [api.url, `${api.origin}/dpc`])
    expect((await fetch(`${face}/v1/projects`, { headers })).status).toBe(200)
})

test('what is created on a face has its address there', async () => {
  const name = `P ${randomUUID()}`
  const made = await fetch(`${api.origin}/dpc/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.adminToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, warehouse: 'DUCKDB', agentDeploymentType: 'HYBRID' }),
  })
  const location = made.headers.get('location')!
  expect(location).toMatch(/^\/dpc\/v1\/projects\/[0-9a-f-]{36}$/)
  const headers = { authorization: `Bearer ${await api.adminToken()}` }
  const found = await fetch(`${api.origin}${location}`, { headers })
  expect(await found.json()).toMatchObject({ name })
  // The precondition is about what was read here.
  const stale = { ...headers, 'if-match': '"another"', 'content-type': 'application/json' }
  const change = { method: 'PATCH', body: JSON.stringify({ name: `Q ${name}` }) }
  expect((await fetch(`${api.origin}${location}`, { ...change, headers: stale })).status).toBe(412)
  const current = { ...stale, 'if-match': found.headers.get('etag')! }
  expect((await fetch(`${api.origin}${location}`, { ...change, headers: current })).status).toBe(200)
})

test('no page of the interface is below the second face', async () => {
  const answer = await fetch(`${api.origin}/dpc/v1/nothing`, { headers: { accept: 'text/html' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})
