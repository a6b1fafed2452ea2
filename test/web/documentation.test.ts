import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const operation = (page: Page, id: string) =>
  page.locator('section.operation', { has: page.locator(`#${id}`) })

async function anAccessToken(): Promise<string> {
  const { clientId, clientSecret } = inject('web')
  const response = await fetch(`${web.origin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('every page of the interface leads to its documentation, whose search finds a section', async () => {
  const page = await web.visit('/runners')
  const help = page.getByRole('link', { name: 'Help' })
  expect(await help.getAttribute('href')).toBe('/docs/guides/scale-out')
  await page.goto('/docs')
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('overlap polic')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/.+/)
  await expectAccessible(page)
})

test('a signed-in user tries an operation with the session, also one that changes something', async () => {
  const page = await web.visit('/docs/api/projects')
  await page.getByText('Requests are sent as').waitFor()
  await expectAccessible(page)
  const create = operation(page, 'createProject')
  await create.getByRole('button', { name: 'Try it' }).click()
  const name = `Tried ${Math.random()}`
  await create.getByLabel(/^Body/).fill(JSON.stringify({ name }))
  await create.getByRole('button', { name: 'Send' }).click()
  await create.locator('.result').getByText('201 Created').waitFor()
  expect(await create.locator('.result').textContent()).toContain(name)
  await expectAccessible(page)

  const get = operation(page, 'getProject')
  await get.getByRole('button', { name: 'Try it' }).click()
  await get.getByRole('button', { name: 'Send' }).click()
  await get.getByText('Fill in projectId.').waitFor()
  await get.getByLabel(/^projectId/).fill('..')
  await get.getByRole('button', { name: 'Send' }).click()
  await get.getByText('projectId cannot be ...').waitFor()
})

test('a token that is typed in is used instead of the session, and without either the API refuses', async () => {
  const page = await web.visit('/docs/api/projects', { as: null })
  await page.getByText('You are not signed in.').waitFor()
  const list = operation(page, 'listProjects')
  await list.getByRole('button', { name: 'Try it' }).click()
  await list.getByRole('button', { name: 'Send' }).click()
  await list.locator('.result').getByText('401 Unauthorized').waitFor()
  await page.getByLabel('Access token').fill(await anAccessToken())
  await list.getByRole('button', { name: 'Send' }).click()
  await list.locator('.result').getByText('200 OK').waitFor()
})

test.each([
  ['/docs', 'Headrace documentation'],
  ['/docs/api/schedules', 'Schedules'],
  ['/docs/components', 'Components'],
])('%s fits a phone', async (path, heading) => {
  const page = await web.visit(path, { width: 360 })
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expectNoSidewaysScroll(page)
})

test('what the documentation serves is kept by caches, and what it has not is not found', async () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${web.origin}${path}`, { headers })
  const page = await get('/docs/guides/access', { 'accept-encoding': 'br' })
  expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';")
  const again = await get('/docs/guides/access', { 'if-none-match': page.headers.get('etag')! })
  expect(again.status).toBe(304)
  expect((await get('/docs/guides/none')).status).toBe(404)
  expect((await get('/docs/..%2findex.html')).status).toBe(404)
  expect(await (await get('/llms.txt')).text()).toMatch(/^# Headrace\n/)
  expect((await get('/docs/guides/access.md')).headers.get('content-type')).toContain('text/markdown')
  expect(await (await get('/docs/settings.json')).json()).toEqual({ basePath: '/api' })
})
