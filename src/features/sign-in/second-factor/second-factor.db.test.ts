import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser, type Browser } from '../../../../test/support/browser.ts'
import { becomes, changedMeanwhile } from '../../../../test/support/changed-meanwhile.ts'
import { totpCode } from '../../../../test/support/totp.ts'
import { aPerson } from '../../../../test/support/users.ts'

const api = useApi()
const password = 'correct horse battery staple'
const settings = '/v1/sign-in/settings'
const demand = (secondFactor: string) => api.call('PATCH', settings, { body: { secondFactor } })

// Each test has the failed attempts of its own.
beforeEach(() => api.db.deleteFrom('guess').execute())
afterEach(() => demand('OPTIONAL'))

interface Answer {
  readonly status: number
  readonly body: {
    readonly id?: string
    readonly csrfToken?: string
    readonly secondFactor?: string
    readonly secret?: string
    readonly recoveryCodes?: string[]
    readonly recoveryCodesLeft?: number
    readonly enrolled?: boolean
    readonly required?: boolean
  }
}

async function send(browser: Browser, method: string, path: string, body?: object): Promise<Answer> {
  const csrf = browser.cookie(api.url, 'headrace_session') === undefined ? undefined : await csrfOf(browser)
  const response = await browser.fetch(`${api.url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(csrf !== undefined && { 'x-csrf-token': csrf }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}
const csrfOf = async (browser: Browser) => {
  const response = await browser.fetch(`${api.url}/v1/session`)
  return ((await response.json()) as Answer['body']).csrfToken
}
const signIn = (browser: Browser, userName: string, given = password) =>
  send(browser, 'POST', '/v1/session', { userName, password: given })
const prove = (browser: Browser, code: string) => send(browser, 'POST', '/v1/session/second-factor', { code })
const isSignedIn = async (browser: Browser) => (await send(browser, 'GET', '/v1/session')).status === 200

/** Somebody who has proven the password, and nothing else. */
async function halfWay(userName: string): Promise<Browser> {
  const browser = aBrowser()
  expect(await signIn(browser, userName)).toMatchObject({ status: 202, body: { secondFactor: 'CODE' } })
  return browser
}

async function aPersonWithFactor() {
  const person = await aPerson(api, { password })
  const browser = aBrowser()
  await signIn(browser, person.userName)
  const begun = await send(browser, 'POST', '/v1/second-factor/enrolment', { currentPassword: password })
  const { secret } = begun.body as { secret: string }
  const code = totpCode(secret)
  const { status, body } = await send(browser, 'PUT', '/v1/second-factor/enrolment', { code })
  expect(status).toBe(200)
  return { ...person, secret, code, browser, recoveryCodes: body.recoveryCodes! }
}

test('without one nothing changes; with one the password alone opens nothing', async () => {
  const person = await aPersonWithFactor()
  expect((await signIn(aBrowser(), (await aPerson(api, { password })).userName)).status).toBe(201)
  const browser = await halfWay(person.userName)
  expect(browser.cookie(api.url, 'headrace_session')).toBeUndefined()
  for (const path of ['/v1/session', '/v1/projects', '/v1/second-factor'])
    expect([path, (await send(browser, 'GET', path)).status]).toEqual([path, 401])
  expect((await send(browser, 'POST', '/v1/session/second-factor/enrolment')).status).toBe(401)
  const done = await prove(browser, totpCode(person.secret, 1))
  expect([done.status, done.body.id, await isSignedIn(browser)]).toEqual([201, person.id, true])
})

test('neither the password nor a code begins anything once the user was changed meanwhile', async () => {
  const person = await aPersonWithFactor()
  const waiting = await halfWay(person.userName)
  const meanwhile = (change: RawBuilder<unknown>, ask: () => Promise<Answer>) =>
    changedMeanwhile(api.db, person.id, change, ask)
  const byPassword = await meanwhile(becomes.ofAnotherPassword, () => signIn(aBrowser(), person.userName))
  expect(byPassword.status).toBe(401)
  const byCode = await meanwhile(becomes.inactive, () => prove(waiting, totpCode(person.secret, 1)))
  expect(byCode.status).toBe(401)
})

test('a code works once, also when it comes twice at the same moment', async () => {
  const person = await aPersonWithFactor()
  // The code that confirmed the enrolment is used up too.
  expect((await prove(await halfWay(person.userName), person.code)).status).toBe(401)
  const browsers = [await halfWay(person.userName), await halfWay(person.userName)]
  const code = totpCode(person.secret, 1)
  const outcomes = await Promise.all(browsers.map((browser) => prove(browser, code)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 401])
  expect((await prove(await halfWay(person.userName), code)).status).toBe(401)
})

test('a recovery code works once in place of the app, and new ones replace the old', async () => {
  const person = await aPersonWithFactor()
  const [first, second] = person.recoveryCodes as [string, string]
  const codes = await api.db
    .selectFrom('recovery_code')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute()
  expect(codes).toHaveLength(10)
  const browsers = [await halfWay(person.userName), await halfWay(person.userName)]
  const outcomes = await Promise.all(browsers.map((browser) => prove(browser, first.toUpperCase())))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 401])
  const state = await send(person.browser, 'GET', '/v1/second-factor')
  expect(state.body).toMatchObject({ enrolled: true, recoveryCodesLeft: 9, required: false })
  const path = '/v1/second-factor/recovery-codes'
  expect((await send(person.browser, 'POST', path, { currentPassword: 'wrong' })).status).toBe(400)
  const renewed = await send(person.browser, 'POST', path, { currentPassword: password })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await prove(await halfWay(person.userName), second)).status).toBe(401)
  expect((await prove(await halfWay(person.userName), renewed.body.recoveryCodes![0]!)).status).toBe(201)
})

test('five wrong codes lock, also when they come at once, from wherever, and also against the right one', async () => {
  const person = await aPersonWithFactor()
  const browser = await halfWay(person.userName)
  const right = totpCode(person.secret, 1)
  const wrong = Array.from({ length: 9 }, (_, i) =>
    String((Number(right) + i + 1) % 1_000_000).padStart(6, '0'),
  )
  const statuses = (await Promise.all(wrong.map((code) => prove(browser, code)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  await api.db.deleteFrom('guess').execute()
  expect((await prove(await halfWay(person.userName), right)).status).toBe(429)
  expect((await prove(await halfWay(person.userName), person.recoveryCodes[0]!)).status).toBe(429)
  await api.db
    .updateTable('sign_in_failure')
    .set({ locked_until: new Date(Date.now() - 1) })
    .execute()
  expect((await prove(await halfWay(person.userName), person.recoveryCodes[0]!)).status).toBe(201)
})

test('where it is demanded, a sign-in leads into the enrolment before anything else', async () => {
  const person = await aPerson(api, { password })
  expect(await demand('EVERYBODY')).toMatchObject({ status: 200, body: { secondFactor: 'EVERYBODY' } })
  const browser = aBrowser()
  expect(await signIn(browser, person.userName)).toMatchObject({
    status: 202,
    body: { secondFactor: 'ENROLMENT' },
  })
  expect(await isSignedIn(browser)).toBe(false)
  expect((await prove(browser, '123456')).status).toBe(401)
  const path = '/v1/session/second-factor/enrolment'
  const other = aBrowser()
  await signIn(other, person.userName)
  const { body } = await send(browser, 'POST', path)
  expect((await send(browser, 'PUT', path, { code: '000000' })).status).toBe(400)
  const done = await send(browser, 'PUT', path, { code: totpCode(body.secret!) })
  expect([done.status, done.body.id, done.body.recoveryCodes?.length]).toEqual([201, person.id, 10])
  expect(await isSignedIn(browser)).toBe(true)
  // Whoever also knew the password enrols nothing in its place.
  const late = await send(other, 'POST', path)
  expect((await send(other, 'PUT', path, { code: totpCode(late.body.secret!) })).status).toBe(409)
  expect(
    (await send(browser, 'POST', '/v1/second-factor/removal', { currentPassword: password })).status,
  ).toBe(409)
  await demand('OPTIONAL')
  expect(
    (await send(browser, 'POST', '/v1/second-factor/removal', { currentPassword: password })).status,
  ).toBe(204)
  expect((await signIn(aBrowser(), person.userName)).status).toBe(201)
})

test('it may be demanded of administrators only, by administrators only', async () => {
  const [person, admin] = [await aPerson(api, { password }), await aPerson(api, { password })]
  const body = { accountRole: 'SUPER_ADMIN', projectRoles: [], environmentAccess: [] }
  await api.call('PUT', `/v1/users/${admin.id}/roles`, { body })
  await demand('ADMINISTRATORS')
  expect((await signIn(aBrowser(), person.userName)).status).toBe(201)
  expect((await signIn(aBrowser(), admin.userName)).status).toBe(202)
  const refused = { token: person.token, body: { secondFactor: 'OPTIONAL' } }
  expect((await api.call('PATCH', settings, refused)).status).toBe(403)
})

test('it may be demanded of one user, and is from the next sign-in on', async () => {
  const [person, other] = [await aPerson(api, { password }), await aPerson(api, { password })]
  const path = `/v1/users/${person.id}/second-factor`
  const body = { required: true }
  expect((await api.call('PATCH', path, { body, token: person.token })).status).toBe(403)
  expect(await api.call('PATCH', path, { body })).toMatchObject({
    status: 200,
    body: { enrolled: false, required: true, requiredOfUser: true },
  })
  expect((await signIn(aBrowser(), person.userName)).body.secondFactor).toBe('ENROLMENT')
  expect((await signIn(aBrowser(), other.userName)).status).toBe(201)
  await api.call('PATCH', path, { body: { required: false } })
  expect((await signIn(aBrowser(), person.userName)).status).toBe(201)
})

test('an invitation does not lead past the second factor', async () => {
  const person = await aPersonWithFactor()
  const { body } = await api.call<{ invitationUrl: string }>('POST', `/v1/users/${person.id}/invitation`)
  const token = new URL(body.invitationUrl).hash.slice(1)
  const browser = aBrowser()
  const accepted = await send(browser, 'POST', '/v1/sign-in/invitation', {
    token,
    password: 'chosen by herself',
  })
  expect([accepted.status, await isSignedIn(browser)]).toEqual([202, false])
  expect((await prove(browser, totpCode(person.secret, 1))).status).toBe(201)
})

test('another app replaces the first only once it is confirmed, and needs the password', async () => {
  const person = await aPersonWithFactor()
  const path = '/v1/second-factor/enrolment'
  expect((await send(person.browser, 'POST', path, { currentPassword: 'wrong' })).status).toBe(400)
  const { body } = await send(person.browser, 'POST', path, { currentPassword: password })
  expect((await prove(await halfWay(person.userName), totpCode(person.secret, 1))).status).toBe(201)
  const confirmed = await send(person.browser, 'PUT', path, { code: totpCode(body.secret!) })
  expect(confirmed.status).toBe(200)
  expect((await prove(await halfWay(person.userName), totpCode(body.secret!, 1))).status).toBe(201)
  await api.db.updateTable('second_factor').set({ last_step: 0 }).execute()
  expect((await prove(await halfWay(person.userName), totpCode(person.secret, 1))).status).toBe(401)
})

test('an administrator resets the factor of a user who lost it, which ends sessions', async () => {
  const person = await aPersonWithFactor()
  const path = `/v1/users/${person.id}/second-factor`
  expect(await api.call('GET', path)).toMatchObject({
    status: 200,
    body: { enrolled: true, required: false },
  })
  expect((await api.call('DELETE', path, { token: person.token })).status).toBe(403)
  const browser = await halfWay(person.userName)
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect([await isSignedIn(person.browser), (await prove(browser, person.recoveryCodes[0]!)).status]).toEqual(
    [false, 401],
  )
  expect((await signIn(aBrowser(), person.userName)).status).toBe(201)
  expect((await api.call('DELETE', path)).status).toBe(404)
})

test('a reset that fails in the middle has changed nothing, and can be repeated', async () => {
  const person = await aPersonWithFactor()
  const path = `/v1/users/${person.id}/second-factor`
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`.execute(
    api.db,
  )
  await sql`create trigger break_off before delete on web_session execute function break_off()`.execute(
    api.db,
  )
  expect((await api.call('DELETE', path)).status).toBe(500)
  await sql`drop function break_off cascade`.execute(api.db)
  expect(await isSignedIn(person.browser)).toBe(true)
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect(await isSignedIn(person.browser)).toBe(false)
})

test('what is under way ends with another password, and expires', async () => {
  const person = await aPersonWithFactor()
  const [changed, expired] = [await halfWay(person.userName), await halfWay(person.userName)]
  const past = new Date(Date.now() - 1)
  await api.db.updateTable('pending_second_factor').set({ expires_at: past }).execute()
  expect((await prove(expired, totpCode(person.secret, 1))).status).toBe(401)
  await api.db
    .updateTable('pending_second_factor')
    .set({ expires_at: new Date(Date.now() + 600_000) })
    .execute()
  const body = { Operations: [{ op: 'replace', path: 'password', value: 'another long password' }] }
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${person.id}`, { body })
  expect((await prove(changed, totpCode(person.secret, 1))).status).toBe(401)
})

test('secrets are sealed or hashed, and the audit trail names who did what without them', async () => {
  const person = await aPersonWithFactor()
  const [code] = person.recoveryCodes as [string]
  await prove(await halfWay(person.userName), code)
  const factor = await api.db
    .selectFrom('second_factor')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute()
  expect(factor[0]!.secret_encrypted!.toString('latin1')).not.toContain(person.secret)
  const events = await api.call<{ results: { operation: string; actor?: { id: string } }[] }>(
    'GET',
    '/v1/events?size=20',
  )
  const trail = JSON.stringify(events.body)
  for (const secret of [person.secret, ...person.recoveryCodes]) expect(trail).not.toContain(secret)
  const proven = events.body.results.find(({ operation }) => operation === 'proveSecondFactor')
  expect(proven?.actor?.id).toBe(person.id)
  expect(events.body.results.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['beginEnrolment', 'confirmEnrolment']),
  )
})
