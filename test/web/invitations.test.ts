import { expect, test } from 'vitest'
import { lastPageOfUsers } from '../support/last-page.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

// Several pages, each looked at in both colour schemes: on a slow machine that takes its time.
const PATIENT = { timeout: 240_000 }

test(
  'a user is created without a password, invited, and signs in with the password they choose',
  PATIENT,
  async () => {
    const userName = `grace.${Math.random().toString(36).slice(2, 8)}`
    const users = await web.visit('/administration/users')
    await users.getByRole('button', { name: 'New user' }).click()
    const creation = users.getByRole('dialog', { name: 'New user' })
    await creation.getByLabel('User name').fill(userName)
    await creation.getByRole('button', { name: 'Create' }).click()
    await creation.waitFor({ state: 'hidden' })
    const page = await web.visit(await lastPageOfUsers(web.client))
    await page.getByRole('button', { name: `Actions for ${userName}` }).click()
    await page.getByRole('menuitem', { name: 'Invitation' }).click()
    const dialog = page.getByRole('dialog', { name: `Invitation of ${userName}` })
    await dialog.getByRole('button', { name: 'Create a link' }).click()
    const link = await dialog.getByRole('status').locator('code').textContent()
    await dialog.getByRole('button', { name: 'Withdraw' }).waitFor()
    await expectAccessible(page)

    const theirs = await web.visit(link!, { as: null, width: 360 })
    await theirs.getByRole('heading', { name: 'Welcome to Headrace', level: 1 }).waitFor()
    await theirs.getByLabel(/^Password/).fill('too short')
    await theirs.getByLabel(/^Repeat password/).fill('too short')
    const submit = theirs.getByRole('button', { name: 'Set password and sign in' })
    await submit.click()
    await theirs.getByText('must have at least 12 characters').waitFor()
    await expectAccessible(theirs)
    await expectNoSidewaysScroll(theirs)
    await theirs.getByLabel(/^Password/).fill('chosen by herself')
    await theirs.getByLabel(/^Repeat password/).fill('chosen by herself')
    await submit.click()
    await theirs.getByRole('heading', { name: 'Home', level: 1 }).waitFor()

    const again = await web.visit(link!, { as: null })
    await again.getByRole('alert').getByText('ask your administrator for a new link').waitFor()
    expect(await again.getByLabel(/^Password/).count()).toBe(0)
  },
)

test('an answer that was asked for before a change, and comes after it, is not taken for the newest', async () => {
  const userName = `ida.${Math.random().toString(36).slice(2, 8)}`
  await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], meta: {}, userName, active: true },
  })
  const page = await web.visit(await lastPageOfUsers(web.client))
  const created = page.waitForResponse((response) => response.request().method() === 'POST')
  let isFirst = true
  await page.route('**/v1/users/*/invitation', async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await created
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: `Actions for ${userName}` }).click()
  await page.getByRole('menuitem', { name: 'Invitation' }).click()
  const dialog = page.getByRole('dialog', { name: `Invitation of ${userName}` })
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).waitFor()
})
