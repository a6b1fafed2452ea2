import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connector } from '../../src/features/connectors/schema.ts'
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const secret = 'the secret of a client'
let server: AuthorizationServer

beforeAll(async () => {
  server = await startAuthorizationServer(secret)
})
afterAll(() => server.close())

const newName = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`
const entry = (name: string, own: object = {}) => ({
  name,
  grantType: 'CLIENT_CREDENTIALS',
  clientId: 'by-header',
  clientSecret: secret,
  credentialsIn: 'HEADER',
  accessTokenUrl: `${server.issuer}/token`,
  ...own,
})
const anOAuth = (name: string, own: object = {}) =>
  web.client.call<{ oauthId: string }>('POST', '/v1/oauths', { json: entry(name, own) })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

test('an entry is added, pending setup, and authorized with client credentials', async () => {
  const name = newName('Shop')
  const page = await web.visit('/connectors/oauths')
  await page.getByRole('button', { name: 'Add OAuth' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add OAuth' })
  await dialog.getByLabel('Name').first().fill(name)
  await dialog.getByLabel('Client ID').fill('by-header')
  await dialog.getByLabel(/^Client Secret/).fill(secret)
  await dialog.getByLabel('Access Token URL').fill('not an address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Access Token URL').fill(`${server.issuer}/token`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, name).getByText('Pending setup').waitFor()
  await page.getByRole('button', { name: `Authorize: ${name}` }).click()
  await row(page, name).getByText('Authorized').waitFor()
  expect(server.tokenRequests()).toBe(1)
  await expectAccessible(page)
})

test('an entry with a long address makes the list no wider than a window of 1280 pixels', async () => {
  const accessTokenUrl =
    'https://login.microsoftonline.com/8f0c1f5e-1234-4321-9876-0123456789ab/oauth2/v2.0/token'
  async function excessWith(address: string): Promise<number> {
    await anOAuth(newName('Entra'), { accessTokenUrl: address })
    const page = await web.visit('/connectors/oauths', { width: 1280 })
    await page.getByText(address).first().waitFor()
    const list = page.getByRole('region', { name: 'OAuth entries' })
    return list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  }
  // What other tests have made may be wider by itself.
  const before = await excessWith(`${server.issuer}/token`)
  expect(await excessWith(accessTokenUrl)).toBeLessThanOrEqual(Math.max(0, before))
})

test('entries are listed oldest first', async () => {
  const names = [newName('Older'), newName('Newer')]
  for (const name of names) await anOAuth(name)
  const page = await web.visit('/connectors/oauths', { width: 360 })
  await row(page, names[1]!).waitFor()
  const rows = await page.getByRole('table', { name: 'OAuth entries' }).getByRole('row').allTextContents()
  const positions = names.map((name) => rows.findIndex((text) => text.includes(name)))
  expect(positions[0]).toBeLessThan(positions[1]!)
  await expectNoSidewaysScroll(page)
})

test('deleting asks first: Never mind keeps the entry, Yes, delete removes it', async () => {
  const name = newName('Gone')
  await anOAuth(name)
  const page = await web.visit('/connectors/oauths')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Never mind' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await row(page, name).waitFor()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await row(page, name).waitFor({ state: 'hidden' })
})

test('an entry is handed to a project and shared with another', async () => {
  const [name, owner, other] = [newName('Common'), newName('Owns it'), newName('Uses it')]
  const ids: string[] = []
  for (const project of [owner, other]) {
    const made = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
      json: { name: project },
    })
    ids.push(made.projectId)
  }
  const { oauthId } = await anOAuth(name)
  const page = await web.visit('/connectors/oauths')
  await row(page, name).getByText('Installation').waitFor()
  await page.getByRole('button', { name: `Share ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Sharing of ${name}` })
  await dialog.getByRole('combobox', { name: 'Owner' }).fill(owner)
  await page.getByRole('option', { name: owner }).click()
  await dialog.getByRole('combobox', { name: 'Share with these projects' }).fill(other)
  await page.getByRole('option', { name: other }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save sharing' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row(page, name).getByText(owner).waitFor()
  expect(await web.client.get(`/v1/oauths/${oauthId}/sharing`)).toEqual({
    projectId: ids[0],
    allProjects: false,
    projectIds: [ids[1]],
  })
})

test('what the administrator of a project adds belongs to it, and the rest of the installation is not shown', async () => {
  const [name, elsewhere, project] = [newName('Ours'), newName('Theirs'), newName('Team')]
  const user = { userName: newName('grace').replace(' ', '.'), password: 'a long enough password' }
  await anOAuth(elsewhere)
  const users = '/v1/directory-integration/scim/v2/Users'
  const { id } = await web.client.call<{ id: string }>('POST', users, { json: { meta: {}, ...user } })
  const json = { name: project }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  await web.client.call('PUT', `/v1/projects/${projectId}/members/${id}`, { json: { role: 'ADMIN' } })

  const page = await web.visit('/connectors/oauths', { as: user })
  await page.getByRole('button', { name: 'Add OAuth' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add OAuth' })
  await dialog.getByLabel('Name').first().fill(name)
  await dialog.getByLabel('Client ID').fill('by-header')
  await dialog.getByLabel('Access Token URL').fill(`${server.issuer}/token`)
  const chosen = () => dialog.getByRole('combobox', { name: 'Owner' }).inputValue()
  await expect.poll(chosen, { timeout: 10_000 }).toBe(project)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, name).getByText(project).waitFor()
  expect(await row(page, elsewhere).count()).toBe(0)
  await page.getByRole('button', { name: `Share ${name}` }).click()
  const sharing = page.getByRole('dialog', { name: `Sharing of ${name}` })
  expect(await sharing.getByRole('checkbox', { name: 'Share with all projects' }).isDisabled()).toBe(true)
})

test('an entry in use is deleted only after a second confirmation, which names the connectors', async () => {
  const name = newName('Used')
  const { oauthId } = await anOAuth(name)
  const connector = newName('Uses it')
  await web.client.call<Connector>('POST', '/v1/custom-connectors', {
    json: { name: connector, endpoints: [endpoint('One', [oauthId])] },
  })
  const page = await web.visit('/connectors/oauths')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await page.getByRole('alert').getByText(connector).waitFor()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await row(page, name).waitFor({ state: 'hidden' })
})

const endpoint = (name: string, oauthIds: readonly string[] = []) => ({
  name,
  method: 'GET',
  url: `${server.issuer}/.well-known/openid-configuration`,
  authentication: { type: 'OAUTH', oauthIds },
})

test('entries pending setup are attached and saved, but not offered for the test', async () => {
  const names = [newName('Ready'), newName('Not set up')]
  const [ready] = [await anOAuth(names[0]!), await anOAuth(names[1]!)]
  await web.client.call('POST', `/v1/oauths/${ready.oauthId}/authorize`)
  const { connectorId } = await web.client.call<Connector>('POST', '/v1/custom-connectors', {
    json: { name: newName('Chooses'), endpoints: [endpoint('One')] },
  })
  const page = await web.visit(`/connectors/${connectorId}`)
  await page.getByRole('tab', { name: 'Authentication' }).click()
  await page.getByRole('button', { name: 'Add OAuth providers' }).click()
  for (const name of names) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await page.getByRole('radio', { name: names[1]! }).isDisabled()).toBe(true)
  await page.getByRole('radio', { name: names[0]! }).check()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('region', { name: 'Test', exact: true }).getByText('200 OK').waitFor()
  await page.getByRole('checkbox', { name: names[1]! }).check()
  await page.getByRole('button', { name: 'Remove the selected OAuth providers' }).click()
  await page.getByRole('checkbox', { name: names[1]! }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await page.getByRole('link', { name: 'Manage OAuth' }).click()
  await page.getByRole('heading', { name: 'OAuths', level: 1 }).waitFor()
})

test('an attached entry that the list does not have is shown by its id, and stays when another is added', async () => {
  const [hidden, added] = [newName('Hidden'), newName('Added')]
  const { oauthId } = await anOAuth(hidden)
  const other = await anOAuth(added)
  const { connectorId } = await web.client.call<Connector>('POST', '/v1/custom-connectors', {
    json: { name: newName('Keeps'), endpoints: [endpoint('One', [oauthId])] },
  })
  const page = await web.visit('/connectors')
  await page.route('**/v1/oauths?*', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { results: { oauthId: string }[] }
    const results = list.results.filter((entry) => entry.oauthId !== oauthId)
    await route.fulfill({ response, json: { ...list, results } })
  })
  await page.goto(`/connectors/${connectorId}`)
  await page.getByRole('tab', { name: 'Authentication' }).click()
  await page.getByRole('button', { name: 'Add OAuth providers' }).click()
  await page.getByRole('checkbox', { name: added }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  const attached = async () => {
    const { endpoints } = await web.client.get<{
      endpoints: { authentication: { oauthIds: string[] } }[]
    }>(`/v1/custom-connectors/${connectorId}`)
    return endpoints[0]!.authentication.oauthIds
  }
  expect(await attached()).toEqual([oauthId, other.oauthId])
  await page.getByRole('checkbox', { name: oauthId }).check()
  await page.getByRole('button', { name: 'Remove the selected OAuth providers' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await attached()).toEqual([other.oauthId])
})

test('a token that was renewed since the list was read is no answer to a new authorization', async () => {
  const name = newName('Renewed')
  const { oauthId, redirectUri } = await web.client.call<{ oauthId: string; redirectUri: string }>(
    'POST',
    '/v1/oauths',
    {
      json: entry(name, {
        grantType: 'AUTHORIZATION_CODE',
        clientId: 'web',
        authorizeUrl: `${server.issuer}/auth`,
        authParameters: [{ name: 'scope', value: 'openid' }],
      }),
    },
  )
  server.redirectUris.push(redirectUri)
  const other = await web.visit('about:blank', { elsewhere: server.issuer })
  async function grant(): Promise<void> {
    const path = `/v1/oauths/${oauthId}/authorize`
    const { authorizationUrl } = await web.client.call<{ authorizationUrl: string }>('POST', path)
    await other.goto(authorizationUrl)
    await other.getByText('is authorized').waitFor()
  }
  await grant()
  const page = await web.visit('/connectors/oauths')
  await row(page, name).getByText('Authorized').waitFor()
  await grant()
  await page.context().route(`${server.issuer}/**`, (route) => route.abort())
  // As the tokens of servers that do not say when they expire.
  await page.route(`**/v1/oauths/${oauthId}`, async (route) => {
    const response = await route.fetch()
    const { expiresAt: _, ...json } = await response.json()
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: new RegExp(`^Authorize.*${name}$`) }).click()
  const dialog = page.getByRole('dialog', { name: `Authorize ${name}` })
  await dialog.getByText('Waiting for the authorization').waitFor()
  await page.waitForResponse(`**/v1/oauths/${oauthId}`)
  expect(await dialog.getByText('is ready to use').count()).toBe(0)
  await grant()
  await dialog.getByText('is ready to use').waitFor()
})
