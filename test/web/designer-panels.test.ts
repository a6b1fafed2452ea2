import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject, takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const component = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Components' }).getByRole('button', { name, exact: true })
const sample = (page: Page) => page.getByRole('region', { name: 'Sample', exact: true })

/** Opens a file that is the user's draft already. */
async function openDraft(projectId: string, path: string, content: string): Promise<Page> {
  const page = await web.visit(`/projects/${projectId}/designer?file=${path}`)
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.getByRole('textbox', { name: 'YAML of the pipeline' }).fill(content)
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.getByText('Saved as your draft').waitFor()
  return page
}

const transformation = `type: transformation
version: "1.0"
pipeline:
  components:
    Numbers:
      type: sql
      parameters:
        componentName: Numbers
        query: "select n, 'row ' || n as label, null as nothing from range(300) as t (n)"
    Broken:
      type: sql
      sources: [Numbers]
      parameters:
        componentName: Broken
        query: "select nowhere from $T{Numbers}"
    After:
      type: sql
      sources: [Broken]
      parameters:
        componentName: After
        query: "select * from $T{Broken}"
    Slow:
      type: sql
      parameters:
        componentName: Slow
        query: "select count(*) as n from range(1000000000000) as t (n) where n % 7 = 3"
`

test('rows, columns and SQL of a component are shown where the user says, by keyboard alone', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(projectId, 'Rows.tran.yaml', transformation)
  await component(page, 'Numbers').press('Enter')
  await page.getByRole('heading', { name: 'Numbers', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sample rows' }).focus()
  await page.keyboard.press('s')
  const environment = sample(page).getByRole('combobox', { name: 'Sample in' })
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Sample in')
  expect(await environment.inputValue()).toBe('')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await sample(page)
    .getByText(/^First 100 rows · 3 columns · \d+ ms · Development$/)
    .waitFor()
  await sample(page).getByRole('cell', { name: 'row 99', exact: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'sample')
  await sample(page).getByRole('tab', { name: 'Columns' }).click()
  await sample(page).getByRole('row', { name: 'n BIGINT' }).waitFor()
  await sample(page).getByRole('tab', { name: 'SQL' }).click()
  await sample(page).getByRole('textbox', { name: 'Compiled SQL' }).getByText('range').waitFor()
  await takeShots(page, 'sample-sql')
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('what the database refuses is shown at its component; a sample is cancelled; production is never offered', async () => {
  const projectId = await aDesignedProject(web)
  const [{ defaultAgentId }] = (await web.client.all<{ defaultAgentId: string }>(
    `/v1/projects/${projectId}/environments`,
  )) as [{ defaultAgentId: string }]
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, {
    json: { name: 'Production', defaultAgentId, allowUnpublishedRuns: false },
  })
  const page = await openDraft(projectId, 'Refused.tran.yaml', transformation)
  await page.getByRole('button', { name: 'Sample', exact: true }).click()
  await sample(page).getByText('Choose a component to see').waitFor()
  await component(page, 'After').click()
  await sample(page).getByRole('combobox', { name: 'Sample in' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Development'])
  await page.getByRole('option', { name: 'Development' }).click()
  await sample(page).getByText('Broken, before this one, cannot be read').waitFor()
  await sample(page)
    .getByText(/nowhere/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await takeShots(page, 'sample-refused')
  await sample(page).getByRole('button', { name: 'Show Broken' }).click()
  await page.getByRole('heading', { name: 'Sample of Broken' }).waitFor()
  await sample(page).getByText('Press Sample to read from Development').waitFor()
  await page.keyboard.press('Escape')
  await component(page, 'Slow').click()
  await sample(page).getByRole('button', { name: 'Sample', exact: true }).click()
  await sample(page).getByText('Sampling Slow…').waitFor()
  await sample(page).getByRole('button', { name: 'Cancel' }).click()
  await sample(page).getByText('Press Sample to read from Development').waitFor()
})
