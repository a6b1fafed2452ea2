import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
const project = `/v1/projects/${demo.id}`
const all = `${project}/connections`
const orders = {
  name: 'orders',
  platformConnectionType: 'DWH',
  authProvider: 'POSTGRES',
  authType: 'USER_PASSWORD',
  connectionDetails: {
    description: 'Sales',
    connectionProperties: { host: { value: 'db' }, password: { secretName: 'pw', secretKey: 'orders' } },
  },
  updatedAt: '2026-03-01T11:00:00.000Z',
  updatedBy: 'ada',
}
const schema = {
  authProvider: 'POSTGRES',
  platformConnectionTypes: ['DWH', 'COMPONENT_BASIC'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      properties: [
        { name: 'host', required: true, secret: false },
        { name: 'password', required: false, secret: true },
      ],
    },
  ],
}

const overrides = `${all}/environment-overrides`
let result: object = { ok: true, message: 'Connected to orders', version: '18.1', latencyMs: 12 }
const start = () =>
  startApi({
    'GET /v1/projects': paged([demo]),
    'GET /v1/connection-schemas': paged([schema]),
    'GET /v1/connection-schemas/POSTGRES': (_, response) => json(response, 200, schema),
    [`GET ${all}`]: paged([orders]),
    [`POST ${all}`]: ({ body }, response) => json(response, 201, JSON.parse(body.toString())),
    [`GET ${all}/orders`]: (_, response) => {
      response.setHeader('etag', '"7"')
      json(response, 200, orders)
    },
    [`PUT ${all}/orders`]: (_, response) => json(response, 200, orders),
    [`DELETE ${all}/orders`]: (_, response) => void response.writeHead(204).end(),
    [`POST ${all}/orders/test`]: (_, response) => json(response, 200, result),
    [`GET ${overrides}`]: paged([
      { environmentName: 'Prod', connectionName: 'orders', connectionProperties: { host: { value: 'p' } } },
    ]),
    [`POST ${overrides}`]: ({ body }, response) => json(response, 200, JSON.parse(body.toString())),
    [`DELETE ${overrides}`]: (_, response) => void response.writeHead(204).end(),
  })

test('connections are listed, shown without secrets, created and changed', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const sent = (method: string, path = all) =>
    JSON.parse(
      api.requests.findLast((one) => one.method === method && one.path.startsWith(path))!.body.toString(),
    )
  const list = await terminal.run('connections', '-p', 'Demo')
  expect(list.out).toMatch(/^NAME +PROVIDER +TYPE +DESCRIPTION\norders +POSTGRES +DWH +Sales/)
  const shown = await terminal.run('connections', 'show', 'orders', '-p', 'Demo')
  expect(shown.out).toContain('host=db, password=secret pw:orders')
  const words = 'connections create orders -p Demo --provider postgres --set host=a=b --secret password=pw:k'
  const created = await terminal.run(...words.split(' '))
  expect([created.err, created.code]).toEqual(['', 0])
  expect(sent('POST')).toEqual({
    name: 'orders',
    platformConnectionType: 'DWH',
    authProvider: 'POSTGRES',
    authType: 'USER_PASSWORD',
    connectionDetails: {
      connectionProperties: { host: { value: 'a=b' }, password: { secretName: 'pw', secretKey: 'k' } },
    },
  })
  const nothing = await terminal.run('connections', 'update', 'orders', '-p', 'Demo')
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('Pass --set, --secret')])
  const change = 'connections update orders -p Demo --set port=5433 --unset password'
  expect((await terminal.run(...change.split(' '))).out).toBe('Changed connection orders.\n')
  expect(sent('PUT').connectionDetails).toEqual({
    description: 'Sales',
    connectionProperties: { host: { value: 'db' }, port: { value: '5433' } },
  })
  expect(api.requests.findLast(({ method }) => method === 'PUT')!.headers['if-match']).toBe('"7"')
})

test('a test says what was reached, and fails with the cause', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const words = ['connections', 'test', 'orders', '-p', 'Demo', '-e', 'Dev']
  result = { ok: true, message: 'Connected to orders', version: '18.1', latencyMs: 12 }
  expect((await terminal.run(...words)).out).toBe('Connected to orders, version 18.1, in 12 ms.\n')
  result = { ok: false, message: 'The user or the password is wrong', latencyMs: 3 }
  const failed = await terminal.run(...words)
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('The user or the password is wrong')])
})

test('overrides are listed, given and taken away, and what is deleted is confirmed', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const run = (words: string) => terminal.run(...words.split(' '))
  expect((await run('connections overrides -p Demo')).out).toMatch(/Prod +orders +host=p/)
  const given = await run('connections override orders -p Demo -e Prod --set host=prod')
  expect(given.out).toBe('orders has in Prod: host=prod\n')
  expect((await run('connections override orders -p Demo -e Prod')).err).toContain('Pass --set or --secret')
  expect((await run('connections remove-override orders -p Demo -e Prod')).code).toBe(1)
  expect((await run('connections delete orders -p Demo')).code).toBe(1)
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect((await run('connections remove-override orders -p Demo -e Prod --yes')).code).toBe(0)
  expect((await run('connections delete orders -p Demo --yes')).out).toBe('Deleted connection orders.\n')
})

test('what there is to connect to is listed with its properties', async () => {
  await using api = await start()
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('connections', 'schemas')).out).toMatch(
    /POSTGRES +USER_PASSWORD +host\*, password \(secret\)/,
  )
})
