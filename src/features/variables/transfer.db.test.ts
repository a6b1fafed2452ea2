import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { Caller } from '../../http/caller.ts'
import { newId } from '../../lib/ids.ts'
import type { ImportOutcome } from './schema.ts'
import { createVariableTransfer } from './transfer.ts'

const api = useApi()
let source: string

const pathOf = (projectId: string) => `/v1/projects/${projectId}/variables`
const types = { json: 'application/json', yaml: 'application/yaml', csv: 'text/csv' } as const
type Format = keyof typeof types
const formats = Object.keys(types) as Format[]

/** The file as text, with the tag of the state that it shows. */
async function exported(path: string, format: Format) {
  const response = await fetch(`${api.url}${path}/export?format=${format}`, {
    headers: { authorization: `Bearer ${await api.adminToken()}` },
  })
  expect(response.headers.get('content-type')).toContain(types[format])
  return { text: await response.text(), etag: response.headers.get('etag')! }
}
const imported = (path: string, format: Format, text: string, query = '', headers = {}) =>
  api.call<ImportOutcome>('POST', `${path}/import${query}`, {
    body: text,
    headers: { 'content-type': types[format], ...headers },
  })
const aTarget = async () => pathOf((await aProject(api, { environments: ['dev', 'prod'] })).projectId)

beforeAll(async () => {
  source = await aTarget()
  const add = (body: object) => api.call('POST', source, { body: { behaviour: 'COPIED', ...body } })
  await add({ name: 'region', type: 'TEXT', value: 'eu, "west"\nnext', description: 'where' })
  await add({ name: 'limit', type: 'NUMBER', value: 0.1 + 0.2, behaviour: 'SHARED' })
  await add({ name: 'codes', type: 'GRID', columns: ['code', 'weight'], value: [['N', '1']] })
  const overrides = [
    { environmentName: 'dev', value: '' },
    { environmentName: 'prod', value: 'us' },
  ]
  await api.call('POST', `${source}/region/environment-overrides`, { body: { overrides } })
})

test.each(formats)(
  'a project is rebuilt from its %s file, after a diff that changed nothing',
  async (format) => {
    const target = await aTarget()
    const { text } = await exported(source, format)
    const dry = await imported(target, format, text, '?dryRun=true')
    expect((await api.call('GET', target)).body).toMatchObject({ total: 0 })
    const applied = await imported(target, format, text)
    expect(applied.body.changes).toEqual(dry.body.changes)
    expect(applied.body.changes.map(({ action }) => action)).toEqual(Array(5).fill('CREATED'))
    expect((await exported(target, 'json')).text).toBe((await exported(source, 'json')).text)
    const again = await imported(target, format, text, '?mode=REPLACE')
    expect(again.body).toEqual({ dryRun: false, changes: [], unchanged: 3, failedOverride: [] })
  },
)

test('a file is read as it is taken: of all that a project has, memory holds a portion', async () => {
  const target = await aTarget()
  for (const name of ['first', 'second', 'third'])
    await api.call('POST', target, {
      body: { name, type: 'TEXT', behaviour: 'COPIED', value: name.padEnd(900_000) },
    })
  const admin = {
    kind: 'USER',
    principalId: newId(),
    clientId: newId(),
    name: 'a',
    accountRole: 'SUPER_ADMIN',
  }
  const { portions } = await createVariableTransfer(api.db).exported(admin as Caller, target.split('/')[3]!)
  const names = async () => (await portions.next()).value?.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['first'])
  await api.call('DELETE', `${target}/second`)
  expect(await names()).toEqual(['third'])
  expect(await names()).toBeUndefined()
})

test('replacing deletes what the file does not name, and history can bring it back', async () => {
  const target = await aTarget()
  await imported(target, 'json', (await exported(source, 'json')).text)
  const { body } = await imported(target, 'json', '{"variables":[]}', '?mode=REPLACE')
  expect(body.changes.map(({ action, variableName }) => `${action} ${variableName}`)).toEqual([
    'DELETED codes',
    'DELETED limit',
    'DELETED region',
  ])
  for (const name of ['codes', 'limit', 'region']) {
    const history = await api.call<{ results: { changeId: number }[] }>('GET', `${target}/${name}/history`)
    const [latest] = history.body.results
    expect((await api.call('POST', `${target}/${name}/history/${latest!.changeId}/restore`)).status).toBe(200)
  }
  expect((await exported(target, 'json')).text).toBe((await exported(source, 'json')).text)
})

test('a file with violations changes nothing, whatever else it says', async () => {
  const target = await aTarget()
  const variables = [
    { name: 'fine', type: 'TEXT', behaviour: 'COPIED', value: 'x' },
    { name: 'if', type: 'TEXT', behaviour: 'COPIED', value: 'x' },
  ]
  const { status } = await imported(target, 'json', JSON.stringify({ variables }))
  expect(status).toBe(400)
  expect((await api.call('GET', target)).body).toMatchObject({ total: 0 })
})

test('what was seen in the diff is what is applied, or it is refused', async () => {
  const target = await aTarget()
  const { text } = await exported(source, 'json')
  const { headers } = await imported(target, 'json', text, '?dryRun=true')
  const seen = { 'if-match': headers.get('etag')! }
  await api.call('POST', target, { body: { name: 'between', type: 'TEXT', behaviour: 'COPIED' } })
  expect((await imported(target, 'json', text, '', seen)).status).toBe(412)
  const { etag } = await exported(target, 'csv')
  expect((await imported(target, 'json', text, '', { 'if-match': etag })).status).toBe(200)
})

test('other media types, large YAML and other paths are refused', async () => {
  const send = (path: string, type: string, body: string) =>
    api.call('POST', path, { body, headers: { 'content-type': type } })
  expect((await send(`${source}/import`, 'text/xml', '<a/>')).status).toBe(415)
  expect((await send(source, 'text/csv', 'name')).status).toBe(415)
  const large = `variables: [] #${'x'.repeat(1024 * 1024)}`
  expect((await send(`${source}/import`, 'application/yaml', large)).status).toBe(413)
  expect((await api.call('GET', `${source}/export?format=xml`)).status).toBe(400)
})

test.each([
  ['text/csv', 'name,type,behaviour,value\ncity,TEXT,SHARED,München\n'],
  ['application/yaml', 'variables: [{ name: city, type: TEXT, behaviour: SHARED, value: München }]'],
])('%s that is not UTF-8 is refused, not altered', async (type, text) => {
  const target = await aTarget()
  const send = async (body: Buffer | string, charset = '') =>
    fetch(`${api.url}${target}/import`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${await api.adminToken()}`, 'content-type': type + charset },
    })
  const latin1 = Buffer.from(text, 'latin1')
  expect((await send(latin1)).status).toBe(400)
  expect((await send(latin1, '; charset=ISO-8859-1')).status).toBe(415)
  expect((await api.call('GET', target)).body).toMatchObject({ total: 0 })
  expect((await send(text, '; charset=utf-8')).status).toBe(200)
  expect((await api.call('GET', target)).body).toMatchObject({ results: [{ value: 'München' }] })
})
