import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { document, operations } from '../support/document.ts'
import { undocumented } from '../support/documented.ts'
import { aProject } from '../support/factories.ts'
import { fullSampleOf, type Schema } from '../support/full-sample.ts'
import { minimalSampleOf, type SampleSchema } from '../support/minimal-sample.ts'
import {
  aBrowser,
  type BrowserSender,
  everything,
  guarded,
  requestOf,
  restless,
  senderOf,
  takesJson,
} from '../support/operations.ts'
import { expectProblem } from '../support/problems.ts'

/** Every operation of the OpenAPI document is driven here; a new one cannot escape. */
const api = useApi()

const withBody = guarded.filter(takesJson)
const inProject = guarded.filter(({ path }) => path.includes('{projectId}'))

let existing: Awaited<ReturnType<typeof everything>>
let inBrowser: BrowserSender
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
        expectProblem(await answer, 401, path)
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
      expectProblem(await answer, 400, path)
      expect((await answer).body['violations']).not.toEqual([])
    })
  },
)

const otherTypes = ['text/xml', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x']

describe.each(
  guarded
    .filter((operation) => operation.method !== 'GET' && !takesJson(operation))
    .map((operation) => [operation.operationId, operation] as const),
)('%s', (_id, operation) => {
  test('refuses a body that its description does not know', async () => {
    const { path, headers } = requestOf(operation, existing)
    const known = Object.keys(operation.requestBody?.content ?? {})
    // An object that nobody documents is ignored where no body is, and no file where files are.
    const types = known.length === 0 ? otherTypes : [...otherTypes, 'application/json']
    for (const type of types.filter((one) => !known.includes(one)))
      expectProblem(
        await api.call(operation.method, path, {
          headers: { ...headers, 'content-type': type },
          body: '{"name":"x"}',
        }),
        415,
        path,
      )
    const encoded = { ...headers, 'content-type': known[0] ?? 'application/json', 'content-encoding': 'br' }
    expectProblem(await api.call(operation.method, path, { headers: encoded, body: '{}' }), 415, path)
  })
})

describe.each(withBody.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const { method } = operation
    const send = async (body: unknown, status: number, own: Record<string, string> = {}) => {
      const { path, headers } = requestOf(operation, existing)
      const sender = senderOf(operation, inBrowser)
      const all = { ...headers, ...sender.headers, ...own }
      const answer = await api.call(method, path, { ...sender, headers: all, body })
      expectProblem(answer, status, path)
      expect(undocumented(operation, answer)).toEqual([])
      return answer
    }

    test('refuses a body that is not JSON, another media type, and one that is too large', async () => {
      await send('{"a":', 400)
      for (const type of otherTypes) await send('name=x', 415, { 'content-type': type })
      await send('{}', 415, { 'content-encoding': 'gzip' })
      await send(`"${'x'.repeat(17 * 1024 * 1024)}"`, 413)
    })

    // decisions.md §4: SCIM alone accepts members it does not know; the body of an event is the sender's own.
    const takesAny = ['sendTriggerEvent'].includes(operation.operationId)
    test.runIf(!takesAny && !operation.path.startsWith('/v1/directory-integration/scim/'))(
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

    const identifiers = (operation.parameters ?? []).filter(
      ({ in: place, name, schema }) => place === 'path' && name !== 'projectId' && schema?.format === 'uuid',
    )
    test.runIf(identifiers.length > 0)('nor what is wrong with the rest of the address', async () => {
      const malformed = Object.fromEntries(identifiers.map(({ name }) => [name, 'not-a-uuid']))
      const { path, headers } = requestOf(operation, { ...malformed, projectId: existing.projectId })
      const body = takesJson(operation) ? {} : undefined
      expectProblem(await api.call(operation.method, path, { token: stranger, headers, body }), 404, path)
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
      const sender = senderOf(operation, inBrowser)
      const accessTokenUrl = 'https://example.com/token'
      const operations = [{ op: 'replace', value: {} }]
      const fitting = { defaultAgentId: existing.agentId, trackVersion: '1.0', Operations: operations }
      const own = { ...existing, ...fitting, accessTokenUrl }
      const changeIf = (ifMatch: string) =>
        api.call(operation.method, path, {
          ...sender,
          headers: { ...headers, ...sender.headers, 'if-match': ifMatch },
          ...(schema !== undefined && { body: minimalSampleOf(schema, own) }),
        })
      expectProblem(await changeIf('no tag'), 400, path)
      const answer = await changeIf('"another-state"')
      expect(undocumented(operation, answer)).toEqual([])
      // Nothing has an identifier that was made up.
      expect([404, 412], JSON.stringify(answer.body)).toContain(answer.status)
      const isThere = [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in existing)
      if (isThere && !others.includes(operation.operationId)) expect(answer.status).toBe(412)
      expect((await api.call('GET', `/v1/projects/${existing.projectId}`)).status).toBe(200)
    })
  },
)

/**
 * Where nothing is that could be changed: no override, no rule, no repository, no version or set of that
 * name.
 */
const others = [
  'deleteEnvironmentOverride',
  'stopAutomaticPublication',
  'removeRepository',
  'updateArtifact',
  'updateSharedPipelineArtifact',
  'updateSharedPipelineSharing',
]

describe.each(
  guarded
    .filter(({ method }) => method === 'GET')
    .map((operation) => [operation.operationId, operation] as const),
)('%s', (id, operation) => {
  test('answers with an ETag, and 304 to whoever has it', async () => {
    const { path, headers } = requestOf(operation, existing)
    const first = await api.call('GET', path, { headers })
    if (first.status !== 200 || !/^application\/(\S+\+)?json/.test(first.headers.get('content-type')!)) return
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    if (restless.includes(id)) return
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

test('a reader may not change the project it reads', async () => {
  const path = `/v1/projects/${existing.projectId}`
  expectProblem(await api.call('PATCH', path, { token: member, body: { name: 'Mine' } }), 403, path)
  expectProblem(await api.call('DELETE', path, { token: member }), 403, path)
  expect((await api.call('GET', path, { token: member })).status).toBe(200)
})

test('an unknown address answers 404', async () => {
  expectProblem(await api.call('GET', '/v1/nothing'), 404, '/v1/nothing')
})

const allMethods = ['QUERY', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test.each(Object.keys(document.paths).filter((path) => path.startsWith('/v1/')))(
  '%s answers a wrong method with 405 and the methods it has',
  async (template) => {
    const documented = operations.filter(({ path }) => path === template)
    const methods = documented.map(({ method }) => method)
    const { path } = requestOf({ ...documented[0]!, path: template }, existing)
    const [address = ''] = path.split('?')
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    for (const method of allMethods.filter((one) => !methods.includes(one)))
      for (const face of ['/api', '/dpc']) {
        const answer = await api.call(method, address, { face })
        expectProblem(answer, 405, address)
        expect(answer.headers.get('allow')).toBe(allowed.sort().join(', '))
      }
  },
)

test('every problem type is explained where its address says', async () => {
  const { body } = await api.call<{ type: string }>('GET', '/v1/nothing')
  const page = await fetch(body.type)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Nothing exists at this URL'),
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
