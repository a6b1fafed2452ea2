import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { aboutDigits } from './long-numbers.ts'
import { createServer, type Server } from './server.ts'
import { validatorOfAnyText } from './validation.ts'

const Thing = Type.Object(
  {
    name: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 0 })),
    value: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))])),
    any: Type.Optional(Type.Unknown()),
    rows: Type.Optional(Type.Array(Type.Object({ n: Type.Number({ default: 1 }) }))),
  },
  { additionalProperties: false },
)
let app: Server
beforeAll(async () => {
  app = await createServer({
    log: silent,
    basePath: '/api',
    origin: () => 'http://test',
    version: '1',
    databaseProblem: () => undefined,
  })
  const schema = { body: Thing }
  app.post('/api/v1/things', { schema }, async ({ body }, reply) =>
    reply.serializer(JSON.stringify).send(body),
  )
  app.post('/api/v1/exact', { schema, validatorCompiler: validatorOfAnyText }, async ({ body }, reply) =>
    reply.serializer(JSON.stringify).send(body),
  )
})
afterAll(() => app.close())

async function post(path: string, body: string) {
  const headers = { 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, body })
}
const violations = async (body: string) => {
  const answer = await post('things', body)
  expect(answer.statusCode).toBe(400)
  return answer.json().violations
}

test('a whole number that would be read as another one is refused where a number is due, with its place', async () => {
  expect(
    await violations(
      '{"name":5,"count":9007199254740993,"value":-12345678901234567891,"rows":[{},{"n":  9007199254740993 }]}',
    ),
  ).toEqual([
    'body/name must be text',
    'body/count is 9007199254740993, which would be read as 9007199254740992',
    'body/rows/1/n is 9007199254740993, which would be read as 9007199254740992',
    'body/value is -12345678901234567891, which would be read as -12345678901234567000',
  ])
  expect(await violations('{"name":9007199254740993}')).toEqual(['body/name must be text'])
  expect(await violations('\ufeff{"name":"a","count":9007199254740993}')).toHaveLength(1)
})

test.each([
  '{"name":"9007199254740993","value":9007199254740992}',
  '{"name":"a [9007199254740993, 1]","value":12345678901234567000}',
  '{"name":"a","value":1234567890123456.5,"count":0}',
])('what a number keeps is taken: %s', async (body) => {
  const answer = await post('things', body)
  expect([answer.statusCode, answer.body]).toEqual([200, body])
})

test('where anything is taken it is approximate, unless the operation asks for the digits', async () => {
  const body = '{"name":"a","any":{"deep":[9007199254740993]}}'
  expect((await post('things', body)).json()).toEqual({ name: 'a', any: { deep: [9007199254740992] } })
  expect((await post('exact', body)).body).toBe(body)
})

test('names with blanks and slashes are those of their own numbers', () => {
  const long = 9007199254740993n
  const faults = [
    'body/a b must be a number',
    'body/my var must be text or a number',
    'body/a~1b must be a number',
  ]
  expect(aboutDigits(faults, { a: long, 'a b': 'x', 'my var': long, 'a/b': long }, 'body')).toEqual([
    'body/a b must be a number',
    'body/my var is 9007199254740993, which would be read as 9007199254740992',
    'body/a~1b is 9007199254740993, which would be read as 9007199254740992',
  ])
})
