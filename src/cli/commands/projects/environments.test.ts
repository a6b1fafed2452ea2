import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = {
  id: '0195b1c2-0000-7000-8000-000000000001',
  name: 'Demo',
  warehouse: 'DUCKDB',
  description: '',
}
const path = `/v1/projects/${demo.id}/environments`
const present = {
  name: 'Test',
  databases: { Old: {}, RAW: { database: 'raw' } },
  defaultConnections: { Files: 'bucket', SQL: { connectionName: 'warehouse' } },
  dialectFunctions: true,
}

const start = () =>
  startApi({
    'GET /v1/projects': paged([demo]),
    'GET /v1/agents': paged([{ agentId: '0195b1c2-0000-7000-8000-000000000003', name: 'local' }]),
    [`GET /v1/projects/${demo.id}/connections`]: paged([{ name: 'warehouse' }, { name: 'lake' }]),
    [`POST ${path}`]: (request, response) => json(response, 201, JSON.parse(request.body.toString())),
    [`GET ${path}/Test`]: (_, response) => json(response.setHeader('etag', '"7"'), 200, present),
    [`PATCH ${path}/Test`]: (request, response) => json(response, 200, JSON.parse(request.body.toString())),
  })

test('an environment is created with names of databases, and without functions of other dialects', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const names = [
    '--map-database',
    'ANALYTICS',
    '--map-database',
    'RAW=raw.my landing',
    '--map-database',
    'X=.y',
  ]
  const given = ['environments', 'create', 'Test', '-p', 'Demo', '--json', '--no-dialect-functions', ...names]
  expect(JSON.parse((await terminal.run(...given)).out)).toMatchObject({
    databases: { ANALYTICS: {}, RAW: { database: 'raw', schema: 'my landing' }, X: { schema: 'y' } },
    dialectFunctions: false,
  })
})

test('an update adds and takes away names, whatever their case, of what it has read', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const update = (...options: string[]) =>
    terminal.run('environments', 'update', 'Test', '-p', 'Demo', '--json', ...options)
  const changed = await update(
    '--unmap-database',
    'OLD',
    '--map-database',
    'raw=lake',
    '--map-database',
    'New',
  )
  expect(JSON.parse(changed.out)).toEqual({ databases: { raw: { database: 'lake' }, New: {} } })
  expect(api.requests.at(-1)?.headers['if-match']).toBe('"7"')
  expect(JSON.parse((await update('--no-dialect-functions')).out)).toEqual({
    databases: present.databases,
    dialectFunctions: false,
  })
  expect(await update('--unmap-database', 'Nope')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It maps: Old, RAW'),
  })
  expect(await update()).toMatchObject({ code: 1, err: expect.stringContaining('nothing to change') })
})

test('an update gives the environment to another runner', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const given = ['--runner', 'local', '--description', 'nightly']
  const { out } = await terminal.run('environments', 'update', 'Test', '-p', 'Demo', '--json', ...given)
  expect(JSON.parse(out)).toEqual({
    defaultAgentId: '0195b1c2-0000-7000-8000-000000000003',
    description: 'nightly',
    databases: present.databases,
  })
})

test('SQL runs on a connection of the project, and those of components stay', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const done = async (...given: string[]) =>
    JSON.parse((await terminal.run('environments', ...given, '-p', 'Demo', '--json')).out)
  expect(await done('create', 'Test', '--connection', 'lake')).toMatchObject({
    defaultConnections: { DWH: 'lake' },
  })
  expect(await done('update', 'Test', '--connection', 'lake')).toMatchObject({
    defaultConnections: { Files: 'bucket', DWH: 'lake' },
  })
  expect(await done('update', 'Test', '--no-connection')).toMatchObject({
    defaultConnections: { Files: 'bucket' },
  })
})
