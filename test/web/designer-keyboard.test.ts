import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject, draftOf } from '../support/designer.ts'
import { focused, go } from '../support/keyboard.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
const SQL = 'insert into orders values (1), (2)'

const nameOfFocus = async (page: Page) => (await focused(page)).name

// Over 60 lines: one journey, told in its order.
test('a pipeline is drawn, filled in, linked, run and committed by keyboard alone', async () => {
  const projectId = await aDesignedProject(web)
  const page = await web.visit(`/projects/${projectId}/pipelines`)
  const keys = page.keyboard
  const card = (name: string) =>
    page.getByRole('application').getByRole('button', { name: new RegExp(`^${name}`) })
  await page.getByRole('button', { name: 'New pipeline' }).waitFor()
  await go(page, /^New pipeline$/)
  await keys.press('Enter')
  await expect.poll(() => focused(page)).toEqual({ name: 'Name', isSeen: true })
  await keys.type('Orders/Load')
  await keys.press('Enter')
  await card('Start').waitFor()

  // The list of the palette is one stop; arrow keys lead through it.
  await go(page, /^Find a component to add$/)
  await keys.press('ArrowDown')
  const first = await nameOfFocus(page)
  await keys.press('ArrowDown')
  expect(await nameOfFocus(page)).not.toBe(first)
  await keys.press('Tab')
  expect(await nameOfFocus(page)).toMatch(/^Start/)
  await keys.press('Enter')
  await keys.press('a')
  await expect.poll(() => nameOfFocus(page)).toBe('Find a component to add')
  await keys.type('create table')
  await keys.press('ArrowDown')
  expect(await nameOfFocus(page)).toBe('Create Table')
  await keys.press('Enter')
  await card('Create Table').waitFor()

  await go(page, /^Table Name$/)
  await keys.type('orders')
  await go(page, /^Add row$/)
  await keys.press('Enter')
  await expect.poll(() => focused(page)).toEqual({ name: 'name, row 1', isSeen: true })
  await keys.type('id')
  await go(page, /^type, row 1$/)
  await keys.type('NUMBER')
  await go(page, /^Add row$/)
  await keys.press('Enter')
  await expect.poll(() => nameOfFocus(page)).toBe('name, row 2')
  await go(page, /^Remove row 2$/)
  await keys.press('Enter')
  await expect.poll(() => nameOfFocus(page)).toBe('Remove row 1')
  await go(page, /^Delete component$/)
  await keys.press('a')
  await expect.poll(() => nameOfFocus(page)).toBe('Find a component to add')
  await keys.type('sql script')
  await keys.press('Enter')
  await card('SQL Script').waitFor()

  // In the editor Tab indents, unless Escape was pressed before; an earlier Escape closes the names that are
  // offered.
  await page.getByRole('textbox', { name: 'SQL Script' }).waitFor()
  await go(page, /^SQL Script$/)
  await keys.type(SQL)
  await keys.press('Escape')
  await keys.press('Escape')
  await keys.press('Tab')
  expect(await nameOfFocus(page)).toBe('File Name')
  await expect.poll(() => draftOf(page)).toContain(SQL)

  // Start is out of sight by now; the arrow keys lead there all the same. The earlier Escape counts for two
  // seconds only.
  await go(page, /^SQL Script$/, 'Shift+Tab')
  await keys.press('Escape')
  await go(page, /^SQL Script SQL/, 'Shift+Tab')
  await keys.press('Escape')
  await keys.press('ArrowUp')
  await expect.poll(() => nameOfFocus(page)).toMatch(/^Create Table/)
  await keys.press('ArrowUp')
  await expect.poll(() => nameOfFocus(page)).toMatch(/^Start/)
  await keys.press('Enter')
  await keys.press('c')
  await keys.type('Create')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await go(page, /^Link$/)
  await keys.press('Enter')
  await page.getByRole('button', { name: 'Remove the link to Create Table' }).waitFor()
  await page.getByText('Saved as your draft').waitFor()
  await expectAccessible(page)

  await go(page, /^Run…$/, 'Shift+Tab')
  await keys.press('Enter')
  const run = page.getByRole('dialog', { name: /^Run/ })
  await run.waitFor()
  await go(page, /^Run$/)
  await keys.press('Enter')
  await page.getByText('Run: SUCCESS').waitFor({ timeout: 60_000 })
  await run.waitFor({ state: 'detached' })

  expect(await nameOfFocus(page)).toBe('Run…')
  await go(page, /^Commit…$/)
  await keys.press('Enter')
  await expect.poll(() => focused(page)).toEqual({ name: 'Message', isSeen: true })
  await keys.type('Load the orders')
  await go(page, /^Commit to main$/)
  await keys.press('Enter')
  await page.getByText('No changes', { exact: true }).waitFor()
})
