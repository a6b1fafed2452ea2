import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
const projectName = `Unsaved ${Math.random()}`
let projectId: string
let agentId: string

beforeAll(async () => {
  const json = { name: projectName }
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

/** In a window with a session of its own: when it ends, the pages of other tests stay signed in. */
async function visitAlone(path: string): Promise<Page> {
  const page = await web.visit(`/sign-in?returnTo=${encodeURIComponent(path)}`, { as: null })
  await page.getByLabel('User name').fill(web.admin.userName)
  await page.getByLabel(/^Password/).fill(web.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return page
}

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in to Headrace' })

test('signing out asks before it ends the session', async () => {
  const page = await visitAlone(`/projects/${projectId}/settings`)
  const description = page.getByRole('textbox', { name: 'Description' })
  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await description.fill(`Kept ${Math.random()}`)
  await signOut()
  await questionOf(page).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the project').waitFor()
  await page.getByRole('link', { name: 'All executions' }).click()
  await page.getByRole('heading', { name: 'All executions' }).waitFor()
  await page.goBack()
  await description.fill('Lost')
  await signOut()
  await questionOf(page).getByRole('button', { name: 'Leave without saving' }).click()
  await signInHeading(page).waitFor()
  await page.goto('/')
  await signInHeading(page).waitFor()
})

test('a page whose session has ended is left although something was typed in it', async () => {
  const page = await visitAlone(`/projects/${projectId}/settings`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Leave the page and sign in' }).click()
  await signInHeading(page).waitFor()
})

test('a form whose request came after the end of the session says so, and is sent again after a sign-in', async () => {
  const page = await visitAlone('/')
  await page.getByRole('button', { name: 'New project' }).click()
  const form = page.getByRole('dialog', { name: 'New project' })
  await form.getByLabel('Name').fill(`Later ${Math.random()}`)
  await page.context().clearCookies()
  await form.getByLabel('Name').press('Enter')
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('User name').press('Escape')
  await again.getByLabel('User name').fill(web.admin.userName)
  await again.getByLabel('Password').first().fill(web.admin.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await form.getByRole('alert').innerText()).toContain('Try again once you are signed in.')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
})

test('what was typed about a project that is deleted is not asked about', async () => {
  const name = `Deleted ${Math.random()}`
  const made = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json: { name } })
  const page = await web.visit(`/projects/${made.projectId}/settings`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByLabel(/to confirm$/).fill(name)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
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

test('Escape stays on the page with a dialog, and asks nothing else', async () => {
  const page = await web.visit('/')
  await page.getByRole('link', { name: 'All executions' }).click()
  await page.getByRole('heading', { name: 'All executions' }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'New project' }).click()
  const name = page.getByRole('dialog', { name: 'New project' }).getByLabel('Name')
  await name.fill('Half a name')
  await page.goBack()
  await questionOf(page).getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await questionOf(page).waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await name.inputValue()).toBe('Half a name')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor()
})

test('an allow list that was not saved is asked about', async () => {
  const page = await web.visit(`/runners/${agentId}`)
  const card = page.getByRole('region', { name: 'Allow list' })
  await card.getByRole('combobox', { name: 'Add a project' }).fill(projectName)
  await page.getByRole('option', { name: projectName }).click()
  await page.getByRole('link', { name: 'All executions' }).click()
  await questionOf(page).getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { name: 'All executions' }).waitFor()
})

/** The user comes back to the window, until the page has read `path` again. */
async function comeBack(page: Page, path: string): Promise<void> {
  let isRead = false
  const readAgain = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api${path}`)
  void readAgain.then(() => (isRead = true))
  await expect
    .poll(async () => {
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
      return isRead
    })
    .toBe(true)
  await page.waitForLoadState('networkidle')
}

test.each([
  {
    of: 'a project',
    page: () => `/projects/${projectId}/settings`,
    path: () => `/v1/projects/${projectId}`,
    others: { reviewBeforeMerging: 'ERRORS' },
  },
  {
    of: 'an environment',
    page: () => `/projects/${projectId}/environments?environment=Development&tab=settings`,
    path: () => `/v1/projects/${projectId}/environments/Development`,
    others: { maxConcurrentExecutions: 7 },
  },
])('what others save of $of neither takes away what was typed nor is undone by it', async (form) => {
  const description = `Typed ${Math.random()}`
  const page = await web.visit(form.page())
  const field = page.getByRole('textbox', { name: 'Description' })
  await field.fill(description)
  await web.client.call('PATCH', form.path(), { json: form.others })
  await comeBack(page, form.path())
  expect(await field.inputValue()).toBe(description)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved the /).waitFor()
  expect(await web.client.get(form.path())).toMatchObject({ ...form.others, description })

  const later = `Saved by others ${Math.random()}`
  await web.client.call('PATCH', form.path(), { json: { description: later } })
  await comeBack(page, form.path())
  await expect.poll(() => field.inputValue()).toBe(later)
})

test('what was typed in a cell is saved when another one is opened, and a refusal is said in its cell', async () => {
  const variable = { name: 'limit', type: 'NUMBER', behaviour: 'SHARED', value: 5 }
  await web.client.call('POST', `/v1/projects/${projectId}/variables`, { json: variable })
  const page = await web.visit(`/projects/${projectId}/variables?name=limit`)
  const cell = (where: string) => page.getByRole('textbox', { name: `limit in ${where}` })
  await page.getByRole('button', { name: 'limit in the project: 5' }).click()
  await cell('the project').fill('6')
  await page.getByRole('button', { name: 'limit in Development: 5, inherited' }).click()
  await page.getByRole('button', { name: 'limit in the project: 6' }).waitFor()
  const isFocused = (field: Locator) => field.evaluate((one) => one === one.ownerDocument.activeElement)
  expect(await isFocused(cell('Development'))).toBe(true)
  await cell('Development').fill('many')
  await page.getByRole('button', { name: 'limit in the project: 6' }).click()
  await page.getByRole('alert').getByText('“many” was not accepted').waitFor()
  expect(await isFocused(cell('the project'))).toBe(true)
  expect(await web.client.get(`/v1/projects/${projectId}/variables/limit`)).toMatchObject({ value: 6 })
})
