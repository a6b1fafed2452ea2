import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const all = '/v1/custom-connectors'
const shop = { connectorId: '0195b1c2-0000-7000-8000-000000000006', name: 'Shop', endpoints: [] }
const file = {
  format: 'headrace-connector',
  version: 1,
  connector: { name: 'Shop', endpoints: [] },
  oauths: [],
}
const routes = {
  [`GET ${all}`]: paged([shop]),
  [`GET ${all}/${shop.connectorId}/export`]: ((_, response) => json(response, 200, file)) as Answer,
  [`POST ${all}/import`]: ((_, response) => json(response, 201, shop)) as Answer,
}

test('a connector is exported to a file and imported from it', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const exported = await terminal.run('connectors', 'export', 'shop', '-o', 'shop.json')
  expect(exported.out).toBe('Wrote connector Shop to shop.json.\n')
  expect(JSON.parse(readFileSync(join(terminal.folder, 'shop.json'), 'utf8'))).toEqual(file)
  const imported = await terminal.run('connectors', 'import', 'shop.json')
  expect(imported.out).toBe(`Imported connector Shop: ${shop.connectorId}\n`)
  expect(JSON.parse(`${api.requests.at(-1)!.body}`)).toEqual(file)
})

test('a file that is not JSON is not sent, and an unknown connector is answered with near names', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  writeFileSync(join(terminal.folder, 'broken.json'), '{')
  expect((await terminal.run('connectors', 'import', 'broken.json')).err).toContain('is not JSON')
  expect((await terminal.run('connectors', 'export', 'Shopp')).err).toContain('Did you mean Shop?')
  expect(api.requests.some(({ method }) => method === 'POST')).toBe(false)
})
