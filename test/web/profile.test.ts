import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

test('a personal token is made, shown once, works, and is deleted after a question', async () => {
  const page = await web.visit('/profile')
  const name = `for a test ${Math.random()}`
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const token = (await page.getByRole('status').locator('code').textContent())!
  const answer = await fetch(`${web.origin}/api/v1/projects`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Delete token ${name}` }).click()
  await page.getByRole('button', { name: 'Delete token', exact: true }).click()
  await page.getByRole('cell', { name, exact: true }).waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(await page.getByText(token).count()).toBe(0)
})

test('a token without a name is refused at its field', async () => {
  const page = await web.visit('/profile', { width: 360 })
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await expectNoSidewaysScroll(page)
})

test('the current password is asked before a new one counts, and one sees where one is signed in', async () => {
  const page = await web.visit('/profile?tab=password')
  await page.getByLabel(/^Current password/).fill('not this one')
  await page.getByLabel(/^New password \*?$/).fill('a long enough new password')
  await page.getByLabel(/^Repeat new password/).fill('another long enough password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The passwords do not match').waitFor()
  await page.getByLabel(/^Repeat new password/).fill('a long enough new password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('this one').waitFor()
  await expectAccessible(page)
})

test('a password that was changed leaves an empty form, which is left without a question', async () => {
  const person = { userName: `changes${randomUUID()}@example.com`, password: 'a long enough password' }
  await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...person },
  })
  const page = await web.visit('/profile?tab=password', { as: person })
  await page.getByLabel(/^Current password/).fill(person.password)
  await page.getByLabel(/^New password \*?$/).fill('another long enough password')
  await page.getByLabel(/^Repeat new password/).fill('another long enough password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Changed the password').waitFor()
  await expect.poll(() => page.getByLabel(/^Current password/).inputValue()).toBe('')
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await page.getByText('this one').waitFor()
  expect(await page.getByRole('dialog', { name: 'Leave without saving?' }).count()).toBe(0)
})
