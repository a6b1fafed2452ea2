import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPipelineText } from '../../src/pipeline/editing/new-pipeline.ts'
import { aDesignedProject, openDraft } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
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
  expect(await page.getByRole('button', { name: 'If', exact: true }).isDisabled()).toBe(true)
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
  await page.getByText('No changes').waitFor()

  await card(page, 'End Success').click()
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
  await page.getByText('No changes').waitFor()

  await page.goto(`/projects/${projectId}/designer?file=Daily.orch.yaml`)
  await card(page, 'End Success').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await card(page, 'The End').waitFor()
})

test('a part of an orchestration runs from a component on, and one component alone, by key and by button', async () => {
  const projectId = await aDesignedProject(web)
  const step = (...unconditional: string[]) => ({ type: 'or', links: { unconditional } })
  const text = orchestration({
    Start: start('Load'),
    Load: step('Join'),
    Join: step('Report'),
    Report: step(),
  })
  const page = await openDraft(web, projectId, 'Part.orch.yaml', text)
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
  await from.getByText('what follows from it').waitFor()
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
