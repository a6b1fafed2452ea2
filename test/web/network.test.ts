import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDesignedProject, draftOf } from '../support/designer.ts'
import { aConnection } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { type Forwarder, forward } from '../support/proxy.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
const LATENCY_MS = 400
let network: Forwarder

/** Between the browser and the server; the session's cookie counts for every port of the host. */
beforeAll(async () => {
  network = await forward([Number(new URL(web.origin).port)])
})
afterEach(() => network.heal())
afterAll(() => network.close())

/** Opens a page through the network, and waits until it has fetched what it fetches ahead. */
async function visit(path: string): Promise<Page> {
  const elsewhere = `http://127.0.0.1:${network.port}`
  const page = await web.visit('/profile', { elsewhere })
  await page.goto(`${elsewhere}${path}`)
  await page.waitForLoadState('networkidle')
  return page
}

const bannerOf = (page: Page) => page.getByText('Cannot reach the server', { exact: true })
const newName = (): string => `Network ${Math.random()}`
const named = async (wanted: string) =>
  (await web.client.all<{ name: string }>('/v1/projects')).filter(({ name }) => name === wanted)

test('one banner says that the server cannot be reached, and the filled-in form can be sent when it is back', async () => {
  const page = await visit('/')
  const name = newName()
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill(name)
  network.refuse()
  network.reset()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await bannerOf(page).waitFor()
  await dialog.getByRole('alert').waitFor()
  expect(await bannerOf(page).count()).toBe(1)
  expect(await dialog.getByLabel('Name').inputValue()).toBe(name)
  await expectAccessible(page)
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  // What the dialog says about the attempt stays true now that the server is back.
  expect(await dialog.getByRole('alert').innerText()).toContain('The server did not answer. Try again')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  expect(await named(name)).toHaveLength(1)
})

test('an OAuth entry that could not be saved says so, keeps its values and is saved later', async () => {
  const page = await visit('/connectors/oauths')
  await page.getByRole('button', { name: 'Add OAuth' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add OAuth' })
  const name = newName()
  await dialog.getByLabel('Name').first().fill(name)
  await dialog.getByLabel('Client ID').fill('shop')
  await dialog.getByLabel(/^Client Secret/).fill('hush')
  await dialog.getByLabel('Access Token URL').fill('https://shop.test/token')
  network.refuse()
  network.reset()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel(/^Client Secret/).inputValue()).toBe('hush')
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name, exact: true }).waitFor()
})

test('without a network a page with unsaved input asks before it is left, and keeps the input until it is back', async () => {
  const json = { name: newName() }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const page = await visit(`/projects/${projectId}/schedules/new`)
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill('Every morning')
  network.refuse()
  network.reset()
  const leave = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runners' })
  await leave.click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 30 6 * * ?')
  await bannerOf(page).waitFor()
  expect(await bannerOf(page).count()).toBe(1)
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('Every morning')
})

test('what is drawn without a network is saved as the draft when the network is back, and a slow one loses nothing', async () => {
  const projectId = await aDesignedProject(web)
  const page = await visit(`/projects/${projectId}/designer?file=Away.orch.yaml`)
  const add = async (search: string) => {
    await page.getByLabel('Find a component to add').fill(search)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /^Start / }).click()
  network.refuse()
  network.reset()
  await add('end success')
  await bannerOf(page).waitFor()
  await page.getByRole('button', { name: /^End Success / }).waitFor()
  expect(await page.getByText('Saved as your draft').count()).toBe(0)
  await expectAccessible(page)
  network.heal()
  await page.getByText('Saved as your draft').waitFor()
  expect(await draftOf(page)).toContain('End Success')

  network.delay(LATENCY_MS)
  await add('print variables')
  await add('end failure')
  await page.getByText('Saved as your draft').waitFor()
  await expect.poll(() => draftOf(page)).toContain('End Failure')
  expect(await draftOf(page)).toContain('Print Variables')
})

test('a page that is opened without a network says so once and fills when the network is back', async () => {
  const page = await visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  network.refuse()
  network.reset()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runners' }).click()
  await bannerOf(page).waitFor()
  expect(await bannerOf(page).count()).toBe(1)
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  await page.getByRole('main').getByRole('link', { name: 'local' }).waitFor()
})

test('a link that was pointed at without a network leads to its page when the network is back', async () => {
  await web.client.call('POST', '/v1/projects', { json: { name: newName() } })
  const page = await visit('/')
  const link = page.getByRole('main').locator('a[href$="/pipelines"]').first()
  await link.waitFor()
  network.refuse()
  network.reset()
  const notFetched = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await link.hover()
  await notFetched
  await bannerOf(page).waitFor()
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  await link.click()
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
})

test('a page whose code the server has no more, as after an update, is opened with the new code', async () => {
  const page = await visit('/')
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
})

test('on a slow network a page says that it loads, and a button that is pressed twice sends once', async () => {
  const page = await visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  network.delay(LATENCY_MS)
  const name = newName()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/projects')) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).dblclick()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  expect(sent).toHaveLength(1)
  expect(await named(name)).toHaveLength(1)
  const menu = page.getByRole('navigation', { name: 'Pages' })
  for (const label of ['Pipelines', 'Schedules', 'Variables', 'Executions', 'Members']) {
    await menu.getByRole('link', { name: label, exact: true }).click()
    await page.getByRole('heading', { name: label, level: 1 }).waitFor()
    await page
      .getByRole('main')
      .getByLabel(/^Loading/)
      .first()
      .waitFor()
    await page
      .getByRole('main')
      .getByLabel(/^Loading/)
      .first()
      .waitFor({ state: 'hidden' })
  }
})

/**
 * Presses the button in vain, and waits until the network is back and the page has read again what it shows.
 */
async function pressInVain(page: Page, button: Locator): Promise<void> {
  network.refuse()
  network.reset()
  await button.click()
  await bannerOf(page).waitFor()
  network.heal()
  await bannerOf(page).waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
}

test('the editor of a connector keeps what was typed when the network is back, and saves it then', async () => {
  const address = '/v1/custom-connectors'
  const { connectorId } = await web.client.call<{ connectorId: string }>('POST', address, {
    json: { name: newName(), endpoints: [] },
  })
  const page = await visit(`/connectors/${connectorId}`)
  const typed = newName()
  const field = page.getByRole('textbox', { name: 'Name of the connector' })
  await field.fill(typed)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await pressInVain(page, save)
  expect(await field.inputValue()).toBe(typed)
  await save.click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await web.client.get(`${address}/${connectorId}`)).toMatchObject({ name: typed })
})

test('a dialog does not overwrite what others saved while there was no network', async () => {
  const json = { name: newName() }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const path = `/v1/projects/${projectId}/connections`
  await web.client.call('POST', `/v1/projects/${projectId}/secrets`, {
    json: { name: 'orders_password', value: 'hush' },
  })
  const { name: _, ...own } = { ...aConnection('orders'), platformConnectionType: 'DWH' }
  const ofOthers = {
    ...own,
    connectionDetails: aConnection('orders', { port: { value: 6001 } }).connectionDetails,
  }
  await web.client.call('POST', path, { json: { name: 'orders', ...own } })
  const page = await visit(`/projects/${projectId}/connections`)
  await page.getByRole('button', { name: 'Settings of orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings of orders' })
  await dialog.getByRole('textbox', { name: 'Port' }).fill('6432')
  await web.client.call('PUT', `${path}/orders`, { json: ofOthers })
  const save = dialog.getByRole('button', { name: 'Save' })
  await pressInVain(page, save)
  expect(await dialog.getByRole('textbox', { name: 'Port' }).inputValue()).toBe('6432')
  await save.click()
  await dialog.getByRole('alert').getByText('It has changed since it was read').waitFor()
  expect(await web.client.get(`${path}/orders`)).toMatchObject({
    connectionDetails: ofOthers.connectionDetails,
  })
})

test('a log is read on when a proxy has answered for a server that restarted, and is refused only by the server', async () => {
  const project = await aPublishedProject(web.client, {
    'Quick.orch.yaml': orchestration({ Start: start() }),
  })
  const executionId = await project.run('Quick')
  await project.finished(executionId)
  const page = await visit('/')
  const answers = [503, 503, 502, 502]
  await page.route('**/logs*', (route) => {
    const status = answers.shift()
    return status === undefined ? route.fallback() : route.fulfill({ status, body: '' })
  })
  await page.goto(`${new URL(page.url()).origin}/executions/${executionId}?view=log`)
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  expect(await page.getByText('Could not read the log').count()).toBe(0)
  await page.getByText('The log is complete.').waitFor()

  await page.route('**/logs*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await page.getByText('Could not read the log').waitFor()
})
