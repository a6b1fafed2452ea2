import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject } from '../support/designer.ts'
import { focused } from '../support/keyboard.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' })

/**
 * A click beside the dialog and Escape keep what the field holds, until the user says that it may be lost.
 */
async function expectKept(page: Page, dialog: Locator, field: Locator, text: string): Promise<void> {
  const question = questionOf(page)
  await page.mouse.click(5, 450)
  expect(await field.inputValue()).toBe(text)
  await field.press('Escape')
  await question.getByText('What you entered is not saved').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe(text)
  await field.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe(text)
  await field.press('Escape')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await question.waitFor({ state: 'hidden' })
}

test('what was typed in a dialog outlives a click beside it, and Escape asks before it is lost', async () => {
  const page = await web.visit('/')
  const open = page.getByRole('button', { name: 'New project' })
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await open.click()
  await dialog.getByLabel('Name').press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await questionOf(page).count()).toBe(0)

  await open.click()
  await dialog.getByLabel('Name').fill('Not finished yet')
  await expectKept(page, dialog, dialog.getByLabel('Name'), 'Not finished yet')

  await open.click()
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('')
  await dialog.getByLabel('Name').press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('a list that is open in a dialog is closed by Escape before the dialog is', async () => {
  const page = await web.visit('/')
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('option', { name: 'POSTGRES' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'POSTGRES' }).waitFor({ state: 'hidden' })
  expect(await dialog.count()).toBe(1)
})

test('an OAuth entry and a connection keep what was typed in the same way', async () => {
  const page = await web.visit('/connectors/oauths')
  await page.getByRole('button', { name: 'Add OAuth' }).first().click()
  const entry = page.getByRole('dialog', { name: 'Add OAuth' })
  const name = entry.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Shop')
  await expectKept(page, entry, name, 'Shop')

  const json = { name: `Project ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  await page.goto(`/projects/${projectId}/connections`)
  await page.getByRole('button', { name: 'New connection' }).first().click()
  const connection = page.getByRole('dialog', { name: 'New connection' })
  const title = connection.getByRole('textbox', { name: 'Name' }).first()
  await title.fill('warehouse')
  await expectKept(page, connection, title, 'warehouse')
})

test('a closed dialog gives the focus back to what opened it, as does a question above it', async () => {
  const projectId = await aDesignedProject(web)
  const json = { name: 'city', type: 'TEXT', behaviour: 'SHARED', value: 'Kassel' }
  await web.client.call('POST', `/v1/projects/${projectId}/variables`, { json })
  const nameOfFocus = async () => (await focused(page)).name
  const page = await web.visit(`/projects/${projectId}/pipelines`)
  const keys = page.keyboard
  await page.getByRole('button', { name: 'New pipeline' }).focus()
  await keys.press('Enter')
  await expect.poll(nameOfFocus).toBe('Name')
  await keys.type('Loa')
  await keys.press('Escape')
  await expect.poll(nameOfFocus).toBe('Keep editing')
  await keys.press('Enter')
  await expect.poll(nameOfFocus).toBe('Name')
  await keys.press('Escape')
  await questionOf(page).getByRole('button', { name: 'Discard' }).press('Enter')
  await expect.poll(nameOfFocus).toBe('New pipeline')

  // What opened these two is gone: an entry of a menu, which was closed with it.
  await page.goto(`/projects/${projectId}/variables`)
  for (const [entry, first] of [
    [/^Edit/, 'Type'],
    [/^Delete/, 'Cancel'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for city' }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
    await expect.poll(nameOfFocus).toBe(first)
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(nameOfFocus).toBe('Actions for city')
  }
})

test('going back while a dialog asks whether to discard shows one question, not two', async () => {
  const page = await web.visit('/')
  await page.getByRole('link', { name: 'All executions' }).click()
  await page.getByRole('heading', { name: 'All executions' }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'New project' }).click()
  const name = page.getByRole('dialog', { name: 'New project' }).getByLabel('Name')
  await name.fill('Half a name')
  await name.press('Escape')
  await questionOf(page).waitFor()
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  await questionOf(page).waitFor({ state: 'hidden' })
  await leaving.getByRole('button', { name: 'Stay' }).press('Enter')
  await leaving.waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await name.inputValue()).toBe('Half a name')
})

test('a button that was disabled while it worked gets the focus back, as when its request was refused', async () => {
  const json = { name: `Taken ${Math.random()}` }
  await web.client.call('POST', '/v1/projects', { json })
  const page = await web.visit('/')
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill(json.name)
  await dialog.getByRole('button', { name: 'Create' }).press('Enter')
  await dialog
    .getByText(/exists|taken|already/i)
    .first()
    .waitFor()
  await expect.poll(async () => (await focused(page)).name).toBe('Create')
})

test('high contrast shows what is checked and which page is open', async () => {
  const projectId = await aDesignedProject(web)
  const page = await web.visit(`/projects/${projectId}/triggers/new`)
  await page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (name: string) =>
    page
      .getByRole('checkbox', { name })
      .evaluate((box) => box.ownerDocument.defaultView!.getComputedStyle(box).backgroundColor)
  expect(await colourOf('SUCCESS')).not.toBe(await colourOf('FAILED'))
  const outlineOf = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .first()
      .evaluate((link) => link.ownerDocument.defaultView!.getComputedStyle(link).outlineStyle)
  await page.goto(`/projects/${projectId}/triggers`)
  await page.getByText('No triggers yet').waitFor()
  expect([await outlineOf('Triggers'), await outlineOf('Schedules')]).toEqual(['solid', 'none'])
})
