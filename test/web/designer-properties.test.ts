import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject, draftOf, openDraft, takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const component = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Components' }).getByRole('button', { name, exact: true })
const form = (page: Page) => page.getByRole('group', { name: 'Parameters' })
const saved = (page: Page) => page.getByText('Saved as your draft').waitFor()

/**
 * With a grid, a number that is written as one, a key of another program, a comment, and rows from a grid.
 */
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

test('parameters that cannot be read yet are shown again after another component was chosen', async () => {
  const page = await openFile()
  await component(page, 'Count').click()
  await page.getByRole('button', { name: 'Edit as YAML' }).click()
  const text = page.getByRole('textbox', { name: 'Parameters' })
  await text.fill('query: "select')
  const fault = page.getByText(/Missing closing "quote/)
  await fault.waitFor()
  const card = (name: string) =>
    page.getByRole('application').getByRole('button', { name: new RegExp(`^${name}`) })
  await card('Start').click()
  await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
  await fault.waitFor({ state: 'hidden' })
  await card('Count').click()
  await expect.poll(() => text.inputValue()).toBe('query: "select')
  await fault.waitFor()
  await text.fill('query: "select 2"')
  await fault.waitFor({ state: 'hidden' })
  expect(await textOf(page)).toContain('query: "select 2"')
})

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

const webhookFile = `type: orchestration
version: "1.0"
pipeline:
  components:
    Start:
      type: start
      transitions: {unconditional: [Tell]}
    Tell:
      type: webhook-post
      parameters:
        componentName: Tell
        url: "https://example.com/hook"
        payload: "{}"
`

test('a Webhook Post has the properties of its set, and a template replaces the payload', async () => {
  const name = `Chat ${randomUUID().slice(0, 8)}`
  await web.client.call('POST', '/v1/webhook-templates', {
    json: { name, payload: '{"text": "${message}"}' },
  })
  const page = await openDraft(web, await aDesignedProject(web), 'Hook.orch.yaml', webhookFile)
  await component(page, 'Tell').click()
  const url = (title: string) => form(page).getByRole('combobox', { name: title, exact: true })
  await url('URL').waitFor()
  expect(await url('Incoming Webhook URL').count()).toBe(0)
  await page.getByText('Payload template', { exact: true }).click()
  await expect.poll(() => url('Incoming Webhook URL').inputValue()).toBe('https://example.com/hook')
  expect(await url('URL').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Payload Template' }).click()
  await page.getByRole('option', { name }).click()
  await expect
    .poll(() =>
      form(page)
        .getByRole('textbox', { name: /^Payload/ })
        .first()
        .innerText(),
    )
    .toContain('message')
  await expectAccessible(page)
  await takeShots(page, 'webhook-parameters')
  await expect.poll(() => textOf(page)).toContain(`payloadTemplate: "${name}"`)
  expect(await textOf(page)).toContain('${message}')
  await page.getByText('Payload variables', { exact: true }).first().click()
  await expect.poll(() => url('URL').inputValue()).toBe('https://example.com/hook')
  await expect.poll(() => textOf(page)).not.toMatch(/payloadTemplate|incomingWebhookUrl/)
})

test('gates are added, filled in and removed with the keyboard, and only what their type takes is asked for', async () => {
  const flow = JSON.stringify({
    type: 'transformation',
    version: '1.0',
    pipeline: {
      components: {
        Orders: { type: 'table-input', parameters: { componentName: 'Orders', targetTable: 'orders' } },
        Publish: {
          type: 'rewrite-table',
          sources: ['Orders'],
          parameters: { componentName: 'Publish', targetTable: 'result', gates: [{ type: 'Unique' }] },
        },
      },
    },
  })
  const page = await openDraft(web, await aDesignedProject(web), 'Gates.tran.yaml', flow)
  await component(page, 'Publish').click()
  const gate = (name: string) => form(page).getByRole('group', { name, exact: true })
  await gate('Gates 1: Unique').waitFor()
  const add = form(page).getByRole('button', { name: 'Add to Gates' })
  await add.focus()
  await page.keyboard.press('Enter')
  const added = gate('Gates 2: Row Count')
  await added.waitFor()
  await expect.poll(() => added.locator(':focus').count()).toBe(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'gates')
  expect(await added.getByRole('combobox', { name: 'Maximum Age' }).count()).toBe(0)
  await added.getByRole('combobox', { name: 'Minimum', exact: true }).fill('5')
  await gate('Gates 1: Unique').getByRole('button', { name: 'Remove Gates 1: Unique' }).focus()
  await page.keyboard.press('Enter')
  await gate('Gates 1: Row Count').waitFor()
  await expect.poll(() => add.evaluate((button) => button.matches(':focus'))).toBe(true)
  const text = await textOf(page)
  expect(text).toContain('Row Count')
  expect(text).toContain('"minimum":"5"')
  expect(text).not.toContain('Unique')
})
