import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { Variable, VariableWithOverrides } from './schema.ts'

const api = useApi()
let projectId: string
let all: string

beforeAll(async () => {
  projectId = (await aProject(api, { environments: ['dev', 'prod'] })).projectId
  all = `/v1/projects/${projectId}/variables`
})

const create = (body: object | string, more = {}) => api.call<Variable>('POST', all, { body, ...more })
const text = (name: string, value = 'x') => create({ name, type: 'TEXT', behaviour: 'COPIED', value })
const override = (name: string, overrides: object[], more = {}) =>
  api.call('POST', `${all}/${name}/environment-overrides`, { body: { overrides }, ...more })
const overridesOf = (name: string, query = '') =>
  api.call<VariableWithOverrides>('GET', `${all}/${name}/environment-overrides${query}`)

test('create answers 201 with the variable, its address and its tag', async () => {
  const made = await create({ name: 'region', type: 'TEXT', behaviour: 'SHARED', value: 'eu' })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: expect.any(String),
    name: 'region',
    type: 'TEXT',
    behaviour: 'SHARED',
    description: '',
    value: 'eu',
    supportsDoubleResolution: false,
  })
  const address = new URL(made.headers.get('location')!, api.origin)
  expect(address.pathname).toBe(`/api${all}/region`)
  const found = await api.call('GET', `${all}/region`)
  expect(found.body).toEqual(made.body)
  expect(found.headers.get('etag')).toBe(made.headers.get('etag'))
})

test('a name is taken whatever its case: 409', async () => {
  await text('Taken')
  expect((await text('tAKEN')).status).toBe(409)
})

test.each([
  [{ name: '1x' }, 'body/name'],
  [{ name: 'class' }, 'reserved word class'],
  [{ type: 'DATE' }, 'body/type must be one of TEXT, NUMBER, GRID'],
  [{ value: 5 }, 'body/value'],
  [{ value: 'a\0' }, 'U+0000'],
  [{ colour: 'red' }, 'body/colour is not a known field'],
  [{ columns: ['a'] }, 'body/columns belongs to a GRID only'],
])('create with %j is a bad request that says so', async (violation, sentence) => {
  const wanted = { name: 'faulty', type: 'TEXT', behaviour: 'COPIED', value: 'x', ...violation }
  const { status, body } = await create(wanted)
  expect(status).toBe(400)
  expect(String(body['violations' as never])).toContain(sentence)
})

test('a name and a type that are none are both named', async () => {
  const { status, body } = await create({ name: '1x', type: 'DATE', behaviour: 'COPIED' })
  expect([status, body['violations' as never]]).toEqual([
    400,
    [
      'body/name must start with a letter or _ and continue with letters, digits, _ or -',
      'body/type must be one of TEXT, NUMBER, GRID',
    ],
  ])
})

test.each([0.1, 123456789012345, 0.1 + 0.2, -1.5e-300, 1.7976931348623157e308, 5e-324, 0])(
  'the number %d comes back as it went in',
  async (value) => {
    const name = `n${Math.random().toString(36).slice(2)}`
    await create({ name, type: 'NUMBER', behaviour: 'COPIED', value })
    expect((await api.call<Variable>('GET', `${all}/${name}`)).body.value).toBe(value)
  },
)

test('a grid comes back with its columns, cell by cell', async () => {
  const value = [
    ['ÄÖ "quoted"', ''],
    ['\n', '𝄞'],
  ]
  const made = await create({ name: 'grid', type: 'GRID', behaviour: 'COPIED', columns: ['a', 'b'], value })
  expect(made.body).toMatchObject({ value, columns: ['a', 'b'] })
})

test('list is paged by name with the true total, and knows overrides when asked', async () => {
  const { projectId: other } = await aProject(api, { environments: ['dev', 'prod'] })
  const path = `/v1/projects/${other}/variables`
  for (const name of ['b', 'A', 'c'])
    await api.call('POST', path, { body: { name, type: 'NUMBER', behaviour: 'COPIED', value: 1 } })
  const overrides = [{ environmentName: 'dev', value: 2 }]
  await api.call('POST', `${path}/A/environment-overrides`, { body: { overrides } })
  const first = await api.call<{ results: VariableWithOverrides[] }>(
    'GET',
    `${path}?size=2&include=overrides`,
  )
  expect(first.body).toMatchObject({ page: 0, size: 2, total: 3 })
  expect(first.body.results.map(({ name, overrides }) => [name, overrides])).toEqual([
    ['A', overrides],
    ['b', []],
  ])
  const plain = await api.call<{ results: object[] }>('GET', `${path}?page=1&size=2`)
  expect(plain.body).toMatchObject({ page: 1, size: 2, total: 3, results: [{ name: 'c' }] })
  expect(plain.body.results[0]).not.toHaveProperty('overrides')
  expect((await api.call('GET', `${path}?page=9`)).body).toMatchObject({ results: [], total: 3 })
  expect((await api.call('GET', `${path}?size=101`)).body).toMatchObject({ size: 100 })
  expect((await api.call('GET', `${path}?size=0`)).status).toBe(400)
})

test('list narrows to names that contain a part, in any case, and the total follows', async () => {
  const { projectId: other } = await aProject(api)
  const path = `/v1/projects/${other}/variables`
  for (const name of ['sales_region', 'Region', 'regional', 'a_b', 'axb'])
    await api.call('POST', path, { body: { name, type: 'TEXT', behaviour: 'COPIED', value: '' } })
  const names = async (part: string) => {
    const { body } = await api.call<{ total: number; results: Variable[] }>(
      'GET',
      `${path}?nameContains=${encodeURIComponent(part)}&size=2`,
    )
    return [body.total, body.results.map(({ name }) => name)]
  }
  expect(await names('REGION')).toEqual([3, ['Region', 'regional']])
  expect(await names('a_b')).toEqual([1, ['a_b']])
  expect(await names('%')).toEqual([0, []])
})

test('update needs type and behaviour even when they stay; every absent or wrong one is named', async () => {
  await text('strict')
  const patch = (body?: object) => api.call('PATCH', `${all}/strict`, body === undefined ? {} : { body })
  for (const body of [undefined, {}, { description: 'x' }]) {
    const { status, body: problem } = await patch(body)
    expect(status).toBe(400)
    expect(problem['violations']).toEqual(['body/type is required', 'body/behaviour is required'])
  }
  const wrong = await patch({ type: 'STRING', behaviour: 'BOTH', name: 'other' })
  expect(wrong.body['violations']).toEqual([
    'body/name is not a known field',
    'body/type must be one of TEXT, NUMBER, GRID',
    'body/behaviour must be one of SHARED, COPIED',
  ])
})

test('update changes what is said and leaves the rest', async () => {
  await create({ name: 'partial', type: 'TEXT', behaviour: 'COPIED', value: 'v', description: 'd' })
  const same = { type: 'TEXT', behaviour: 'COPIED' }
  const patched = await api.call('PATCH', `${all}/partial`, { body: { ...same, behaviour: 'SHARED' } })
  expect(patched).toMatchObject({ status: 200, body: { behaviour: 'SHARED', value: 'v', description: 'd' } })
  const doubled = await api.call('PATCH', `${all}/partial`, {
    body: { ...same, supportsDoubleResolution: true },
  })
  expect(doubled.body).toMatchObject({ supportsDoubleResolution: true, value: 'v' })
})

test('a new type needs a value that fits it, and overrides that do', async () => {
  await text('typed', 'abc')
  const number = { type: 'NUMBER', behaviour: 'COPIED' }
  const without = await api.call('PATCH', `${all}/typed`, { body: number })
  expect(without.body['violations']).toEqual([
    'body/value is required: the present value does not fit NUMBER',
  ])
  await override('typed', [{ environmentName: 'prod', value: 'p' }])
  const misfit = await api.call('PATCH', `${all}/typed`, { body: { ...number, value: 1 } })
  expect(misfit.status).toBe(409)
  expect(misfit.body['detail']).toContain('prod')
  await api.call('DELETE', `${all}/typed/environment-overrides/prod`)
  expect((await api.call('PATCH', `${all}/typed`, { body: { ...number, value: 1 } })).status).toBe(200)
})

test('delete takes the overrides with it', async () => {
  await text('doomed')
  await override('doomed', [{ environmentName: 'dev', value: 'd' }])
  const { id } = (await overridesOf('doomed')).body
  expect((await api.call('DELETE', `${all}/doomed`)).status).toBe(204)
  const left = await api.db
    .selectFrom('variable_override')
    .selectAll()
    .where('variable_id', '=', id)
    .execute()
  expect(left).toEqual([])
  for (const method of ['GET', 'DELETE']) expect((await api.call(method, `${all}/doomed`)).status).toBe(404)
})

test('overrides are created, then updated; each failure is reported with its own cause', async () => {
  await text('region2', 'eu')
  const made = await override('region2', [
    { environmentName: 'dev', value: 'd' },
    { environmentName: 'prod', value: 7 },
    { environmentName: 'nowhere', value: 'n' },
  ])
  expect(made).toMatchObject({
    status: 200,
    body: {
      name: 'region2',
      value: 'eu',
      overrides: [{ environmentName: 'dev', value: 'd' }],
      failedOverride: [
        { environmentName: 'prod', value: 7, reason: 'INCOMPATIBLE_TYPE', detail: expect.any(String) },
        {
          environmentName: 'nowhere',
          value: 'n',
          reason: 'ENVIRONMENT_NOT_FOUND',
          detail: expect.any(String),
        },
      ],
    },
  })
  const updated = await override('region2', [{ environmentName: 'dev', value: 'd2' }])
  expect(updated.body).toMatchObject({
    overrides: [{ environmentName: 'dev', value: 'd2' }],
    failedOverride: [],
  })
  expect((await overridesOf('region2')).body).not.toHaveProperty('failedOverride')
})

test('a number is never stored as another one', async () => {
  const body = '{"name":"exact","type":"NUMBER","behaviour":"COPIED","value":9007199254740993}'
  const refused = await create(body)
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { violations: ['body/value is 9007199254740993, which would be read as 9007199254740992'] },
  ])
  expect((await create(body.replace('0993', '0992'))).status).toBe(201)
  const answer = await api.call('POST', `${all}/exact/environment-overrides`, {
    body: '{"overrides":[{"environmentName":"dev","value":1},{"environmentName":"prod","value":9007199254740993}]}',
    headers: { 'idempotency-key': 'exact' },
  })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      overrides: [{ environmentName: 'dev', value: 1 }],
      failedOverride: [
        {
          reason: 'INCOMPATIBLE_TYPE',
          detail: 'In prod the value 9007199254740993 would be read as 9007199254740992',
        },
      ],
    },
  })
})

test('a repeat is answered with the same bytes and the same tag', async () => {
  await text('bytes')
  const body =
    '{"overrides":[{"environmentName":"dev","value":12345678901234567890},{"environmentName":"prod","value":{"zz":1,"a":2.50}}]}'
  const send = async () => {
    const headers = {
      authorization: `Bearer ${await api.adminToken()}`,
      'content-type': 'application/json',
      'idempotency-key': 'bytes',
    }
    const answer = await fetch(`${api.url}${all}/bytes/environment-overrides`, {
      method: 'POST',
      body,
      headers,
    })
    return [answer.status, answer.headers.get('etag'), await answer.text()]
  }
  const first = await send()
  expect(first).toEqual([200, expect.stringMatching(/"/), expect.stringContaining(':12345678901234567890,')])
  expect(await send()).toEqual(first)
})

test('a value of any type whatever fails alone, also one that cannot be stored', async () => {
  await text('any')
  const odd = [true, null, {}, 1, [['a']], 'a\0b', '\ud800', [[1]], { a: { b: [] } }]
  for (const value of odd) {
    const both = [
      { environmentName: 'dev', value },
      { environmentName: 'prod', value: 'fits' },
      { environmentName: 'no\0where', value: null },
    ]
    const answer = await override('any', both)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        overrides: [{ environmentName: 'prod', value: 'fits' }],
        failedOverride: [
          { environmentName: 'dev', value, reason: 'INCOMPATIBLE_TYPE', detail: expect.any(String) },
          { environmentName: 'no\0where', value: null, reason: 'ENVIRONMENT_NOT_FOUND' },
        ],
      },
    ])
    const headers = { 'idempotency-key': `any-${JSON.stringify(value).length}-${odd.indexOf(value)}` }
    const path = `${all}/any/environment-overrides`
    for (let n = 0; n < 2; n++)
      expect((await api.call('POST', path, { body: { overrides: both }, headers })).body).toEqual(answer.body)
  }
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const body = `{"overrides":[{"environmentName":"dev","value":${deep}}]}`
  expect((await api.call('POST', `${all}/any/environment-overrides`, { body })).status).toBe(400)
})

test('one environment twice in a request cannot be meant: 400', async () => {
  await text('twice')
  const twice = ['dev', 'dev'].map((environmentName) => ({ environmentName, value: 'x' }))
  expect((await override('twice', twice)).status).toBe(400)
  expect((await override('twice', [])).status).toBe(400)
})

test('the faults of path, body and query are listed together', async () => {
  const path = '/v1/projects/none/variables/dry/environment-overrides?dryRun=perhaps'
  const refused = await api.call('POST', path, { body: { overrides: [], extra: 1 } })
  expect([refused.status, refused.body['violations']]).toEqual([
    400,
    [
      'path/projectId must be a UUID',
      'body/extra is not a known field',
      'body/overrides must have at least 1 item',
      'query/dryRun must be true or false',
    ],
  ])
})

test('a dry run says what would happen and changes nothing', async () => {
  await text('dry')
  const path = `${all}/dry/environment-overrides`
  const overrides = [{ environmentName: 'dev', value: 'new' }]
  const { body } = await api.call('POST', `${path}?dryRun=true`, { body: { overrides } })
  expect(body['overrides']).toEqual(overrides)
  expect((await overridesOf('dry')).body.overrides).toEqual([])
})

test('overrides are read together or one alone; an environment without one is not found', async () => {
  await text('read')
  await override('read', [
    { environmentName: 'prod', value: 'p' },
    { environmentName: 'dev', value: 'd' },
  ])
  expect((await overridesOf('read')).body.overrides.map(({ environmentName }) => environmentName)).toEqual([
    'dev',
    'prod',
  ])
  expect((await overridesOf('read', '?environmentName=prod')).body.overrides).toEqual([
    { environmentName: 'prod', value: 'p' },
  ])
  await api.call('DELETE', `${all}/read/environment-overrides/dev`)
  expect((await overridesOf('read', '?environmentName=dev')).status).toBe(404)
  expect((await api.call('DELETE', `${all}/read/environment-overrides/dev`)).status).toBe(404)
  expect((await overridesOf('missing')).status).toBe(404)
})

test('resolved says the value an execution sees and where it comes from', async () => {
  await text('seen', 'default')
  await override('seen', [{ environmentName: 'prod', value: 'own' }])
  const resolved = (name: string) => api.call('GET', `${all}/seen/resolved?environmentName=${name}`)
  expect((await resolved('dev')).body).toMatchObject({ value: 'default', source: 'PROJECT_VARIABLE' })
  expect((await resolved('prod')).body).toMatchObject({ value: 'own', source: 'ENVIRONMENT_OVERRIDE' })
  expect((await resolved('nowhere')).status).toBe(404)
  expect((await api.call('GET', `${all}/seen/resolved`)).status).toBe(400)
})

test('a change made on old knowledge is refused, also when only an override has changed since', async () => {
  await text('tagged')
  const body = { type: 'TEXT', behaviour: 'SHARED' }
  const read = async () => (await overridesOf('tagged')).headers.get('etag')!
  const old = await read()
  await override('tagged', [{ environmentName: 'dev', value: 'd' }])
  const path = `${all}/tagged`
  const late = await api.call('PATCH', path, { body, headers: { 'if-match': old } })
  expect(late).toMatchObject({ status: 412, body: { type: expect.stringMatching(/precondition-failed$/) } })
  for (const one of [path, `${path}/environment-overrides/dev`])
    expect((await api.call('DELETE', one, { headers: { 'if-match': old } })).status).toBe(412)
  const now = { 'if-match': `"other", ${await read()}` }
  expect((await api.call('PATCH', path, { body, headers: now })).status).toBe(200)
  expect((await api.call('PATCH', path, { body, headers: now })).status).toBe(412)
  expect((await api.call('PATCH', path, { body, headers: { 'if-match': 'unquoted' } })).status).toBe(400)
  const etag = (await api.call('GET', path)).headers.get('etag')!
  const known = await api.call('GET', path, { headers: { 'if-none-match': etag } })
  expect(known).toMatchObject({ status: 304, body: '' })
})

test('a request repeated with its Idempotency-Key is answered the same and done once', async () => {
  const headers = { 'idempotency-key': 'create-once' }
  const body = { name: 'once', type: 'TEXT', behaviour: 'COPIED', value: 'x' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(body, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect((await create({ ...body, name: 'other' }, { headers })).status).toBe(409)
  expect((await create({ ...body, name: 'if' }, { headers: { 'idempotency-key': 'k2' } })).status).toBe(400)
  expect((await create({ ...body, name: 'late' }, { headers: { 'idempotency-key': 'k2' } })).status).toBe(201)
})

test('odd names in addresses are refused or not found, and no violations of ours', async () => {
  for (const name of ['%F0%9D%84%9E', 'x'.repeat(300)])
    expect((await api.call('GET', `${all}/${name}`)).status).toBe(404)
  expect((await api.call('GET', `${all}/a%00b`)).status).toBe(400)
  expect((await api.call('GET', `${all}/region/resolved?environmentName=a%00`)).status).toBe(400)
})
