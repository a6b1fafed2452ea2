import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
let projectId: string
let agentId: string

beforeAll(async () => {
  const json = { name: `Unsaved ${Math.random()}` }
  projectId = (await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })).projectId
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  agentId = agents.find(({ name }) => name === 'local')!.agentId
  const environment = { name: 'Development', defaultAgentId: agentId }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json: environment })
  const variable = { name: 'city', type: 'TEXT', behaviour: 'SHARED', value: 'Kassel' }
  await web.client.call('POST', `/v1/projects/${projectId}/variables`, { json: variable })
})

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** What the browser asks when the window is closed; undefined when it closes at once. */
async function closingAsks(page: Page): Promise<string | undefined> {
  const asked = new Promise<string | undefined>((resolve) => {
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())))
    page.once('close', () => resolve(undefined))
  })
  await page.close({ runBeforeUnload: true })
  return asked
}

/** Typed text outlives a link and the end of the window, until the user says that it may be lost. */
async function expectKept(page: Page, field: Locator, text: string, leave: () => Promise<unknown>) {
  const address = page.url()
  const question = questionOf(page)
  await field.fill(text)
  await leave()
  await question.waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe(text)
  expect(page.url()).toBe(address)
  expect(await closingAsks(page)).toBe('beforeunload')
  await leave()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.poll(() => page.url()).not.toBe(address)
}

const forms = [
  ['project settings', () => `/projects/${projectId}/settings`, /^Name/],
  [
    'an environment',
    () => `/projects/${projectId}/environments?environment=Development&tab=settings`,
    /^Display name/,
  ],
  ['a runner', () => `/runners/${agentId}`, /^Description/],
  ['a password', () => '/profile?tab=password', /^Current password/],
  ['a repository elsewhere', () => `/projects/${projectId}/repository`, /^Access token/],
] as const

test.each(forms)('leaving the form of %s asks first', async (_, path, label) => {
  const page = await web.visit(path())
  const field = page.locator('input, textarea').and(page.getByLabel(label)).first()
  await field.waitFor()
  await expectKept(page, field, '12', () => page.getByRole('link', { name: 'All executions' }).click())
})

test('what is saved may be left, and what is typed afterwards may not', async () => {
  const page = await web.visit(`/projects/${projectId}/settings`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Figures of flights')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the project').waitFor()
  expect(await closingAsks(page)).toBeUndefined()

  const again = await web.visit(`/projects/${projectId}/settings`)
  const field = again.getByRole('textbox', { name: 'Description' })
  await field.fill('Figures of trains')
  await again.getByRole('button', { name: 'Save' }).click()
  await again.getByText('Saved the project').waitFor()
  await again.getByRole('link', { name: 'All executions' }).click()
  await again.getByRole('heading', { name: 'All executions' }).waitFor()
  expect(await questionOf(again).count()).toBe(0)
})

test('a dialog and the cell of a table ask before the page is left; what they created leads on unasked', async () => {
  const page = await web.visit('/')
  await page.getByRole('link', { name: 'All executions' }).click()
  await page.getByRole('heading', { name: 'All executions' }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'New project' }).click()
  const name = page.getByRole('dialog', { name: 'New project' }).getByLabel('Name')
  await expectKept(page, name, 'Half a name', () => page.goBack())

  await page.goto('/')
  await page.getByRole('button', { name: 'New project' }).click()
  await name.fill(`Made ${Math.random()}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  expect(await questionOf(page).count()).toBe(0)

  await page.goto(`/projects/${projectId}/variables`)
  await page.getByRole('button', { name: 'Kassel' }).first().click()
  const cell = page.getByRole('textbox', { name: /city/ })
  await expectKept(page, cell, 'Bonn', () => page.getByRole('link', { name: 'All executions' }).click())
})
