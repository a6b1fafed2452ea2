import { expect, test } from 'vitest'
import { client as openIdClient, useOpenIdProvider } from '../support/open-id-provider.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const provider = useOpenIdProvider(() => `${web.origin}/api/v1/sign-in/open-id/callback`)

test('a visitor signs in and comes back to where the link led', async () => {
  const page = await web.visit('/runners?status=CONNECTED', { as: null })
  await page.getByRole('heading', { name: 'Sign in to Headrace' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('User name').fill(web.admin.userName)
  await page.getByLabel(/^Password/).fill(web.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Runners', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?status=CONNECTED')
})

test('a wrong password is refused with the sentence of the API, and nothing that was written is lost', async () => {
  const page = await web.visit('/sign-in', { as: null })
  await page.getByLabel('User name').fill(web.admin.userName)
  await page.getByLabel(/^Password/).fill('certainly not it')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('User name').inputValue()).toBe(web.admin.userName)
})

test('a link to the sign-in cannot redirect to another site', async () => {
  for (const returnTo of [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    'javascript:alert(1)',
  ]) {
    const page = await web.visit(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`, { as: null })
    await page.getByLabel('User name').fill(web.admin.userName)
    await page.getByLabel(/^Password/).fill(web.admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    expect(new URL(page.url()).origin).toBe(web.origin)
  }
})

test('after signing out nothing is visible any more', async () => {
  const person = await web.visit('/sign-in', { as: null })
  await person.getByLabel('User name').fill(web.admin.userName)
  await person.getByLabel(/^Password/).fill(web.admin.password)
  await person.getByRole('button', { name: 'Sign in', exact: true }).click()
  await person.getByRole('button', { name: /^Account of/ }).click()
  await person.getByRole('menuitem', { name: 'Sign out' }).click()
  await person.getByRole('heading', { name: 'Sign in to Headrace' }).waitFor()
  await person.goto('/runners')
  await person.getByRole('heading', { name: 'Sign in to Headrace' }).waitFor()
})

test('the keys: ? lists them, g r goes to the runners, Ctrl-K finds a page', async () => {
  const page = await web.visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Runners', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').fill('audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Actor' }).waitFor()
  const id = '0195b1c2-0000-7000-8000-00000000abcd'
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').fill(id)
  await page.getByRole('button', { name: `Execution ${id}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/executions/${id}`)
})

test('what is served is the build for production', async () => {
  const page = await (await fetch(`${web.origin}/`, { headers: { accept: 'text/html' } })).text()
  const [, script] = /src="([^"]+\.js)"/.exec(page)!
  const file = await fetch(new URL(script!, web.origin), { headers: { 'accept-encoding': 'br' } })
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(file.headers.get('cache-control')).toContain('immutable')
  const text = await file.text()
  expect(text).not.toContain('lineNumber:') // which React's build for development says of every element
})

test('an address without a page says so and leads home', async () => {
  const page = await web.visit('/no/such/page')
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runners' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to home' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('at 360 pixels the menu opens over the page, and nothing scrolls sideways', async () => {
  const page = await web.visit('/', { width: 360 })
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Connectors' }).click()
  await page.getByRole('heading', { name: 'Connectors', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Menu', expanded: false }).waitFor()
})

test('a user signs in by single sign-on and lands where the link led; a stranger sees why not', async () => {
  const userName = `${Math.random().toString(36).slice(2)}@example.com`
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const meta = { resourceType: 'User' }
  await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { schemas, meta, userName },
  })
  const name = `Sign-on ${Math.random()}`
  const json = { name, issuer: provider.issuer, clientId: openIdClient.id, clientSecret: openIdClient.secret }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/identity-providers', { json })
  provider.person = { sub: userName, email: userName, email_verified: true }
  const page = await web.visit('/runners?tab=tracks', { as: null, elsewhere: provider.issuer })
  await page.getByRole('link', { name: `Sign in with ${name}` }).click()
  await page.getByRole('heading', { name: 'Runners', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=tracks')

  provider.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }
  const other = await web.visit('/sign-in', { as: null, elsewhere: provider.issuer })
  await other.getByRole('link', { name: `Sign in with ${name}` }).click()
  await other.getByRole('alert').waitFor()
  await expectAccessible(other)
  await web.client.call('DELETE', `/v1/identity-providers/${id}`)
})

test('a user who signs out is led to the provider, signs out there too, and comes back', async () => {
  const userName = `${Math.random().toString(36).slice(2)}@example.com`
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const user = { schemas, meta: { resourceType: 'User' }, userName }
  await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', { json: user })
  const registered = await provider.register({ post_logout_redirect_uris: [`${web.origin}/sign-in`] })
  const name = `Sign-off ${Math.random()}`
  const json = { name, issuer: provider.issuer, ...registered, signOutAtProvider: true }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/identity-providers', { json })
  provider.person = { sub: userName, email: userName, email_verified: true }
  const page = await web.visit('/', { as: null, elsewhere: provider.issuer })
  await page.route('https://**', (route) => route.abort()) // fonts that the page of the provider wants
  await page.getByRole('link', { name: `Sign in with ${name}` }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Headrace' }).waitFor()
  await page.goto('/runners')
  await page.getByRole('heading', { name: 'Sign in to Headrace' }).waitFor()
  await web.client.call('DELETE', `/v1/identity-providers/${id}`)
})

test('a provider that does not answer is told about on the page for signing in, and the link goes on working', async () => {
  const name = `Flaky ${Math.random()}`
  const json = { name, issuer: provider.issuer, clientId: openIdClient.id, clientSecret: openIdClient.secret }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/identity-providers', { json })
  provider.person = { sub: `flaky-${name}`, email: 'flaky@example.com', email_verified: true }
  provider.tokenAnswers = 'closed'
  const page = await web.visit('/sign-in?returnTo=%2Frunners', { as: null, elsewhere: provider.issuer })
  await page.getByRole('link', { name: `Sign in with ${name}` }).click()
  await page.getByText('The identity provider is not responding').waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/runners')
  provider.tokenAnswers = 'broken'
  await page.goto('/sign-in')
  await page.getByRole('link', { name: `Sign in with ${name}` }).click()
  await page.getByText('The identity provider is not responding').waitFor()
  provider.tokenAnswers = 'as usual'
  await page.goto('/sign-in')
  await page.getByRole('link', { name: `Sign in with ${name}` }).click()
  await page.getByText('you have no access to Headrace').waitFor()
  await web.client.call('DELETE', `/v1/identity-providers/${id}`)
})

test('an administrator changes how a provider is used, and finds what to register there', async () => {
  const name = `Changed ${Math.random()}`
  const json = { name, issuer: provider.issuer, clientId: openIdClient.id, clientSecret: openIdClient.secret }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/identity-providers', { json })
  const page = await web.visit('/administration/identity-providers')
  await page.getByRole('button', { name: `Settings of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Settings of ${name}` })
  await dialog.getByLabel('Client authentication').selectOption('private_key_jwt')
  await dialog.getByLabel('Sign out at the provider too').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name })
  await row.getByText(`${web.origin}/api/v1/sign-in/open-id/${id}/jwks`).waitFor()
  await row.getByText(`${web.origin}/sign-in`, { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await web.client.call('GET', `/v1/identity-providers/${id}`)).toMatchObject({
    tokenEndpointAuthMethod: 'private_key_jwt',
    signOutAtProvider: true,
  })
  await web.client.call('DELETE', `/v1/identity-providers/${id}`)
})
