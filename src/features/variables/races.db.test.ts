import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { VariableWithOverrides } from './schema.ts'

const api = useApi()
let all: string
let projectId: string

beforeAll(async () => {
  projectId = (await aProject(api, { environments: ['dev', 'prod'] })).projectId
  all = `/v1/projects/${projectId}/variables`
})

const create = (name: string, type = 'TEXT', value: unknown = 'x') =>
  api.call('POST', all, { body: { name, type, behaviour: 'COPIED', value } })
const override = (name: string, environmentNames: readonly string[], value: unknown) =>
  api.call<VariableWithOverrides & { failedOverride: object[] }>(
    'POST',
    `${all}/${name}/environment-overrides`,
    {
      body: { overrides: environmentNames.map((environmentName) => ({ environmentName, value })) },
    },
  )
const present = async (name: string) =>
  (await api.call<VariableWithOverrides>('GET', `${all}/${name}/environment-overrides`)).body

test('of requests for the same environment at once one creates, the others update, none fails', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `same${round}`
    await create(name)
    // Opposite orders: locks taken as they come would end one of them.
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => override(name, i % 2 ? ['dev', 'prod'] : ['prod', 'dev'], `v${i}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(answers.flatMap(({ body }) => body.failedOverride)).toEqual([])
    const [dev, prod] = (await present(name)).overrides
    expect(dev!.value).toBe(prod!.value)
    const changes = await api.call<{ results: { action: string; environmentName?: string }[] }>(
      'GET',
      `${all}/${name}/history?size=100`,
    )
    const inDev = changes.body.results.filter(({ environmentName }) => environmentName === 'dev')
    expect(inDev.map(({ action }) => action).sort()).toEqual(['CREATED', ...Array(5).fill('UPDATED')])
  }
})

test('of simultaneous creations of one name, one succeeds and the others get 409', async () => {
  const answers = await Promise.all(['race', 'Race', 'RACE', 'race'].map((name) => create(name)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a type never changes under an override that is just being made', async () => {
  for (let round = 0; round < 15; round++) {
    const name = `typed${round}`
    await create(name)
    const [patched, overridden] = await Promise.all([
      api.call('PATCH', `${all}/${name}`, { body: { type: 'NUMBER', behaviour: 'COPIED', value: 1 } }),
      override(name, ['dev'], 'text'),
    ])
    const { type, overrides } = await present(name)
    const failed = overridden.body.failedOverride.length
    if (patched.status === 200) expect([type, overrides, failed]).toEqual(['NUMBER', [], 1])
    else expect([patched.status, type, overrides.length, failed]).toEqual([409, 'TEXT', 1, 0])
  }
})

test('of changes on the same knowledge at once one succeeds', async () => {
  await create('tagged')
  const etag = (await api.call('GET', `${all}/tagged`)).headers.get('etag')!
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      api.call('PATCH', `${all}/tagged`, {
        body: { type: 'TEXT', behaviour: 'COPIED', value: `v${i}` },
        headers: { 'if-match': etag },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412])
})

test('an environment that is deleted meanwhile is one that does not exist; the others get their override', async () => {
  const { projectId: other, agentId } = await aProject(api, { environments: ['stays'] })
  const path = `/v1/projects/${other}`
  await api.call('POST', `${path}/variables`, { body: { name: 'v', type: 'TEXT', behaviour: 'COPIED' } })
  await api.call('POST', `${path}/environments`, { body: { name: 'goes', defaultAgentId: agentId } })
  const overrides = ['goes', 'stays'].map((environmentName) => ({ environmentName, value: 'v' }))
  const deleting = new pg.Client({ connectionString: api.databaseUrl })
  await deleting.connect()
  await deleting.query('begin')
  await deleting.query("delete from environment where project_id = $1 and name = 'goes'", [other])
  const address = `${path}/variables/v/environment-overrides`
  const answer = api.call<VariableWithOverrides & { failedOverride: object[] }>('POST', address, {
    body: { overrides },
  })
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await vi.waitUntil(async () => (await deleting.query(waits)).rowCount, { timeout: 10_000 })
  await deleting.query('commit')
  await deleting.end()
  expect(await answer).toMatchObject({
    status: 200,
    body: {
      overrides: [{ environmentName: 'stays', value: 'v' }],
      failedOverride: [{ environmentName: 'goes', reason: 'ENVIRONMENT_NOT_FOUND' }],
    },
  })
})

test('imports, changes and deletions at once all end, and leave what one order of them would', async () => {
  const { projectId: other } = await aProject(api, { environments: ['dev', 'prod'] })
  const path = `/v1/projects/${other}/variables`
  const file = (value: string) => ({
    variables: Array.from({ length: 20 }, (_, i) => ({
      name: `v${i}`,
      type: 'TEXT',
      behaviour: 'COPIED',
      value,
      overrides: [
        { environmentName: 'prod', value },
        { environmentName: 'dev', value },
      ],
    })),
  })
  const calls = Array.from({ length: 24 }, (_, i) => {
    if (i % 3 === 0) return api.call('POST', `${path}/import?mode=REPLACE`, { body: file(`i${i}`) })
    const overrides = [{ environmentName: 'dev', value: `o${i}` }]
    if (i % 3 === 1)
      return api.call('POST', `${path}/v${i % 20}/environment-overrides`, { body: { overrides } })
    return api.call('DELETE', `${path}/v${i % 20}`)
  })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  expect(statuses.filter((_, i) => i % 3 === 0)).toEqual(Array(8).fill(200))
  const { body } = await api.call<{ results: VariableWithOverrides[] }>(
    'GET',
    `${path}?include=overrides&size=100`,
  )
  for (const { value, overrides } of body.results) {
    const inProd = overrides.find(({ environmentName }) => environmentName === 'prod')
    expect(inProd?.value).toBe(value)
  }
})
