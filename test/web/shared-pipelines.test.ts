import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { aDesignedProject, draftOf, openDraft } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { callerOf, parameter, sharedFile } from '../support/shared-files.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const prefix = `library-${randomUUID().slice(0, 8)}`
const component = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Components' }).getByRole('button', { name, exact: true })

const library = (variables: Parameters<typeof orchestration>[1]) => ({
  'load.orch.yaml': orchestration({ Start: start() }, variables),
  '.matillion/shared-pipelines.yaml': sharedFile({ 'load.orch.yaml': { id: 'customers' } }),
})

async function publishShared(name: string, variables: Parameters<typeof orchestration>[1]): Promise<void> {
  const files = library(variables)
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = { sharedPipelineIdPrefix: prefix, versionName: name }
  await web.client.call('POST', '/v1/shared-pipelines/artifacts', { form, headers })
}

beforeAll(async () => {
  await publishShared('1.0', { region: parameter('north'), old: parameter('x') })
  await publishShared('2.0', { region: parameter('south') })
})

test('a set shows its versions, parameters and users, and a version is disabled after a question', async () => {
  const page = await web.visit('/shared-pipelines')
  const search = page.getByRole('textbox', { name: 'Find shared pipelines' })
  await search.pressSequentially(prefix.slice(3))
  await search.press('Home')
  for (const key of prefix.slice(0, 3)) await page.keyboard.press(key)
  expect(await search.inputValue()).toBe(prefix)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: `${prefix}#customers` }).click()
  await page.getByRole('heading', { name: 'Pipelines of version 2.0' }).waitFor()
  await page
    .getByRole('table', { name: `Parameters of ${prefix}#customers` })
    .getByText('south')
    .waitFor()
  await page.getByText('No users that you may see').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: '1.0', exact: true }).click()
  await page.getByRole('heading', { name: 'Users of version 1.0' }).waitFor()
  await page.getByRole('button', { name: 'Disable version 2.0' }).click()
  await page.getByRole('dialog').getByText('keep running it').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable version', exact: true }).click()
  await page.getByRole('button', { name: 'Enable version 2.0' }).click()
  await page.getByRole('button', { name: 'Disable version 2.0' }).waitFor()
  await page.getByRole('button', { name: 'Sharing' }).click()
  await page.getByRole('checkbox', { name: 'Share with all projects' }).waitFor()
  await expectAccessible(page)
})

test('in the Designer a component sets the parameters of a version, and is upgraded after a look at what changes', async () => {
  const reference = `${prefix}#customers`
  const project = await aDesignedProject(web)
  const page = await openDraft(web, project, 'Main.orch.yaml', callerOf(reference, { version: '1.0' }))
  await component(page, 'Run Shared').click()
  await page.getByRole('textbox', { name: 'region' }).fill('west')
  await page.getByRole('textbox', { name: 'old' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upgrade to 2.0' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('old was removed').waitFor()
  await dialog.getByText('default north, now south').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click()
  await page.getByRole('textbox', { name: 'old' }).waitFor({ state: 'detached' })
  await page.getByText('Saved as your draft').waitFor()
  const text = await draftOf(page)
  expect(text).toContain('"version":"2.0"')
  expect(text).toContain('west')
  const query = { sharedPipelineIdPrefix: prefix, versionName: '2.0' }
  const enable = (enabled: boolean) =>
    web.client.call('PATCH', '/v1/shared-pipelines/artifacts/details', { query, json: { enabled } })
  await enable(false)
  await page.reload()
  await component(page, 'Run Shared').click()
  await page.getByText('This version is disabled').waitFor()
  await page.getByRole('button', { name: 'Change to 1.0' }).waitFor()
  await enable(true)
})

test('without shared pipelines the page says how to share some; publishing explains what is wrong', async () => {
  const page = await web.visit('/shared-pipelines?find=nothing-has-this-name')
  await page.getByText('No shared pipelines match').waitFor()
  await page.getByRole('button', { name: 'Publish a version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('textbox', { name: 'Branch, tag or commit' }).fill('no-such-branch')
  await dialog.getByRole('textbox', { name: 'Version' }).fill('9')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
})

test('a commit is published; projects that it is no longer shared with stay among its users, marked', async () => {
  const set = `${prefix}-own`
  const [owner, user] = [await aDesignedProject(web), await aDesignedProject(web)]
  const nameOf = async (id: string) => (await web.client.get<{ name: string }>(`/v1/projects/${id}`)).name
  const [ownerName, userName] = [await nameOf(owner), await nameOf(user)]
  for (const [path, content] of Object.entries(library({})))
    await web.client.call('PUT', `/v1/projects/${owner}/repositories/files`, {
      json: { branch: 'main', path, content },
    })
  const page = await web.visit('/shared-pipelines')
  await page.getByRole('button', { name: 'Publish a version' }).click()
  const publishing = page.getByRole('dialog')
  await publishing.getByRole('combobox', { name: 'Project' }).fill(ownerName)
  await page.getByRole('option', { name: ownerName }).click()
  await publishing.getByRole('textbox', { name: 'Branch, tag or commit' }).fill('main')
  await publishing.getByRole('textbox', { name: 'Set' }).fill(set)
  await publishing.getByRole('textbox', { name: 'Version' }).fill('1.0')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(`Published version 1.0 of ${set}.`).waitFor()

  const share = (projectIds: readonly string[]) => ({ projectId: owner, allProjects: false, projectIds })
  const sharing = `/v1/shared-pipelines/sharing?sharedPipelineIdPrefix=${set}`
  await web.client.call('PUT', sharing, { json: share([user]) })
  const form = new FormData()
  form.append('Main.orch.yaml', new Blob([callerOf(`${set}#customers`)]), 'Main.orch.yaml')
  const headers = { versionName: '1', environmentName: 'Development' }
  await web.client.call('POST', `/v1/projects/${user}/artifacts`, { form, headers })

  await page.getByRole('textbox', { name: 'Find shared pipelines' }).fill(set)
  await page.getByRole('link', { name: `${set}#customers` }).click()
  const users = page.getByRole('table', { name: 'Published users' })
  await users.getByText(userName).waitFor()
  await page.getByRole('button', { name: 'Sharing' }).click()
  const dialog = page.getByRole('dialog', { name: `Sharing of ${set}` })
  await dialog.getByText(userName).waitFor()
  await dialog.getByRole('combobox', { name: 'Share with these projects' }).press('Backspace')
  await dialog.getByText('fail at their next run').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save sharing' }).click()
  await users.getByText('not shared any more').waitFor()
  await expectAccessible(page)
})
