import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { aChain, aDesignedProject, draftOf, openDraft } from '../support/designer.ts'
import { focused } from '../support/keyboard.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()

const panel = (page: Page) => page.getByRole('region', { name: 'Properties' })
const choose = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click()

/** The components of the draft once it is saved. */
async function saved(page: Page): Promise<Record<string, { parameters: Record<string, unknown> }>> {
  await page.getByText('Saved as your draft').waitFor()
  return parse(await draftOf(page)).pipeline.components
}

/** A component with texts of one line and of several, and one that nobody knows. */
const printing = orchestration({
  Start: start('Log'),
  Log: {
    type: 'print-variables',
    parameters: { variablesToPrint: [], prefixText: 'one\n', foreign: 'x' },
  },
})

test('the focus stays where it is when a component is renamed', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Renamed.orch.yaml', printing)
  await choose(page, 'Log')
  const name = panel(page).getByLabel('Name', { exact: true })
  await name.fill('Print')
  await name.press('Enter')
  await panel(page).getByRole('heading', { name: 'Print', exact: true }).waitFor()
  expect((await focused(page)).name).toBe('Name')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('s')
  const foreign = panel(page).getByRole('combobox', { name: 'foreign' })
  await foreign.click()
  await page.keyboard.press('End')
  await page.keyboard.type('yz')
  await expect.poll(async () => (await saved(page))['Prins']?.parameters['foreign']).toBe('xyz')
})

test('the focus stays in the name of a group', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Grouped.orch.yaml', aChain('Load', 'Join'))
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  const name = panel(page).getByRole('textbox', { name: 'Group' })
  await name.fill('Loading')
  await name.press('Enter')
  await page.getByRole('group', { name: 'Group: Loading', exact: true }).waitFor()
  await page.keyboard.press('Backspace')
  expect(await name.inputValue()).toBe('Loadin')
  expect(Object.keys(await saved(page))).toEqual(['Start', 'Load', 'Join'])
})

test('keys that empty a text delete no component', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Emptied.orch.yaml', printing)
  await choose(page, 'Log')
  const prefix = panel(page).getByRole('textbox', { name: 'Prefix Text' })
  await prefix.press('Control+End')
  for (let at = 0; at < 8; at += 1) await page.keyboard.press('Backspace')
  await expect.poll(() => prefix.innerText()).toBe('\n')
  await panel(page).getByRole('combobox', { name: 'foreign' }).press('End')
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('Backspace')
  const { Log } = await saved(page)
  expect(Object.keys(Log!.parameters)).toEqual(['componentName', 'variablesToPrint'])
  await panel(page).getByRole('button', { name: 'Edit as YAML' }).press('Delete')
  await panel(page).getByRole('heading', { name: 'Log', exact: true }).waitFor()
})

test('what was switched or chosen at the side is undone by keys', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Switched.orch.yaml', printing)
  await choose(page, 'Log')
  const skip = panel(page).getByRole('switch', { name: /^Skip/ })
  await skip.press('Space')
  await expect.poll(() => skip.isChecked()).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(() => skip.isChecked()).toBe(false)
  const choice = panel(page).getByRole('combobox', { name: 'Include Variable Name' })
  await choice.click()
  await page.getByRole('option', { name: 'No', exact: true }).click()
  await expect.poll(() => choice.inputValue()).toBe('No')
  await page.keyboard.press('Control+z')
  await expect.poll(() => choice.inputValue()).toBe('')
})

test('a text whose lines end as on Windows keeps its lines and their ends', async () => {
  const script = { type: 'bash-script', parameters: { script: 'one\r\ntwo', timeout: '60' } }
  const text = orchestration({ Start: start('Run'), Run: script })
  const page = await openDraft(web, await aDesignedProject(web), 'Windows.orch.yaml', text)
  await choose(page, 'Run')
  const code = panel(page).getByRole('textbox', { name: /^Script/ })
  await expect.poll(() => code.innerText()).toBe('one\ntwo')
  await code.press('Control+End')
  await page.keyboard.type('!')
  await expect.poll(async () => (await saved(page))['Run']?.parameters['script']).toBe('one\r\ntwo!')
  expect(await code.innerText()).toBe('one\ntwo!')
})

test('when a button of the side is gone by what it did, the title of what is shown has the focus, and keys go on', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Listed.orch.yaml', aChain('Load', 'Join'))
  const nameOfFocus = async () => (await focused(page)).name
  const press = (name: string) => panel(page).getByRole('button', { name, exact: true }).press('Enter')
  await press('Load')
  await expect.poll(nameOfFocus).toBe('Load')
  await press('Remove the link to Join')
  await panel(page).getByRole('button', { name: 'Remove the link to Join' }).waitFor({ state: 'hidden' })
  await expect.poll(nameOfFocus).toBe('Load')
  await press('Pipeline')
  await expect.poll(nameOfFocus).toBe('Pipeline')
  await press('Join')
  await expect.poll(nameOfFocus).toBe('Join')
  await page.keyboard.press('Delete')
  await panel(page).getByRole('heading', { name: 'Pipeline', exact: true }).waitFor()
  expect(Object.keys(await saved(page))).toEqual(['Start', 'Load'])
})
