import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import '../../src/http/validation.ts'
import { operations, servedDocument } from '../support/document.ts'

interface Node {
  readonly [keyword: string]: unknown
}
interface Body {
  readonly schema?: Node
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Answer {
  readonly content?: Readonly<Record<string, Body>>
  readonly headers?: object
}

const { schemas, parameters, responses } = servedDocument.components as Record<string, Record<string, Node>>

/** Where an object or a choice of values is declared in the midst of something else. */
function anonymous(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { properties, enum: choice } = node as Node
  const isShape = typeof properties === 'object' || (Array.isArray(choice) && choice.length > 1)
  const inside = Object.entries(node).flatMap(([key, one]) => anonymous(one, `${at}/${key}`))
  return isShape ? [at, ...inside] : inside
}

test('header parameters are spelled as the specification spells them', () => {
  const spelled = operations.flatMap(({ parameters: own = [] }) =>
    own.filter((one) => one.in === 'header').map(({ name }) => name),
  )
  expect(spelled).toEqual(
    expect.arrayContaining(['versionName', 'environmentName', 'commitHash', 'Git-Provider-Access-Token']),
  )
  // Those of W3C Trace Context are written in small letters.
  const small = spelled.filter((name) => name === name.toLowerCase())
  expect([...new Set(small)].sort()).toEqual(['branch', 'traceparent', 'tracestate'])
})

const isJson = (type: string) => /^application\/(\S+\+)?json$/.test(type)

/** Every JSON body of requests and answers. */
const bodies = operations.flatMap(({ operationId, requestBody, responses: answers }) =>
  [requestBody, ...Object.values(answers)].flatMap((answer, i) =>
    Object.entries((answer as Answer | undefined)?.content ?? {})
      .filter(([type]) => type === 'application/json')
      .map(([, body]) => ({ where: `${operationId} ${i}`, ...(body as Body) })),
  ),
)

test('every shape has a name, and Problem is declared once', () => {
  expect(anonymous(servedDocument.paths, 'paths')).toEqual([])
  expect(anonymous(parameters, 'parameters')).toEqual([])
  expect(anonymous(responses, 'responses')).toEqual([])
  const inside = Object.entries(schemas!).flatMap(([name, { properties, ...schema }]) => [
    ...anonymous(Object.values((properties ?? {}) as object), name),
    ...anonymous(schema['items'] ?? schema['anyOf'] ?? schema['allOf'], name),
  ])
  expect(inside).toEqual([])
  expect(JSON.stringify(servedDocument).match(/with the path of the field/g)).toHaveLength(1)
})

test('no shape has the name of a member of its own: generators would give two things one name', () => {
  const same = Object.entries(schemas!).filter(([name, { properties }]) =>
    Object.keys((properties ?? {}) as object).some((member) => member.toLowerCase() === name.toLowerCase()),
  )
  expect(same.map(([name]) => name)).toEqual([])
})

test('the document is small enough to read and to send', () => {
  // It grows with the operations and their filters: what is said twice would show here.
  expect(JSON.stringify(servedDocument).length / operations.length).toBeLessThan(2_700)
})

test('every operation says what it does, and has a name that methods can have', () => {
  for (const { operationId, description, summary } of operations as readonly Node[]) {
    expect(operationId).toMatch(/^[a-z][A-Za-z0-9]{3,60}$/)
    expect(String(description).length, String(operationId)).toBeGreaterThanOrEqual(String(summary).length)
  }
})

test('every JSON body has an example, which fits its schema', () => {
  expect(bodies.length).toBeGreaterThan(200)
  for (const { where, schema, example, examples } of bodies) {
    const value = example ?? Object.values(examples ?? {})[0]?.value
    expect(value, where).toBeDefined()
    const found = [...Compile(schema as never).Errors(value)]
    expect(found, `${where} ${JSON.stringify(value)}`).toEqual([])
  }
})

test('operations of the origin have a server of their own', () => {
  const elsewhere = (operations as unknown as readonly { path: string; servers?: object }[]).filter(
    ({ servers }) => servers !== undefined,
  )
  expect(elsewhere.map(({ path }) => path)).toContain('/oauth/token')
  for (const { path, servers } of operations as unknown as { path: string; servers?: object }[])
    expect(servers, path).toEqual(path.startsWith('/v1/') ? undefined : [{ url: '/' }])
})

const guarded = operations.filter(({ security }) => (security ?? []).length > 0)
const names = ({ parameters: own = [] }: (typeof operations)[number]) => own.map(({ name }) => name)

test('preconditions, entity tags and idempotency are documented wherever they hold', () => {
  for (const operation of guarded) {
    const { operationId, method, responses: answers } = operation
    const ok = answers['200'] as Answer | undefined
    if (method === 'GET' && ok?.content?.['application/json'] !== undefined) {
      expect(names(operation), operationId).toContain('If-None-Match')
      expect(ok.headers, operationId).toHaveProperty('ETag')
      expect(answers, operationId).toHaveProperty('304')
      expect(answers, operationId).toHaveProperty('412')
    }
    if (method !== 'GET') expect(answers, operationId).toHaveProperty('412')
    if (['PUT', 'PATCH', 'DELETE'].includes(method))
      expect(names(operation), operationId).toContain('If-Match')
    if (method === 'POST') {
      expect(names(operation), operationId).toContain('Idempotency-Key')
      expect(answers, operationId).toHaveProperty('409')
    }
  }
})

test('every guarded operation takes a token of client credentials, and a session with its CSRF token for changes', () => {
  expect(Object.keys(servedDocument.components['securitySchemes']!)).toEqual([
    'oauth2',
    'bearer',
    'session',
    'csrf',
  ])
  for (const { method, security, operationId } of guarded) {
    const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] }
    expect(security, operationId).toEqual([{ oauth2: [] }, { bearer: [] }, session])
  }
})

test('problems are answered as problem documents', () => {
  for (const { operationId, responses: answers } of operations)
    for (const [status, answer] of Object.entries(answers))
      if (Number(status) >= 400 && !operationId.startsWith('getAccessToken'))
        expect(Object.keys((answer as Answer).content ?? {}).every(isJson), `${operationId} ${status}`).toBe(
          true,
        )
})
