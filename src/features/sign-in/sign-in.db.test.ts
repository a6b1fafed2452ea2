import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aBrowser, type Browser } from '../../../test/support/browser.ts'
import { becomes, changedMeanwhile } from '../../../test/support/changed-meanwhile.ts'
import { aPerson } from '../../../test/support/users.ts'
import { waitingTransactions } from '../../../test/support/waiting.ts'
import { newId } from '../../lib/ids.ts'
import { newOpaqueToken, tokenHash } from '../../lib/opaque-token.ts'
import { deleteOld, insertSession } from './store.ts'

const api = useApi()
const password = 'correct horse battery staple'
const json = { 'content-type': 'application/json' }

const signIn = (browser: Browser, userName: string, given = password) =>
  browser.fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ userName, password: given }),
  })
const session = async (browser: Browser) => {
  const response = await browser.fetch(`${api.url}/v1/session`)
  return { status: response.status, body: (await response.json()) as { csrfToken: string; id: string } }
}
const change = async (
  browser: Browser,
  method: string,
  path: string,
  body?: object,
  own: Record<string, string> = {},
) =>
  browser.fetch(`${api.url}${path}`, {
    method,
    headers: { 'x-csrf-token': (await session(browser)).body.csrfToken, ...(body && json), ...own },
    ...(body && { body: JSON.stringify(body) }),
  })

test('a person signs in by name and password, in any case of the name, and acts with its roles', async () => {
  const person = await aPerson(api, { password })
  const roles = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }
  const body = { ...roles, accountPermissions: ['PROJECT_CREATOR'] }
  await api.call('PUT', `/v1/users/${person.id}/roles`, { body })
  const browser = aBrowser()
  const response = await signIn(browser, person.userName.toUpperCase())
  expect(response.status).toBe(201)
  const [cookie] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^headrace_session=hrs_/)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  expect(cookie).toMatch(/; Path=\//)
  expect(await response.json()).toMatchObject({ kind: 'USER', id: person.id, accountRole: 'USER' })
  expect((await session(browser)).body.id).toBe(person.id)
  expect((await browser.fetch(`${api.url}/v1/projects`)).status).toBe(200)
  expect((await change(browser, 'POST', '/v1/projects', { name: 'By browser' })).status).toBe(201)
})

test.each([
  ['the password is changed', becomes.ofAnotherPassword],
  ['the user is deactivated', becomes.inactive],
])('a sign-in that has proven the password begins no session when %s meanwhile', async (_, change) => {
  const { id, userName } = await aPerson(api, { password })
  const answer = await changedMeanwhile(api.db, id, change, () => signIn(aBrowser(), userName))
  expect(answer.status).toBe(401)
  expect(await api.db.selectFrom('web_session').where('user_id', '=', id).select('id').execute()).toEqual([])
})

test('a session that begins while the password is changed ends with the others', async () => {
  const { id, userName } = await aPerson(api, { password })
  const browser = aBrowser()
  await signIn(browser, userName)
  const hash = tokenHash(newOpaqueToken('hrs_'))
  const { asked } = await api.db.transaction().execute(async (tx) => {
    const now = new Date()
    const row = { id: newId(), hash, method: 'password', address: '', userAgent: '', at: undefined }
    await insertSession(
      tx,
      { userId: id },
      { ...row, createdAt: now, expiresAt: new Date(now.getTime() + 60_000) },
    )
    const body = { currentPassword: password, newPassword: 'another horse battery staple' }
    const asked = change(browser, 'PUT', '/v1/session/password', body)
    await expect.poll(() => waitingTransactions(api.db)).toBeGreaterThan(0)
    return { asked }
  })
  expect((await asked).status).toBe(204)
  const kept = await api.db.selectFrom('web_session').where('user_id', '=', id).select('token_hash').execute()
  expect(kept).toHaveLength(1)
  expect(kept[0]!.token_hash.equals(hash)).toBe(false)
})

test('behind TLS the cookie is secure and bound to the host', async () => {
  const { createCookies } = await import('./cookies.ts')
  const sent: unknown[][] = []
  const reply = { setCookie: (...cookie: unknown[]) => sent.push(cookie) }
  createCookies(() => 'https://data.example.com').setSession(reply as never, 't', new Date())
  expect(sent).toMatchObject([['__Host-headrace_session', 't', { secure: true, httpOnly: true, path: '/' }]])
})

test('a request that changes something needs the CSRF token, and must not come from another site', async () => {
  const person = await aPerson(api, { password })
  const browser = aBrowser()
  await signIn(browser, person.userName)
  const create = { method: 'POST', headers: json, body: JSON.stringify({ name: 'Forged' }) }
  expect((await browser.fetch(`${api.url}/v1/projects`, create)).status).toBe(403)
  const wrong = { ...create, headers: { ...json, 'x-csrf-token': 'x'.repeat(43) } }
  expect((await browser.fetch(`${api.url}/v1/projects`, wrong)).status).toBe(403)
  const other = aBrowser()
  await signIn(other, (await aPerson(api, { password })).userName)
  const foreign = { ...create, headers: { ...json, 'x-csrf-token': (await session(other)).body.csrfToken } }
  expect((await browser.fetch(`${api.url}/v1/projects`, foreign)).status).toBe(403)
  const site = { 'sec-fetch-site': 'cross-site' }
  expect((await change(browser, 'POST', '/v1/projects', { name: 'Cross' }, site)).status).toBe(403)
})

test('a form of another site cannot sign in', async () => {
  const person = await aPerson(api, { password })
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const response = await aBrowser().fetch(`${api.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new URLSearchParams({ userName: person.userName, password }).toString(),
    })
    expect([type, response.status]).toEqual([type, 415])
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test('signing in gives a new session, whatever was in the browser before', async () => {
  const person = await aPerson(api, { password })
  const browser = aBrowser()
  const { host } = new URL(api.url)
  browser.jars.set(host, new Map([['headrace_session', 'hrs_planted-by-an-attacker']]))
  expect((await session(browser)).status).toBe(401)
  await signIn(browser, person.userName)
  const first = browser.cookie(api.url, 'headrace_session')
  expect(first).not.toContain('planted')
  await signIn(browser, person.userName)
  expect(browser.cookie(api.url, 'headrace_session')).not.toBe(first)
})

test('wrong password, unknown name, no password and inactive get the same answer', async () => {
  const person = await aPerson(api, { password })
  const inactive = await aPerson(api, { password })
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${inactive.id}`, {
    body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
  })
  const without = await aPerson(api)
  const answers = await Promise.all(
    [
      signIn(aBrowser(), person.userName, 'wrong'),
      signIn(aBrowser(), 'nobody@example.com'),
      signIn(aBrowser(), without.userName),
      signIn(aBrowser(), inactive.userName),
    ].map(async (answer) => ({ status: (await answer).status, body: await (await answer).text() })),
  )
  expect(answers[0]!.status).toBe(401)
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('time tells nothing about which names exist', async () => {
  const times = async (names: string[]) => {
    const all: number[] = []
    for (const name of names) {
      const start = performance.now()
      await signIn(aBrowser(), name, 'wrong')
      all.push(performance.now() - start)
    }
    return all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  }
  const known: string[] = []
  for (let i = 0; i < 7; i++) known.push((await aPerson(api, { password })).userName)
  const unknown = known.map((name) => `no-${name}`)
  await times(known.slice(0, 1))
  const [exists, missing] = [await times(known), await times(unknown)]
  // Without the comparison with nothing a name that does not exist is answered in a tenth of the time.
  expect(missing).toBeGreaterThan(exists / 3)
  expect(missing).toBeLessThan(exists * 3)
})

test('five failures lock a name, also against the right password, also when they come at once', async () => {
  const person = await aPerson(api, { password })
  const tries = await Promise.all(
    Array.from({ length: 9 }, () => signIn(aBrowser(), person.userName, 'wrong')),
  )
  const statuses = tries.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  const locked = await signIn(aBrowser(), person.userName)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  await api.db
    .updateTable('sign_in_failure')
    .set({ locked_until: new Date(Date.now() - 1) })
    .where('user_name', '=', person.userName)
    .execute()
  expect((await signIn(aBrowser(), person.userName)).status).toBe(201)
  const rows = await api.db
    .selectFrom('sign_in_failure')
    .where('user_name', '=', person.userName)
    .selectAll()
    .execute()
  expect(rows).toEqual([])
})

test('signing out ends this session, and everywhere ends all of them, at once', async () => {
  const person = await aPerson(api, { password })
  const [one, two] = [aBrowser(), aBrowser()]
  await signIn(one, person.userName)
  await signIn(two, person.userName)
  const listed = await two.fetch(`${api.url}/v1/sessions`)
  const { results } = (await listed.json()) as { results: { current: boolean; method: string }[] }
  expect(results.map(({ current, method }) => [current, method])).toEqual([
    [false, 'password'],
    [true, 'password'],
  ])
  expect((await change(one, 'DELETE', '/v1/session')).status).toBe(204)
  expect(one.cookie(api.url, 'headrace_session')).toBeUndefined()
  expect((await session(one)).status).toBe(401)
  expect((await session(two)).status).toBe(200)
  const other = await aPerson(api, { password })
  expect((await change(two, 'DELETE', `/v1/users/${other.id}/sessions`)).status).toBe(403)
  expect((await change(two, 'DELETE', `/v1/users/${person.id}/sessions`)).status).toBe(204)
  expect((await session(two)).status).toBe(401)
})

test('an administrator signs a user out everywhere, at once', async () => {
  const person = await aPerson(api, { password })
  const browser = aBrowser()
  await signIn(browser, person.userName)
  expect((await session(browser)).status).toBe(200)
  expect((await api.call('DELETE', `/v1/users/${person.id}/sessions`)).status).toBe(204)
  expect((await session(browser)).status).toBe(401)
})

test('active: false, a new password and delete end sessions and tokens at once, and nothing revives them', async () => {
  const person = await aPerson(api, { password })
  const browser = aBrowser()
  await signIn(browser, person.userName)
  const path = `/v1/directory-integration/scim/v2/Users/${person.id}`
  const set = (value: boolean) =>
    api.call('PATCH', path, { body: { Operations: [{ op: 'replace', value: { active: value } }] } })
  const byToken = async () => (await api.call('GET', '/v1/session', { token: person.token })).status
  expect([(await session(browser)).status, await byToken()]).toEqual([200, 200])
  await set(false)
  expect([(await session(browser)).status, await byToken()]).toEqual([401, 401])
  await set(true)
  expect(
    await api.db.selectFrom('web_session').where('user_id', '=', person.id).selectAll().execute(),
  ).toEqual([])
  await signIn(browser, person.userName)
  expect((await session(browser)).status).toBe(200)
  const body = { Operations: [{ op: 'replace', path: 'password', value: 'another long password' }] }
  await api.call('PATCH', path, { body })
  expect((await session(browser)).status).toBe(401)
  await signIn(browser, person.userName, 'another long password')
  expect((await session(browser)).status).toBe(200)
  await api.call('DELETE', path)
  expect((await session(browser)).status).toBe(401)
})

test('a user who knows the password can change it to a valid one, and other sessions end', async () => {
  const person = await aPerson(api, { password })
  const [here, there] = [aBrowser(), aBrowser()]
  await signIn(here, person.userName)
  await signIn(there, person.userName)
  const to = (currentPassword: string, newPassword: string) =>
    change(here, 'PUT', '/v1/session/password', { currentPassword, newPassword })
  expect((await to('wrong', 'a new and long password')).status).toBe(400)
  for (const bad of ['short', 'aaaaaaaaaaaaaaaa', `${person.userName.split('@')[0]} 123456789`])
    expect([bad, (await to(password, bad)).status]).toEqual([bad, 400])
  expect((await to(password, 'a new and long password')).status).toBe(204)
  expect((await session(here)).status).toBe(200)
  expect((await session(there)).status).toBe(401)
  expect((await signIn(aBrowser(), person.userName)).status).toBe(401)
  expect((await signIn(aBrowser(), person.userName, 'a new and long password')).status).toBe(201)
})

test('a session ends after twelve hours, or two without use', async () => {
  for (const past of [{ expires_at: new Date(0) }, { seen_at: new Date(Date.now() - 2 * 3_600_000) }]) {
    const person = await aPerson(api, { password })
    const browser = aBrowser()
    await signIn(browser, person.userName)
    await api.db.updateTable('web_session').set(past).where('user_id', '=', person.id).execute()
    await expect.poll(async () => (await session(browser)).status, { timeout: 5_000 }).toBe(401)
  }
})

test('the first start makes a person that administers everything', async () => {
  const admin = api.api.firstAdmin!.person!
  const browser = aBrowser()
  const response = await signIn(browser, admin.userName, admin.password)
  expect(await response.json()).toMatchObject({ accountRole: 'SUPER_ADMIN' })
  expect((await browser.fetch(`${api.url}/v1/api-credentials`)).status).toBe(200)
})

test('of sign-ins that strangers began, the newest are kept, and no more than there is room for', async () => {
  await sql`
    insert into identity_provider (id, name, issuer, client_id, scopes, user_name_claim)
    values ('00000000-0000-4000-8000-000000000001', 'Busy', 'https://busy.example.com', 'c', '', 'email')`.execute(
    api.db,
  )
  await sql`
    insert into pending_sign_in (state_hash, browser_hash, provider_id, code_verifier, nonce, return_to, expires_at)
    select sha256(convert_to(n::text, 'UTF8')), '', '00000000-0000-4000-8000-000000000001', '', '', '/',
           now() + n * interval '1 ms'
    from generate_series(1, 100500) n`.execute(api.db)
  await deleteOld(api.db, new Date(0))
  const { rows } = await sql<{ count: number; oldest: boolean }>`
    select count(*)::integer as count,
           bool_or(state_hash = sha256(convert_to('1', 'UTF8'))) as oldest from pending_sign_in`.execute(
    api.db,
  )
  expect(rows).toEqual([{ count: 100_000, oldest: false }])
})
