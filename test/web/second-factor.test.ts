import { expect, test } from 'vitest'
import { lastPageOfUsers } from '../support/last-page.ts'
import { totpCode } from '../support/totp.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

// Several pages, each looked at in both colour schemes: on a slow machine that takes its time.
const PATIENT = { timeout: 240_000 }

test(
  'a user of whom a second factor is demanded enrols it, and signs in with a code from then on',
  PATIENT,
  async () => {
    const user = {
      userName: `mary.${Math.random().toString(36).slice(2, 8)}`,
      password: 'a long enough password',
    }
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
    const json = { schemas, meta: { resourceType: 'User' }, ...user }
    await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', { json })
    const administration = await web.visit(await lastPageOfUsers(web.client))
    await administration.getByRole('button', { name: `Actions for ${user.userName}` }).click()
    await administration.getByRole('menuitem', { name: 'Require second factor' }).click()
    await administration.getByText(`${user.userName} enrols a second factor at the next sign-in`).waitFor()

    const first = await web.visit('/profile?tab=second-factor', { as: null, width: 360 })
    await first.getByLabel('User name').fill(user.userName)
    await first.getByLabel(/^Password/).fill(user.password)
    await first.getByRole('button', { name: 'Sign in', exact: true }).click()
    await first.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await expectAccessible(first)
    await expectNoSidewaysScroll(first)
    const secret = (await first.locator('code').textContent())!
    await first.route('**/api/v1/**', (route) => route.abort())
    await first.getByLabel(/^Code from the app/).fill('000000')
    await first.getByRole('button', { name: 'Confirm and sign in' }).click()
    await first.getByText('The server did not answer').waitFor()
    const isBack = first.waitForResponse('**/v1/sign-in/options')
    await first.unroute('**/api/v1/**')
    await (await isBack).finished()
    await first.getByLabel(/^Code from the app/).fill(totpCode(secret))
    await first.getByRole('button', { name: 'Confirm and sign in' }).click()
    const codes = (await first.getByRole('status').locator('code').textContent())!.split('\n')
    expect(codes).toHaveLength(10)
    await expectAccessible(first)
    await first.getByRole('button', { name: 'Continue' }).click()
    await first.getByText('Recovery codes left: 10.').waitFor()
    await expectAccessible(first)

    const second = await web.visit('/', { as: null })
    await second.getByLabel('User name').fill(user.userName)
    await second.getByLabel(/^Password/).fill(user.password)
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByLabel(/^Code/).fill('000000')
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByRole('alert').waitFor()
    await expectAccessible(second)
    await second.getByLabel(/^Code/).fill(codes[0]!)
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  },
)

test('an administrator sees who needs a second factor', async () => {
  const page = await web.visit('/administration/sign-in')
  await page.getByRole('radio', { name: 'Nobody' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Nobody' }).isChecked()).toBe(true)
  await expectAccessible(page)
})

test('the recovery codes of a removed second factor are no longer shown', PATIENT, async () => {
  const user = {
    userName: `jane.${Math.random().toString(36).slice(2, 8)}`,
    password: 'a long enough password',
  }
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const json = { schemas, meta: { resourceType: 'User' }, ...user }
  await web.client.call('POST', '/v1/directory-integration/scim/v2/Users', { json })
  const page = await web.visit('/profile?tab=second-factor', { as: null })
  await page.getByLabel('User name').fill(user.userName)
  await page.getByLabel(/^Password/).fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const password = page.getByLabel(/^Current password/)
  await password.fill(user.password)
  await page.getByRole('button', { name: 'Enrol an app' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await page
    .getByLabel(/^Code from the app/)
    .fill(totpCode((await page.locator('code').first().textContent())!))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Recovery codes left: 10.').waitFor()
  const codes = page.getByRole('status').locator('code')
  expect(await codes.count()).toBe(1)
  await password.fill(user.password)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removed the second factor').waitFor()
  expect(await codes.count()).toBe(0)
})
