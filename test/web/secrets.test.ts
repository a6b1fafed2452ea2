import { test } from 'vitest'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

test('secrets are set, replaced and deleted, and no value is ever shown', async () => {
  const json = { name: `Secrets ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const page = await web.visit(`/projects/${projectId}/variables?tab=secrets`)
  await page.getByText('No secrets yet').waitFor()
  await page.getByRole('button', { name: 'New secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'New secret' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('not a name')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('first')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog
    .getByText(/must contain only letters, digits/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('warehouse-password')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /warehouse-password/ })
  await row.getByRole('button', { name: 'Replace' }).click()
  const another = page.getByRole('dialog', { name: 'New value for warehouse-password' })
  await another.getByRole('textbox', { name: 'Value' }).fill('second')
  await another.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('Replaced the value of warehouse-password').waitFor()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete secret' }).click()
  await page.getByText('No secrets yet').waitFor()
})
