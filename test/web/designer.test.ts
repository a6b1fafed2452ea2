import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { newPipelineText } from '../../src/pipeline/editing/new-pipeline.ts'
import { aChain, aDesignedProject, draftOf, openDraft, takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

interface Project {
  readonly projectId: string
}
const aProject = () =>
  web.client.call<Project>('POST', '/v1/projects', { json: { name: `Designer ${randomUUID()}` } })

const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}
const canvas = (page: Page) => page.getByRole('application', { name: /^Canvas of / })
const card = (page: Page, name: string) => canvas(page).getByRole('button', { name: new RegExp(`^${name}`) })
const saved = (page: Page) => page.getByText('Saved as your draft').waitFor()

async function add(page: Page, search: string) {
  await page.getByLabel('Find a component to add').fill(search)
  await page.keyboard.press('Enter')
}

test('a pipeline is begun, drawn by keyboard, saved as a draft and found again after a reload', async () => {
  const { projectId } = await aProject()
  const page = await web.visit(`/projects/${projectId}/pipelines`)
  await page.getByRole('button', { name: 'New pipeline' }).click()
  await page.getByLabel('Name').fill('Orders/Load')
  await page.keyboard.press('Enter')
  await card(page, 'Start').click()
  await add(page, 'print variables')
  await card(page, 'Print Variables').waitFor()
  await page.getByRole('region', { name: 'Properties' }).getByText('always from Start').waitFor()
  await saved(page)
  await shot(page, 'designer')
  await page.getByLabel('Name', { exact: true }).fill('Report')
  await page.keyboard.press('Enter')
  await card(page, 'Report').waitFor()
  await saved(page)
  await page.reload()
  await card(page, 'Report').click()
  await page.getByRole('region', { name: 'Properties' }).getByText('always from Start').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('Enter in New pipeline counts while the branches load', async () => {
  const { projectId } = await aProject()
  const page = await web.visit('/')
  const { promise: isPressed, resolve: pressed } = Promise.withResolvers<void>()
  await page.route('**/repositories/branches*', async (route) => {
    await isPressed
    await route.continue()
  })
  await page.goto(`/projects/${projectId}/pipelines`)
  await page.getByRole('button', { name: 'New pipeline' }).click()
  await page.getByLabel('Name').fill('Early')
  await page.keyboard.press('Enter')
  pressed()
  await page.waitForURL(/designer\?.*file=Early/)
  await card(page, 'Start').waitFor()
})

test('a project without pipelines offers templates, and a name that is taken is refused', async () => {
  const { projectId } = await aProject()
  const page = await web.visit(`/projects/${projectId}/pipelines`)
  const choices = page.getByRole('region', { name: 'Start from a template' })
  const dialog = page.getByRole('dialog', { name: 'New pipeline' })
  await choices.getByRole('button', { name: /^Create a table and report on it/ }).waitFor()
  const guide = page.getByRole('region', { name: 'First steps' })
  const done = () => guide.getByLabel('Done').count()
  await guide.getByText('Create an environment').waitFor()
  expect(await done()).toBe(0)
  await expectAccessible(page)
  await shot(page, 'templates')
  await choices.getByRole('button', { name: /^Create a table and report on it/ }).click()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Report on orders')
  await dialog.getByRole('button', { name: 'Open in the Designer' }).click()
  await card(page, 'Count Orders').waitFor()
  await saved(page)
  await page.getByText('No problems found.').waitFor()
  await page.goto(`/projects/${projectId}/pipelines`)
  await expect.poll(done).toBe(1) // the draft
  await guide.getByRole('button', { name: 'Hide the first steps' }).click()
  await guide.waitFor({ state: 'detached' })
  await page.reload()
  await choices.getByRole('button', { name: /^Create a table and report on it/ }).waitFor()
  expect(await guide.count()).toBe(0)
  await choices.getByRole('button', { name: /^Create a table and report on it/ }).click()
  await dialog.getByRole('button', { name: 'Open in the Designer' }).click()
  await dialog.getByText(/^You have a draft of Report on orders.orch.yaml already/).waitFor()
  await expectAccessible(page)
})

const yaml = (page: Page) => page.getByRole('textbox', { name: 'YAML of the pipeline' })
const open = (projectId: string, file: string, options = {}) =>
  web.visit(`/projects/${projectId}/designer?file=${encodeURIComponent(file)}`, options)

test('canvas and text follow each other, a fault keeps the last canvas, and undo returns', async () => {
  const { projectId } = await aProject()
  const page = await open(projectId, 'Text.orch.yaml')
  await card(page, 'Start').waitFor()
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  const text = newPipelineText('orchestration')
  await yaml(page).fill(
    text.replaceAll('Start', 'Begin here').replace('Begin here:', '# why\n    Begin here:'),
  )
  await card(page, 'Begin here').waitFor()
  await yaml(page).fill(`${text}  broken: [`)
  await page.getByText('The text cannot be read as a pipeline').waitFor()
  await card(page, 'Begin here').waitFor()
  await page.getByText(/^Line \d+: .*not valid YAML/).waitFor()
  for (const name of ['If', 'Delete (Del)', 'Add a note', 'Paste (Ctrl+V)', 'Run…'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
  await add(page, 'and')
  await card(page, 'And').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await card(page, 'And').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await card(page, 'And').waitFor()
  await page.mouse.move(2, 2) // a tooltip belongs to no landmark
  await expectAccessible(page)
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await card(page, 'And').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('c')
  await page.keyboard.type('Start')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Remove the link to Start' }).waitFor()
  await saved(page)
})

test('the keys of the canvas work after a click on its empty part', async () => {
  const { projectId } = await aProject()
  const page = await open(projectId, 'Keys.orch.yaml')
  await card(page, 'Start').click()
  await add(page, 'and')
  await card(page, 'And').waitFor()
  await canvas(page).click({ position: { x: 12, y: 12 } })
  await page.getByRole('heading', { name: 'Pipeline', exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('heading', { name: '2 chosen' }).waitFor()
})

test('a link right after an edit saves the draft and leads away, and asks only when it cannot be saved', async () => {
  const { projectId } = await aProject()
  const page = await open(projectId, 'Left.orch.yaml')
  await card(page, 'Start').click()
  await add(page, 'and')
  await page.getByRole('link', { name: 'Schedules', exact: true }).click()
  await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor()
  await page.goBack()
  await card(page, 'And').waitFor()
  await page.route('**/drafts/**', (route) => route.abort())
  await add(page, 'end success')
  await page.getByRole('link', { name: 'Schedules', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.unroute('**/drafts/**')
  await saved(page)
})

test('two windows of one user never overwrite each other, and each text can be kept', async () => {
  const { projectId } = await aProject()
  const one = await open(projectId, 'Two.orch.yaml')
  await card(one, 'Start').click()
  await add(one, 'and')
  await saved(one)
  const other = await open(projectId, 'Two.orch.yaml')
  await card(other, 'And').waitFor()
  const isKept = other.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/drafts/'),
  )
  await add(other, 'end success')
  await isKept
  await add(one, 'end failure')
  const dialog = one.getByRole('dialog', { name: 'This file was saved in another window' })
  await dialog.getByRole('region', { name: 'The other window' }).getByText('end-success').waitFor()
  await expectAccessible(one)
  await dialog.getByRole('button', { name: "Use the other window's" }).click()
  await card(one, 'End Success').waitFor()
  await saved(one)
})

test('a draft is committed with what changed in it, continued on a branch of its own, and merged', async () => {
  const { projectId } = await aProject()
  const page = await open(projectId, 'Daily.orch.yaml')
  await card(page, 'Start').click()
  await add(page, 'end success')
  await saved(page)
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByText('Added: Start, End Success').waitFor()
  await expectAccessible(page)
  await shot(page, 'designer-commit')
  await dialog.getByRole('radio', { name: 'Text' }).press('ArrowRight')
  await dialog
    .getByRole('application', { name: 'Changes of Daily.orch.yaml' })
    .getByRole('button', { name: /^Start ADDED/ })
    .waitFor()
  await expectAccessible(page)
  await shot(page, 'designer-graph-diff')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Begin')
  await dialog.getByRole('button', { name: 'Commit to main' }).click()
  await page.getByText('No changes', { exact: true }).waitFor()

  await card(page, 'End Success').click()
  await page.getByLabel('Name', { exact: true }).fill('E'.repeat(256))
  await page.getByText('Use at most 255 characters').waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'End Success').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('The End')
  await page.keyboard.press('Enter')
  await saved(page)
  await page.getByRole('button', { name: 'Commit…' }).click()
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('textbox', { name: 'New branch' }).fill('work')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/branch=work/)
  await card(page, 'The End').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  await dialog.getByText('Removed: End Success').waitFor()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Rename')
  await dialog.getByRole('button', { name: 'Commit to work' }).click()
  await page.getByText('No changes', { exact: true }).waitFor()

  await page.goto(`/projects/${projectId}/designer?file=Daily.orch.yaml`)
  await card(page, 'End Success').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await card(page, 'The End').waitFor()
})

test('what is typed right after a commit is kept, however slowly the server answers', async () => {
  const { projectId } = await aProject()
  const page = await open(projectId, 'Typed.orch.yaml')
  await card(page, 'Start').click()
  await add(page, 'end success')
  await saved(page)
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Begin')
  const { promise: isEdited, resolve: edited } = Promise.withResolvers<void>()
  await page.route('**/repositories/files/content*', async (route) => {
    await isEdited
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Commit to main' }).click()
  await dialog.waitFor({ state: 'detached' })
  await card(page, 'End Success').click()
  await page.getByLabel('Name', { exact: true }).fill('E'.repeat(256))
  await page.getByText('Use at most 255 characters').waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'End Success').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('The End')
  await page.keyboard.press('Enter')
  await card(page, 'The End').waitFor()
  edited()
  await saved(page)
  await card(page, 'The End').waitFor()
  expect(await draftOf(page)).toContain('The End')
})

test('a part of an orchestration runs from a component on, and one component alone, by key and by button', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Part.orch.yaml', aChain('Load', 'Join', 'Report'))
  /** The steps of the execution that the page leads to. */
  const ran = async () => {
    await page.getByText('Run: SUCCESS').waitFor({ timeout: 60_000 })
    const address = await page.getByRole('link', { name: 'Open execution' }).getAttribute('href')
    const id = address!.split('/').at(-1)
    const steps = await web.client.all<{ name: string }>(
      `/v1/projects/${projectId}/pipeline-executions/${id}/steps`,
    )
    return { address, names: steps.map(({ name }) => name) }
  }
  await page
    .getByRole('region', { name: 'Components' })
    .getByRole('button', { name: 'Join', exact: true })
    .press('Enter')
  await page.getByRole('button', { name: 'Run from here' }).waitFor()
  await page.keyboard.press('r')
  const from = page.getByRole('dialog', { name: 'Run from Join' })
  await from.getByText('everything after it').waitFor()
  await expectAccessible(page)
  await shot(page, 'run-part')
  await from.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await from.getByRole('button', { name: 'Run', exact: true }).click()
  const first = await ran()
  expect(first.names).toEqual(['Start', 'Join', 'Report'])

  await page.getByRole('button', { name: 'Run only this' }).click()
  const only = page.getByRole('dialog', { name: 'Run only Join' })
  await only.getByRole('button', { name: 'Run', exact: true }).click()
  await only.waitFor({ state: 'detached' })
  await expect.poll(async () => (await ran()).address, { timeout: 60_000 }).not.toBe(first.address)
  expect((await ran()).names).toEqual(['Start', 'Join'])
  await page.getByRole('link', { name: 'Open execution' }).click()
  await page.getByText('only Join').waitFor()
  await expectAccessible(page)
  await shot(page, 'part-execution')
})

const steps = (one: string, other: string, more = '') => `type: orchestration
version: "1.0"
pipeline:
  components:
    Start: {type: start, transitions: {unconditional: [One]}, parameters: {componentName: Start}}
    One: {type: bash-script, transitions: {success: [Other]}, parameters: {componentName: One, script: "${one}"}}
    Other: {type: bash-script, parameters: {componentName: Other, script: "${other}"}}
${more}`

test('a merge that Git cannot do is solved on both graphs, component by component; who comes second begins again', async () => {
  const { projectId } = await aProject()
  const repository = `/v1/projects/${projectId}/repositories`
  const commit = (branch: string, content: string) =>
    web.client.call('PUT', `${repository}/files`, {
      json: { branch, path: 'Merged.orch.yaml', content },
      headers: { 'if-match': '*' },
    })
  await commit('main', steps('first', 'first'))
  await web.client.call('POST', `${repository}/branches`, { json: { name: 'work' } })
  await commit('work', steps('echo work', 'first', '    Last: {type: end-success}\n'))
  await commit('main', steps('echo main', 'changed on main'))

  const page = await open(projectId, 'Merged.orch.yaml')
  await card(page, 'Other').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  await merge.click()
  const graph = (title: string) => dialog.getByRole('application', { name: `${title}: Merged.orch.yaml` })
  await graph('Yours')
    .getByRole('button', { name: /^One CHANGED.*by both/ })
    .waitFor()
  await graph('Yours')
    .getByRole('button', { name: /^Last ADDED/ })
    .waitFor()
  await graph('Theirs')
    .getByRole('button', { name: /^Other CHANGED/ })
    .waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('group', { name: 'One' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await takeShots(page, 'merge-conflict')
  expect(await merge.isDisabled()).toBe(true)
  const keepYours = dialog.getByRole('group', { name: 'One' }).getByRole('button', { name: 'Keep yours' })
  await keepYours.press('Enter')
  await graph('Result')
    .getByRole('button', { name: /^Other CHANGED/ })
    .waitFor()

  await commit('main', steps('echo main', 'changed once more'))
  await merge.click()
  await dialog.getByText(/main has changed since it was read/).waitFor()
  await graph('Yours').waitFor({ state: 'detached' })
  await vi.waitFor(async () => {
    await merge.click()
    await graph('Yours').waitFor({ timeout: 5_000 })
  }, 60_000)
  await keepYours.click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const merged = await web.client.call<{ content: string }>(
    'GET',
    `${repository}/files/content?ref=main&path=Merged.orch.yaml`,
  )
  expect(merged.content).toBe(steps('echo work', 'changed once more', '    Last: {type: end-success}\n'))
})
