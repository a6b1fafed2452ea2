import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const member = { userName: `views${Math.random()}@example.com`, password: 'a long enough password' }
let projectId: string

/** A project with three schedules and two executions, and a member who may read it. */
beforeAll(async () => {
  const project = await aPublishedProject(web.client, {
    'Quick.orch.yaml': orchestration({ Start: start() }),
  })
  projectId = project.projectId
  const path = `/v1/projects/${projectId}`
  for (const [name, hour] of [
    ['Alpha', 23],
    ['beta', 1],
    ['Gamma', 12],
  ])
    await web.client.call('POST', `${path}/schedules`, {
      json: {
        pipeline: { pipelineName: 'Quick', environmentName: 'Development' },
        schedule: { name, cronExpression: `0 0 ${hour} 1 1 ? 2099` },
      },
    })
  for (let runs = 0; runs < 2; runs++) await project.finished(await project.run('Quick'))
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...member },
  })
  await web.client.call('PUT', `${path}/members/${id}`, { json: { role: 'READ_ONLY' } })
})

const openViews = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click()
const viewOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Saves the filters of the list that is shown; without `isShared` the box is left as it is. */
async function saveFilters(page: Page, name: string, isShared?: boolean): Promise<void> {
  await openViews(page)
  await page.getByRole('button', { name: 'Save these filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill(name)
  if (isShared !== undefined) await dialog.getByRole('checkbox', { name: /^Share/ }).setChecked(isShared)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('filters are saved under a name, found by another browser, shared with members and deleted', async () => {
  const page = await web.visit(`/projects/${projectId}/executions?pipeline=Quick&status=SUCCESS`)
  await openViews(page)
  await page.getByRole('button', { name: 'Save these filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Quick ones')
  await dialog.getByRole('checkbox', { name: /^Share with the members/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const other = await web.visit(`/projects/${projectId}/executions?environment=Development`, { as: member })
  await openViews(other)
  await other.getByText(/^Shared by /).waitFor()
  await takeShots(other, 'views')
  await expectAccessible(other)
  expect(await other.getByRole('button', { name: /^Delete the view/ }).count()).toBe(0)
  await viewOf(other, 'Quick ones').click()
  await other.waitForURL(({ search }) => search.includes('pipeline=Quick') && !search.includes('environment'))

  await page.goto('/executions')
  await openViews(page)
  await viewOf(page, 'Quick ones').waitFor()
  await page.getByRole('button', { name: 'Delete the view Quick ones' }).click()
  await page.getByText('No saved views yet.').waitFor()
})

test('a view of a program narrows the list by all its filters, also by those that have no field', async () => {
  const filter = { status: 'SUCCESS,FAILED', unpublished: 'true', timeFrame: 'P7D' }
  const json = { list: 'EXECUTIONS', name: `From a program ${Math.random()}`, filter, projectId }
  const { savedViewId } = await web.client.call<{ savedViewId: string }>('POST', '/v1/saved-views', { json })
  const page = await web.visit(`/projects/${projectId}/executions`)
  const rows = page.getByRole('table', { name: 'Executions' }).getByRole('link', { name: 'Quick' })
  await expect.poll(() => rows.count()).toBe(2)
  await openViews(page)
  await viewOf(page, json.name).click()
  await page.getByText('No executions match').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the filter: Only unpublished' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText('Queued within P7D').waitFor()
  expect(new URL(page.url()).searchParams.get('status')).toBe('SUCCESS,FAILED')
  await web.client.call('DELETE', `/v1/saved-views/${savedViewId}`)
})

test('a shared view whose filters are replaced stays shared, unless its owner says otherwise', async () => {
  const name = `Of the team ${Math.random()}`
  const save = async (address: string, isShared?: boolean) => {
    const page = await web.visit(address)
    await saveFilters(page, name, isShared)
    return page
  }
  const ofProject = `/projects/${projectId}/executions`
  const shared = async () => {
    const query = `list=EXECUTIONS&projectId=${projectId}`
    const all = await web.client.all<{ name: string; filter: object }>(`/v1/saved-views?${query}`)
    return all.filter((view) => view.name === name).map(({ filter }) => filter)
  }
  await save(`${ofProject}?status=FAILED`, true)
  expect(await shared()).toEqual([{ status: 'FAILED' }])
  await save(`${ofProject}?status=SUCCESS`)
  expect(await shared()).toEqual([{ status: 'SUCCESS' }])
  await save('/executions?status=RUNNING')
  expect(await shared()).toEqual([{ status: 'RUNNING' }])
  const page = await save(`${ofProject}?status=FAILED`, false)
  expect(await shared()).toEqual([])
  await openViews(page)
  await page.getByRole('button', { name: `Delete the view ${name}` }).click()
  await page.getByText('No saved views yet.').waitFor()
})

test('filters are saved once it is known whether their name is taken', async () => {
  const name = `Known late ${Math.random()}`
  const page = await web.visit('/executions?status=FAILED')
  await saveFilters(page, name)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/v1\/saved-views\?/, (route) => isAnswered.then(() => route.continue()))
  await page.goto('/executions?status=SUCCESS')
  await openViews(page)
  await page.getByRole('button', { name: 'Save these filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill(name)
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  answer()
  await dialog.getByText(`Replaces your view ${name}.`).waitFor()
  await save.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/executions')
  await openViews(page)
  await viewOf(page, name).click()
  await page.waitForURL(({ search }) => search.includes('status=SUCCESS'))
  await openViews(page)
  await page.getByRole('button', { name: `Delete the view ${name}` }).click()
  await page.getByText('No saved views yet.').waitFor()
})

test('views that the browser kept are on the server after a visit, and only there', async () => {
  const page = await web.visit('/profile')
  const { id } = await page.evaluate<{ id: string }>(
    `fetch('/api/v1/session').then((answer) => answer.json()).then(({ id }) => ({ id }))`,
  )
  const key = `headrace.views.executions.${id}`
  const kept = JSON.stringify([{ name: 'Failed nights', filter: { status: 'FAILED' } }])
  await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(kept)})`)
  const refusal = { status: 429, title: 'Too many', detail: 'Try again later', violations: [] }
  await page.route('**/v1/saved-views', (route) => route.fulfill({ status: 429, json: refusal }))
  const isRefused = page.waitForResponse('**/v1/saved-views')
  await page.goto('/executions')
  await (await isRefused).finished()
  await page.unroute('**/v1/saved-views')
  await page.goto('/executions')
  await openViews(page)
  await viewOf(page, 'Failed nights').click()
  await page.waitForURL(/status=FAILED/)
  await expect.poll(() => page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`)).toBeNull()
  await openViews(page)
  await page.getByRole('button', { name: 'Delete the view Failed nights' }).click()
  await page.getByText('No saved views yet.').waitFor()
})

test('headers order a list, say so, and the address keeps the order', async () => {
  const page = await web.visit(`/projects/${projectId}/schedules`)
  const table = page.getByRole('table', { name: 'Schedules' })
  const names = () => table.getByRole('row').getByRole('link').allInnerTexts()
  const header = (name: string) => table.getByRole('columnheader', { name })
  await expect.poll(names).toEqual(['Alpha', 'beta', 'Gamma'])
  expect(await header('Name').getAttribute('aria-sort')).toBe('ascending')
  await header('Name').getByRole('button').press('Enter')
  await expect.poll(names).toEqual(['Gamma', 'beta', 'Alpha'])
  await header('Next run').getByRole('button').click()
  await expect.poll(names).toEqual(['beta', 'Gamma', 'Alpha'])
  expect(await header('Next run').getAttribute('aria-sort')).toBe('ascending')
  expect(await header('Name').getAttribute('aria-sort')).toBe('none')
  await takeShots(page, 'sorted')
  await expectAccessible(page)
  await page.reload()
  await expect.poll(names).toEqual(['beta', 'Gamma', 'Alpha'])

  await page.goto(`/projects/${projectId}/executions`)
  const runs = page.getByRole('table', { name: 'Executions' })
  const links = () =>
    runs
      .getByRole('row')
      .getByRole('link', { name: 'Quick' })
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await expect.poll(async () => (await links()).length).toBe(2)
  const before = await links()
  await runs.getByRole('columnheader', { name: 'Queued' }).getByRole('button').click()
  await page.waitForURL(/sort=queuedAt/)
  await expect.poll(links).toEqual(before.toReversed())
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
