import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { aChain, aDesignedProject, openDraft } from '../support/designer.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()

const CONTENT = '**/repositories/files/content*'
const BRANCHES = '**/repositories/branches*'
const WHY = 'The repository cannot be read: it is away'
const refuse = (route: Route) =>
  route.fulfill({
    status: 409,
    json: { type: 'about:blank', title: 'Conflict', status: 409, detail: WHY, violations: [] },
  })

const card = (page: Page, name: string) =>
  page
    .getByRole('application', { name: /^Canvas of / })
    .getByRole('button', { name: new RegExp(`^${name} `) })
const designer = (projectId: string, file: string) => `/projects/${projectId}/designer?file=${file}`

async function add(page: Page, search: string) {
  await page.getByLabel('Find a component to add').fill(search)
  await page.keyboard.press('Enter')
}

test('while the repository cannot be read, the Designer says so and shows no new pipeline', async () => {
  const projectId = await aDesignedProject(web)
  await web.client.call('PUT', `/v1/projects/${projectId}/repositories/files`, {
    json: { branch: 'main', path: 'Kept.orch.yaml', content: aChain('Kept') },
  })
  const page = await web.visit('/')
  await page.route(CONTENT, refuse)
  await page.route(BRANCHES, refuse)
  await page.goto(designer(projectId, 'Kept.orch.yaml'))
  const alert = page.getByRole('alert').filter({ hasText: WHY })
  await alert.waitFor()
  await page.getByRole('button', { name: 'New pipeline' }).click()
  const dialog = page.getByRole('dialog', { name: 'New pipeline' })
  await dialog.getByLabel('Name').fill('Fresh')
  await dialog.getByRole('button', { name: 'Open in the Designer' }).click()
  await dialog.getByText(WHY).waitFor()
  await page.unroute(BRANCHES)
  await dialog.getByRole('button', { name: 'Open in the Designer' }).click()
  await page.waitForURL(/file=Fresh/)
  await page.goto(designer(projectId, 'Kept.orch.yaml'))
  await alert.waitFor()
  await page.unroute(CONTENT)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await card(page, 'Kept').waitFor()
})

test('when the other window discarded a file that no commit has, using its state leaves the file', async () => {
  const projectId = await aDesignedProject(web)
  const one = await openDraft(web, projectId, 'Discarded.orch.yaml', aChain('Load'))
  const other = await web.visit(designer(projectId, 'Discarded.orch.yaml'))
  await other.getByRole('button', { name: 'Discard draft' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await other.waitForURL(/\/pipelines/)
  await add(one, 'and')
  const dialog = one.getByRole('dialog', { name: 'This file was saved in another window' })
  await dialog.getByText('The draft was discarded or committed there.').waitFor()
  await one.route(CONTENT, refuse)
  await dialog.getByRole('button', { name: "Use the other window's" }).click()
  await dialog.getByText(WHY).waitFor()
  await one.unroute(CONTENT)
  await dialog.getByRole('button', { name: "Use the other window's" }).click()
  await one.waitForURL(/\/pipelines/)
  await one.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  expect(await one.getByRole('dialog').count()).toBe(0)
})

test('a commit that is made is not shown as failed when its publication gets no answer', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Made.orch.yaml', aChain('Load'))
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByRole('radio', { name: 'Development' }).check()
  await page.route('**/artifacts/from-git', (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'Commit to main and publish' }).click()
  await page.getByText('The commit is made, but not published to Development.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
})

test('two windows that begin a draft at once do not overwrite each other, and a lost answer is no conflict', async () => {
  const projectId = await aDesignedProject(web)
  const one = await web.visit(designer(projectId, 'Begun.orch.yaml'))
  const other = await web.visit(designer(projectId, 'Begun.orch.yaml'))
  const isPut = (route: Route) => route.request().method() === 'PUT'
  const { promise: isKept, resolve: kept } = Promise.withResolvers<void>()
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
  await one.route('**/drafts/**', async (route) => {
    if (!isPut(route)) return route.continue()
    sent()
    await isKept
    return route.continue()
  })
  let isLost = false
  await other.route('**/drafts/**', async (route) => {
    if (isLost || !isPut(route)) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  await card(one, 'Start').click()
  await add(one, 'and')
  await isSent
  await card(other, 'Start').click()
  await add(other, 'end success')
  await other.getByText(/^Not saved: /).waitFor()
  await other.getByText('Saved as your draft').waitFor()
  kept()
  const dialog = one.getByRole('dialog', { name: 'This file was saved in another window' })
  await dialog.getByRole('region', { name: 'The other window' }).getByText('end-success').waitFor()
  await dialog.getByRole('button', { name: "Use the other window's" }).click()
  await card(one, 'End Success').waitFor()
})
