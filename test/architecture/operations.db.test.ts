import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { document, type Operation, operations } from '../support/document.ts'
import { aProject } from '../support/factories.ts'
import { fullSampleOf, type Schema } from '../support/full-sample.ts'
import { minimalSampleOf, type SampleSchema } from '../support/minimal-sample.ts'
import { aBrowser, type BrowserSender, everything, guarded, requestOf } from '../support/operations.ts'

/** Every operation of the OpenAPI document is driven here; a new one cannot escape. */
const api = useApi()

const takesJson = (operation: Operation) => operation.requestBody?.content['application/json'] !== undefined
const withBody = guarded.filter(takesJson)
const inProject = guarded.filter(({ path }) => path.includes('{projectId}'))

let existing: Awaited<ReturnType<typeof everything>>
let inBrowser: BrowserSender
const forPeople = [
  'beginEnrolment',
  'changePassword',
  'confirmEnrolment',
  'createPersonalAccessToken',
  'createRecoveryCodes',
  'deletePersonalAccessToken',
  'removeSecondFactor',
]
const senderOf = ({ operationId }: Operation): Partial<BrowserSender> =>
  forPeople.includes(operationId) ? inBrowser : {}
let stranger: string
let member: string

beforeAll(async () => {
  existing = await everything(api)
  inBrowser = await aBrowser(api)
  const other = await aProject(api)
  stranger = (await api.credential({ projectRoles: [{ projectId: other.projectId, role: 'ADMIN' }] })).token
  member = (await api.credential({ projectRoles: [{ projectId: existing.projectId, role: 'READ_ONLY' }] }))
    .token
})

const isProblem = (
  answer: { status: number; headers: Headers; body: unknown },
  status: number,
  path: string,
) => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  expect(answer.body).toEqual({
    type: expect.stringMatching(/^http:\/\/.*\/problems\/[a-z-]+$/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: path.split('?', 1)[0],
    violations: expect.any(Array),
  })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}

test('there are operations, each with an id of its own', () => {
  expect(operations.length).toBeGreaterThan(30)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

describe.each(guarded.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const { method } = operation
    const call = (own: Record<string, string>, options: Parameters<typeof api.call>[2]) => {
      const { path, headers } = requestOf(operation, own)
      return {
        path,
        answer: api.call(method, path, { ...options, headers: { ...headers, ...options?.headers } }),
      }
    }
    const body = takesJson(operation) ? {} : undefined

    test('is refused without a token and with a bad one', async () => {
      for (const token of [null, 'x.y.z']) {
        const { path, answer } = call({}, { token, body })
        isProblem(await answer, 401, path)
        expect((await answer).headers.get('www-authenticate')).toMatch(/^Bearer/)
      }
    })

    test.runIf(method === 'GET')('answers HEAD like GET, without a body', async () => {
      const { path, headers } = requestOf(operation, existing)
      const [get, head] = [
        await api.call('GET', path, { headers }),
        await api.call('HEAD', path, { headers }),
      ]
      expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
        get.status,
        get.headers.get('content-type'),
        '',
      ])
    })

    test.runIf(
      operation.parameters?.some(
        (parameter) => parameter.in === 'path' && parameter.schema?.format === 'uuid',
      ),
    )('rejects a malformed identifier', async () => {
      const own = Object.fromEntries(
        operation
          .parameters!.filter(({ schema }) => schema?.format === 'uuid')
          .map(({ name }) => [name, 'not-a-uuid']),
      )
      const { path, answer } = call(own, { body })
      isProblem(await answer, 400, path)
      expect((await answer).body['violations']).not.toEqual([])
    })
  },
)

describe.each(withBody.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const { method } = operation
    const send = async (body: unknown, status: number, own: Record<string, string> = {}) => {
      const { path, headers } = requestOf(operation, existing)
      const sender = senderOf(operation)
      const all = { ...headers, ...sender.headers, ...own }
      const answer = await api.call(method, path, { ...sender, headers: all, body })
      isProblem(answer, status, path)
      return answer
    }

    test('refuses a body that is not JSON, another media type, and one that is too large', async () => {
      await send('{"a":', 400)
      for (const type of [
        'text/xml',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'x',
      ])
        await send('name=x', 415, { 'content-type': type })
      await send('{}', 415, { 'content-encoding': 'gzip' })
      await send(`"${'x'.repeat(17 * 1024 * 1024)}"`, 413)
    })

    // decisions.md §4: SCIM alone accepts members it does not know.
    test.runIf(!operation.path.startsWith('/v1/directory-integration/scim/'))(
      'refuses unknown members by name',
      async () => {
        const unknown = await send({ thisIsNoFieldOfOurs: 1 }, 400)
        expect(unknown.body['violations']).toContain('body/thisIsNoFieldOfOurs is not a known field')
      },
    )

    test.each([
      ['U+0000', 'a\u0000b'],
      ['half of a surrogate pair', '\ud800'],
    ])('refuses a text with %s: it cannot be stored', async (_, odd) => {
      const schema = operation.requestBody!.content['application/json']!.schema as Schema
      const sample = fullSampleOf(schema, odd) as object
      const body = 'projectId' in sample ? { ...sample, projectId: existing.projectId } : sample
      // decisions.md §9: an override that cannot be stored fails alone.
      if (operation.operationId === 'createOrUpdateEnvironmentOverrides') return
      if (JSON.stringify(body).includes(JSON.stringify(odd).slice(1, -1))) await send(body, 400)
    })
  },
)

describe.each(inProject.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    test('does not tell a stranger that the project exists', async () => {
      const form = new FormData()
      form.append('a', 'b')
      const multipart = operation.requestBody?.content['multipart/form-data'] !== undefined
      const options = {
        token: stranger,
        body:
          multipart || operation.operationId === 'publishArtifact'
            ? form
            : takesJson(operation)
              ? {}
              : undefined,
      }
      const answerFor = async (projectId: string) => {
        const { path, headers } = requestOf(operation, { projectId })
        const { status, body } = await api.call(operation.method, path, { ...options, headers })
        const { detail, violations } = body as { detail?: string; violations?: unknown }
        return { status, detail: detail?.replace(projectId, '*'), violations }
      }
      const foreign = await answerFor(existing.projectId)
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(await answerFor(randomUUID()))
    })
  },
)

const changes = guarded.filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))

describe.each(changes.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    test('never ignores If-Match', async () => {
      const { path, headers } = requestOf(operation, existing)
      const schema = operation.requestBody?.content['application/json']?.schema as SampleSchema | undefined
      const sender = senderOf(operation)
      const accessTokenUrl = 'https://example.com/token'
      const operations = [{ op: 'replace', value: {} }]
      const fitting = { defaultAgentId: existing.agentId, trackVersion: '1.0', Operations: operations }
      const own = { ...existing, ...fitting, accessTokenUrl }
      const answer = await api.call(operation.method, path, {
        ...sender,
        headers: { ...headers, ...sender.headers, 'if-match': '"another-state"' },
        ...(schema !== undefined && { body: minimalSampleOf(schema, own) }),
      })
      // Nothing has an identifier that was made up.
      expect([404, 412], JSON.stringify(answer.body)).toContain(answer.status)
      const isThere = [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in existing)
      if (isThere && !others.includes(operation.operationId)) expect(answer.status).toBe(412)
      expect((await api.call('GET', `/v1/projects/${existing.projectId}`)).status).toBe(200)
    })
  },
)

/** Where nothing is that could be changed: no override, no rule, no repository, no version of that name. */
const others = ['deleteEnvironmentOverride', 'stopAutomaticPublication', 'removeRepository', 'updateArtifact']

describe.each(
  guarded
    .filter(({ operationId }) => /^get/.test(operationId))
    .map((operation) => [operation.operationId, operation] as const),
)('%s', (_id, operation) => {
  test('answers with an ETag, and 304 to whoever has it', async () => {
    const { path, headers } = requestOf(operation, existing)
    const first = await api.call('GET', path, { headers })
    if (first.status !== 200 || !/^application\/(\S+\+)?json/.test(first.headers.get('content-type')!)) return
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await api.call('GET', path, { headers: { ...headers, 'if-none-match': `"x", W/${etag}` } })
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, etag, ''])
  })
})

test.each([
  ['project', () => `/v1/projects/${existing.projectId}`],
  ['environment', () => `/v1/projects/${existing.projectId}/environments/Development`],
  ['runner', () => `/v1/agents/${existing.agentId}`],
  ['directory', () => '/v1/directory-integration/settings'],
])('of two changes of one state of a %s, the second is refused', async (kind, pathOf) => {
  const etag = (await api.call('GET', pathOf())).headers.get('etag')!
  const change = (n: number) =>
    api.call('PATCH', pathOf(), {
      headers: { 'if-match': etag },
      body: kind === 'directory' ? { requireMeta: false } : { description: `change ${n}` },
    })
  const first = await change(1)
  expect([200, 202]).toContain(first.status)
  expect((await change(2)).status).toBe(412)
  if (kind === 'directory') await api.call('PATCH', pathOf(), { body: { requireMeta: true } })
  else expect((await api.call('GET', pathOf())).headers.get('etag')).toBe(first.headers.get('etag'))
})

/** Values that clients send by mistake. */
const oddities = [
  ...['', ' ', '\u0000', 'a\u0000b', "'", '%', '\\', '😀', '\ud800'],
  ...['-1', '0', '1e999', '9'.repeat(30), 'x'.repeat(5_000)],
  ...['2026-01-01T00:00:00+16:00', '2026-01-01T00:00:00-23:59', '2026-01-01T00:00:00+0000'],
  ...['null', 'true', 'NaN', '2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
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
      for (const instant of [
        '2026-01-01T00:00:00-23:59',
        '2026-01-01T00:00:00+15:59',
        '2026-01-01T00:00:00+0000',
      ]) {
        const body = fullSampleOf(schema, 'text', 1, instant)
        const { status } = await api.call(operation.method, path, { body, headers })
        if (status !== 501) expect(status, instant).toBeLessThan(500)
      }
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

test('a reader may not change the project it reads', async () => {
  const path = `/v1/projects/${existing.projectId}`
  isProblem(await api.call('PATCH', path, { token: member, body: { name: 'Mine' } }), 403, path)
  isProblem(await api.call('DELETE', path, { token: member }), 403, path)
  expect((await api.call('GET', path, { token: member })).status).toBe(200)
})

test('an unknown address answers 404', async () => {
  isProblem(await api.call('GET', '/v1/nothing'), 404, '/v1/nothing')
})

test.each(Object.keys(document.paths).filter((path) => path.startsWith('/v1/')))(
  '%s answers a wrong method with 405 and the methods it has',
  async (template) => {
    const documented = operations.filter(({ path }) => path === template)
    const methods = documented.map(({ method }) => method)
    const { path } = requestOf({ ...documented[0]!, path: template }, existing)
    const [address = ''] = path.split('?')
    for (const method of ['QUERY', 'OPTIONS', ...(methods.includes('GET') ? [] : ['GET'])]) {
      const answer = await api.call(method, address)
      isProblem(answer, 405, address)
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
      expect(answer.headers.get('allow')).toBe(allowed.sort().join(', '))
    }
  },
)

test('every problem type is explained where its address says', async () => {
  const { body } = await api.call<{ type: string }>('GET', '/v1/nothing')
  const page = await fetch(body.type)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Nothing is at this address'),
  ])
})

test('the OpenAPI document is served without a token and is the one of these operations', async () => {
  const served = (await (await fetch(`${api.url}/v1/openapi.json`)).json()) as {
    openapi: string
    paths: object
  }
  expect(served.openapi).toBe('3.1.0')
  expect(Object.keys(served.paths).sort()).toEqual(expect.arrayContaining(Object.keys(document.paths).sort()))
})
