import { expect, test } from 'vitest'
import { aDesignedProject, openDraft, takeShots } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

test('why a run failed is shown at its status, at the card and in the panel of the component, with its lines', async () => {
  const projectId = await aDesignedProject(web)
  const failing = orchestration({
    Start: start('Ask'),
    Ask: { type: 'sql-executor', parameters: { sqlScript: 'select *\nfrom nothing_here' } },
  })
  const page = await openDraft(web, projectId, 'Failing.orch.yaml', failing)
  await page.getByRole('button', { name: /^Ask / }).click()
  await page.getByRole('button', { name: 'Run only this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run only Ask' })
  await dialog.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Run: FAILED').waitFor({ timeout: 60_000 })
  await page.getByRole('status').getByText('nothing_here').waitFor()

  const failure = page.getByRole('region', { name: 'Properties' }).getByRole('alert')
  await failure.getByText('nothing_here').first().waitFor()
  const lines = (await failure.innerText()).split('\n').filter((line) => line !== '')
  expect(lines.length).toBeGreaterThan(2)
  const card = page.getByRole('button', { name: /^Ask FAILED/ })
  expect(await card.getAttribute('aria-description')).toContain('nothing_here')
  expect(await card.locator('[title]').getAttribute('title')).toMatch(/^Ask\n.*nothing_here/s)
  await page.mouse.move(2, 2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'failed')
})
