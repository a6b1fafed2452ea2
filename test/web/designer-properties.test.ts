import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject, draftOf, openDraft } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const component = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Components' }).getByRole('button', { name, exact: true })
const form = (page: Page) => page.getByRole('group', { name: 'Parameters' })
const saved = (page: Page) => page.getByText('Saved as your draft').waitFor()

/** With a grid, a number that is written as one, a key of another program, a comment, and rows from a grid. */
const file = `type: orchestration
version: "1.0"
pipeline:
  components:
    Start:
      type: start
      transitions: {unconditional: [Count]}
    Count:
      type: query-to-scalar
      transitions: {success: [Print]}
      parameters:
        componentName: Count
        mode: "Advanced" # as it was
        query: "select 1"
        limit: 10
        foreign: {deep: [1, 2]}
        scalarVariableMapping:
          - ["total", "n"]
    Print:
      type: print-variables
      parameters:
        variablesToPrint: {fromGrid: {variable: names, columns: [name]}}
        includeVariableName: "yes"
  variables:
    total:
      metadata: {type: NUMBER, scope: SHARED, visibility: PUBLIC, description: ""}
      defaultValue: "0"
`

async function openFile() {
  const page = await openDraft(web, await aDesignedProject(web), 'Form.orch.yaml', file)
  await component(page, 'Count').waitFor()
  return page
}

async function textOf(page: Page) {
  await saved(page)
  return draftOf(page)
}

test('a form writes what is edited and nothing else: comments, other keys and the way of writing stay', async () => {
  const page = await openFile()
  await component(page, 'Count').click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/form.png` })
  const query = form(page).getByRole('textbox', { name: /^SQL Query/ })
  await query.press('Control+a')
  await query.pressSequentially('select ${to')
  await page.getByRole('option', { name: 'total' }).click()
  await form(page).getByRole('combobox', { name: 'Limit' }).fill('20')
  const cell = form(page).getByRole('combobox', { name: 'scalar variable, row 1' })
  await cell.fill('to')
  await page.getByRole('option', { name: 'total' }).click()
  await form(page).getByRole('button', { name: 'Add row' }).first().click()
  expect(await form(page).getByRole('combobox', { name: 'Table' }).count()).toBe(0)
  expect(await form(page).getByRole('textbox', { name: 'foreign' }).innerText()).toContain('deep')

  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const before = lines(file)
  const after = lines(await textOf(page))
  expect(before.filter((line) => !after.includes(line))).toEqual(['query: "select 1"', 'limit: 10'])
  expect(after.filter((line) => line !== '' && !before.includes(line)).slice(0, 2)).toEqual([
    'query: "select ${total}"',
    'limit: 20',
  ])
})

test('a choice takes an expression, an optional one leaves the file, rows from a grid are edited as they are', async () => {
  const page = await openFile()
  await component(page, 'Print').click()
  const choice = form(page).getByRole('combobox', { name: 'Include Variable Name' })
  expect(await choice.inputValue()).toBe('Yes')
  const rows = form(page).getByRole('textbox', { name: /^Variables to Print/ })
  await expect.poll(() => rows.innerText()).toContain('fromGrid')
  await form(page).getByRole('button', { name: 'Write an expression' }).first().click()
  await choice.fill('${to')
  await choice.press('Enter')
  expect(await choice.inputValue()).toBe('${total}')
  const text = await textOf(page)
  expect(text).toContain('includeVariableName: "${total}"')
  expect(text).toContain('variablesToPrint: {fromGrid: {variable: names, columns: [name]}}')
})
