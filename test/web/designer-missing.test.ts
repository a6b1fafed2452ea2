import { expect, test } from 'vitest'
import { aDesignedProject, openDraft } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()

test('missing variables can be created again when one of them was refused', async () => {
  const projectId = await aDesignedProject(web)
  const parameters = { variablesToPrint: [['first'], ['second']], includeVariableName: 'No' }
  const pieces = { Start: start('Say'), Say: { type: 'print-variables', parameters } }
  const page = await openDraft(web, projectId, 'Say.orch.yaml', orchestration(pieces))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Create 2 missing variables…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create missing variables' })
  await dialog.waitFor()
  // What is pasted goes where the focus is, and that comes into a dialogue a moment after it is there.
  await expect.poll(() => dialog.getByRole('table').locator(':focus').count()).toBe(1)
  const rows = ['first', 'second'].map((name) => [name, 'Text', 'Project', '', 'x'].join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows)})`)
  await page.keyboard.press('Control+V')
  // Somebody else makes one of them meanwhile.
  const all = `/v1/projects/${projectId}/variables`
  await web.client.call('POST', all, { json: { name: 'second', type: 'TEXT', behaviour: 'SHARED' } })
  const create = dialog.getByRole('button', { name: 'Create', exact: true })
  await create.click()
  await dialog
    .getByRole('alert')
    .getByText(/second/)
    .waitFor()
  await expect.poll(() => page.getByText(/Create .*missing variable.*…/).count()).toBe(0)
  await web.client.call('DELETE', `${all}/second`)
  await create.click()
  await dialog.waitFor({ state: 'detached' })
  const made = await web.client.all<{ name: string }>(all)
  expect(made.map(({ name }) => name)).toEqual(['first', 'second'])
})
