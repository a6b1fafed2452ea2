import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connector } from '../../src/features/connectors/schema.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'
import { sendJson, startWire, type Wire } from '../support/wire.ts'

const web = useWeb()
const all = '/v1/custom-connectors'
let far: Wire

beforeAll(async () => {
  far = await startWire((request, response) => {
    if (request.url.startsWith('/missing')) return void response.writeHead(404).end('No such thing')
    const items = [
      { id: 1, name: 'Ada', tags: ['a'] },
      { id: 2, name: 'Eve' },
    ]
    sendJson(response, { data: { items }, next: 'c2' })
  })
})
afterAll(() => far.close())

/** Sorts first, so that it is on the first page whatever other tests create. */
const newName = (what: string): string => `00 ${what} ${Math.random().toString(36).slice(2, 8)}`

async function aConnector(what: string, ...endpoints: object[]): Promise<Connector> {
  const whole = endpoints.map((one, index) => ({ name: `Endpoint ${index + 1}`, method: 'GET', ...one }))
  return web.client.call<Connector>('POST', all, { json: { name: newName(what), endpoints: whole } })
}
const stored = (id: string) => web.client.get<Connector>(`${all}/${id}`)
const open = (id: string, query = '') => web.visit(`/connectors/${id}${query}`)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
}

// Over 60 lines: one walk through one page.
test('a new connector gets an endpoint, which is tested and adopts the structure of the response', async () => {
  const name = newName('shop')
  const page = await web.visit('/connectors')
  await page.getByRole('button', { name: 'New connector' }).click()
  await field(page, 'Name').fill(name)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add the first endpoint' }).click()
  await field(page, 'Endpoint name').fill('Orders')
  await field(page, 'URL').fill(`${far.origin}/{place}/orders`)
  await field(page, 'URI parameter 1: value for the test').fill('Berlin / Süd')
  await page.getByRole('button', { name: 'Add a query parameter' }).click()
  await field(page, 'Query parameter 1: name').fill('status')
  await field(page, 'Query parameter 1: value').fill('open & paid')
  await tab(page, 'Authentication').click()
  await choose(page, 'Authentication Type', 'API Key')
  await field(page, 'Key name').fill('api key')
  await page.getByLabel('Key value', { exact: true }).fill('never-stored-1')
  await choose(page, 'Add to', 'Query Parameter')
  await page.getByText('HTTPS is expected').waitFor()
  await expectAccessible(page)
  await tab(page, 'Pagination').click()
  await choose(page, 'Pagination type', 'Cursor')
  await field(page, 'Cursor parameter').fill('after')
  await field(page, 'Cursor').fill('$.next')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const outcome = page.getByRole('region', { name: 'Test', exact: true })
  await outcome.getByText('200 OK').waitFor()
  expect((await stored(new URL(page.url()).pathname.split('/').at(-1)!)).endpoints).toEqual([])
  expect(far.arrived.at(-1)!.url).toBe(
    '/Berlin%20%2F%20S%C3%BCd/orders?status=open%20%26%20paid&api%20key=never-stored-1',
  )
  await outcome
    .getByText(/api%20key=\*\*\*/)
    .first()
    .waitFor()
  expect(await outcome.textContent()).not.toContain('never-stored-1')
  await outcome.getByText('Next page:').waitFor()
  await outcome.getByRole('button', { name: 'Use this structure' }).click()
  await page.getByText('Repeating element', { exact: true }).last().waitFor()
  await expectAccessible(page)
  await page.getByLabel('Type of $.data.items[*].id').selectOption('STRING')
  await page.getByRole('button', { name: 'Remove $.data.items[*].tags', exact: true }).click()
  await page.getByRole('button', { name: 'Add a field to $.data.items[*]', exact: true }).click()
  await page.getByLabel(/^Name of the new field/).fill('paid')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await save(page)

  const connectorId = new URL(page.url()).pathname.split('/').at(-1)!
  const { endpoints } = await stored(connectorId)
  expect(endpoints).toEqual([
    {
      endpointId: expect.any(String),
      name: 'Orders',
      method: 'GET',
      url: `${far.origin}/{place}/orders`,
      authentication: { type: 'API_KEY', keyName: 'api key', addTo: 'QUERY_PARAMETER' },
      uriParameters: [{ name: 'place', configurable: true }],
      queryParameters: [{ name: 'status', value: 'open & paid' }],
      headerParameters: [],
      response: {
        structure: [
          { path: '$', type: 'OBJECT' },
          { path: '$.data', type: 'OBJECT' },
          { path: '$.data.items', type: 'ARRAY' },
          { path: '$.data.items[*]', type: 'OBJECT' },
          { path: '$.data.items[*].id', type: 'STRING' },
          { path: '$.data.items[*].name', type: 'STRING' },
          { path: '$.data.items[*].paid', type: 'STRING' },
          { path: '$.next', type: 'STRING' },
        ],
        repeatingElement: '$.data.items',
      },
      pagination: { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next' },
    },
  ])
  await page.reload()
  await page.getByLabel('Type of $.data.items[*].id').waitFor()
  await tab(page, 'Authentication').click()
  expect(await page.getByLabel('Key value', { exact: true }).inputValue()).toBe('')
  await field(page, 'Name of the connector').fill(`${name} 2`)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'changed' }).count()).toBe(0)
})

test('a connector is exported, deleted after confirmation, imported again, and duplicated', async () => {
  const { name } = await aConnector('travels', { url: `${far.origin}/orders` })
  const page = await web.visit('/connectors')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export ${name}` }).click(),
  ])
  const file = await readFile(await download.path())
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete the connector' }).click()
  await page.getByRole('link', { name }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a connector' })
  const give = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /^File/ }).click(),
    ])
    await chooser.setFiles({ name: 'connector.json', mimeType: 'application/json', buffer })
    await dialog.getByRole('button', { name: 'Import' }).click()
  }
  await give(Buffer.from('this is no JSON'))
  await dialog.getByRole('alert').waitFor()
  await give(file)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.goto('/connectors')
  await page.getByRole('button', { name: `Duplicate ${name}` }).click()
  await page.getByText(/^Created the copy/).waitFor()
})

test('an error of the called API is shown with its response, and a violation is shown at its field', async () => {
  const { connectorId } = await aConnector('fails', { url: `${far.origin}/missing` })
  const page = await open(connectorId)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('region', { name: 'Test', exact: true }).getByText('404').first().waitFor()
  await field(page, 'URL').fill('not an address')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await field(page, 'URL').inputValue()).toBe('not an address')
  await expectAccessible(page)
})

test('at 360 pixels neither the list nor the editor scrolls sideways', async () => {
  const { connectorId } = await aConnector('narrow', { url: `${far.origin}/orders` })
  const page = await web.visit(`/connectors/${connectorId}`, { width: 360 })
  await field(page, 'URL').waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto('/connectors')
  await page.getByRole('table', { name: 'Custom connectors' }).waitFor()
  await expectNoSidewaysScroll(page)
})
