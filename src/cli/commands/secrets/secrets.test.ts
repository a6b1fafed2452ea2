import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = {
  id: '0195b1c2-0000-7000-8000-000000000001',
  name: 'Demo',
  warehouse: 'DUCKDB',
  description: '',
}
const all = `/v1/projects/${demo.id}/secrets`
const token = {
  name: 'shop_token',
  description: 'Of the shop',
  updatedAt: '2025-03-01T11:00:00.000Z',
  updatedBy: 'ada',
}
const kept: Answer = (_, response) => json(response, 200, token)
const routes = { 'GET /v1/projects': paged([demo]), [`GET ${all}`]: paged([token]) }

test('a secret comes from standard input, is created or replaced, and is never shown', async () => {
  await using api = await startApi({
    ...routes,
    [`PUT ${all}/shop_token`]: kept,
    [`POST ${all}`]: (_, response) => json(response, 201, { ...token, name: 'new_one' }),
  })
  const env = loginTo(api, credential)
  using replacing = openTerminal({ env, stdin: 'hush\n' })
  const replaced = await replacing.run('secrets', 'set', 'shop_token', '-p', 'Demo')
  expect(replaced.out).toBe('Replaced secret shop_token.\n')
  const pieces = [Buffer.from('hush ä\n').subarray(0, 6), Buffer.from('ä\n').subarray(1)]
  using creating = openTerminal({ env, stdin: pieces }) // a character in two pieces
  const created = await creating.run('secrets', 'set', 'new_one', '-p', 'Demo', '--json')
  expect(created.out + created.err).not.toContain('hush')
  const bodies = api.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ body }) => JSON.parse(`${body}`))
  expect(bodies).toEqual([
    { value: 'hush', description: 'Of the shop' },
    { name: 'new_one', value: 'hush ä' },
  ])
})

test('an empty value is refused, and a name that is not there is answered with near ones', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential), stdin: '\n' })
  expect(await terminal.run('secrets', 'set', 'shop_token', '-p', 'Demo')).toMatchObject({
    code: 1,
    err: 'Error: The value of the secret is empty.\n',
  })
  const { code, err } = await terminal.run('secrets', 'delete', 'shop_tokn', '-p', 'Demo', '--yes')
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Error: No secret "shop_tokn".\nDid you mean shop_token?\n',
  })
})

test('secrets are listed in the order that is asked for', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('secrets', '-p', 'Demo', '--sort', '-updatedAt')).code).toBe(0)
  expect(api.requests.at(-1)!.path).toContain('sort=-updatedAt')
  await expect(terminal.run('secrets', '-p', 'Demo', '--sort', 'size')).rejects.toThrow(
    'Allowed choices are name',
  )
})

test('a secret of the runners gets another name, and the name is deleted without the secret', async () => {
  const references = `/v1/projects/${demo.id}/secret-references`
  const password = {
    name: 'orders_password',
    description: '',
    secretReferenceType: 'PASSWORD',
    secretName: 'orders-database',
    secretKey: 'password',
    createdAt: '2025-03-01T11:00:00.000Z',
    createdBy: 'ada',
  }
  await using api = await startApi({
    ...routes,
    [`GET ${references}`]: paged([password]),
    [`POST ${references}/orders_password`]: (_, response) => json(response, 201, password),
    [`DELETE ${references}/orders_password`]: (_, response) => response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const run = (...words: string[]) => terminal.run('secrets', 'references', ...words, '-p', 'Demo')

  expect((await run('create', 'orders_password', 'orders-database', '--key', 'password')).out).toBe(
    'Created secret reference orders_password. Runners must grant the project orders-database.\n',
  )
  expect(JSON.parse(`${api.requests.find(({ method }) => method === 'POST')?.body}`)).toEqual({
    secretName: 'orders-database',
    secretKey: 'password',
  })
  expect((await run()).out).toMatch(/orders_password +orders-database +password +/)
  expect((await run('delete', 'orders_pasword', '--yes')).err).toBe(
    'Error: No secret reference "orders_pasword".\nDid you mean orders_password?\n',
  )
  expect((await run('delete', 'orders_password', '--yes')).out).toBe(
    'Deleted secret reference orders_password.\n',
  )
})
