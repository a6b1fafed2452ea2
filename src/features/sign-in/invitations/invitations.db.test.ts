import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser } from '../../../../test/support/browser.ts'
import { becomes, changedMeanwhile } from '../../../../test/support/changed-meanwhile.ts'
import { aPerson } from '../../../../test/support/users.ts'

const api = useApi()
// Each test has the failed attempts of its own.
beforeEach(() => api.db.deleteFrom('guess').execute())

const password = 'correct horse battery staple'

const invitationOf = (id: string) => `/v1/users/${id}/invitation`
async function invite(id: string): Promise<string> {
  const { status, body } = await api.call<{ invitationUrl: string }>('POST', invitationOf(id))
  expect(status).toBe(201)
  const link = new URL(body.invitationUrl)
  expect([link.origin, link.pathname, link.search]).toEqual([api.origin, '/invitation', ''])
  return link.hash.slice(1)
}
const preview = (token: string) =>
  api.call('POST', '/v1/sign-in/invitation/preview', { token: null, body: { token } })
async function accept(token: string, chosen = password) {
  const browser = aBrowser()
  const response = await browser.fetch(`${api.url}/v1/sign-in/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: chosen }),
  })
  return { browser, status: response.status, body: (await response.json()) as { id?: string } }
}
const signIn = (userName: string, given = password) =>
  api.call('POST', '/v1/session', { token: null, body: { userName, password: given } })
const expire = (id: string) =>
  api.db
    .updateTable('invitation')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('user_id', '=', id)
    .execute()

test('an invited user chooses a password, is signed in, and the link does not work again', async () => {
  const person = await aPerson(api, { displayName: 'Ada' })
  const token = await invite(person.id)
  expect(await preview(token)).toMatchObject({
    status: 200,
    body: { userName: person.userName, name: 'Ada' },
  })
  const { status, body, browser } = await accept(token)
  expect([status, body.id]).toEqual([201, person.id])
  expect((await browser.fetch(`${api.url}/v1/session`)).status).toBe(200)
  expect((await signIn(person.userName)).status).toBe(201)
  expect([(await accept(token, 'another long password')).status, (await preview(token)).status]).toEqual([
    410, 410,
  ])
  expect((await signIn(person.userName)).status).toBe(201)
  expect(await api.call('GET', invitationOf(person.id))).toMatchObject({ status: 404 })
})

test('of many who accept one link at once, one gets in', async () => {
  const person = await aPerson(api)
  const token = await invite(person.id)
  const outcomes = await Promise.all(Array.from({ length: 6 }, (_, i) => accept(token, `${password} ${i}`)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410, 410, 410])
})

test('the one password rule holds, and a password that breaks it leaves the link valid', async () => {
  const person = await aPerson(api, { userName: 'annabella@example.com' })
  const token = await invite(person.id)
  for (const bad of ['short', 'aaaaaaaaaaaaaaaa', 'annabella 1234567', 'passwordpassword'])
    expect([bad, (await accept(token, bad)).status]).toEqual([bad, 400])
  expect((await accept(token)).status).toBe(201)
})

test('a link works until it expires, is sent again or is withdrawn', async () => {
  const person = await aPerson(api)
  const first = await invite(person.id)
  const second = await invite(person.id)
  expect([(await preview(first)).status, (await preview(second)).status]).toEqual([410, 200])
  expect(await api.call('GET', invitationOf(person.id))).toMatchObject({ body: { expired: false } })
  await expire(person.id)
  expect([(await preview(second)).status, (await accept(second)).status]).toEqual([410, 410])
  expect(await api.call('GET', invitationOf(person.id))).toMatchObject({ body: { expired: true } })
  const third = await invite(person.id)
  expect((await api.call('DELETE', invitationOf(person.id))).status).toBe(204)
  expect([(await accept(third)).status, (await api.call('DELETE', invitationOf(person.id))).status]).toEqual([
    410, 404,
  ])
})

test('a link ends with what it was for: another password, or a user who was deactivated', async () => {
  const path = (id: string) => `/v1/directory-integration/scim/v2/Users/${id}`
  const change = (id: string, attribute: string, value: unknown) =>
    api.call('PATCH', path(id), { body: { Operations: [{ op: 'replace', path: attribute, value }] } })
  const [one, other] = [await aPerson(api), await aPerson(api)]
  const [token, otherToken] = [await invite(one.id), await invite(other.id)]
  await change(one.id, 'password', 'set by an administrator')
  await change(other.id, 'active', false)
  expect((await api.call('POST', invitationOf(other.id))).status).toBe(409)
  await change(other.id, 'active', true)
  expect([(await accept(token)).status, (await accept(otherToken)).status]).toEqual([410, 410])
})

test('a user who is being deactivated is not invited: the link would work once the user is active again', async () => {
  const { id } = await aPerson(api)
  const invited = () => api.call('POST', invitationOf(id))
  expect(await changedMeanwhile(api.db, id, becomes.inactive, invited)).toMatchObject({ status: 409 })
  expect((await api.call('GET', invitationOf(id))).status).toBe(404)
})

test('the first password ends what was open before; only administrators invite; strangers learn nothing', async () => {
  const person = await aPerson(api, { password: 'the password of before' })
  const before = aBrowser()
  await before.fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: person.userName, password: 'the password of before' }),
  })
  expect((await before.fetch(`${api.url}/v1/session`)).status).toBe(200)
  expect((await accept(await invite(person.id))).status).toBe(201)
  expect((await before.fetch(`${api.url}/v1/session`)).status).toBe(401)
  expect((await signIn(person.userName, 'the password of before')).status).toBe(401)
  expect((await api.call('POST', invitationOf(person.id), { token: person.token })).status).toBe(403)
  expect((await preview('hri_guessed')).status).toBe(410)
  const form = { method: 'POST', body: new URLSearchParams({ token: 'x', password }) }
  expect((await fetch(`${api.url}/v1/sign-in/invitation`, form)).status).toBe(415)
})

test('the token of a link is stored as a hash, and the audit trail has who invited whom without it', async () => {
  const person = await aPerson(api)
  const token = await invite(person.id)
  const stored = await api.db.selectFrom('invitation').selectAll().where('user_id', '=', person.id).execute()
  expect(
    JSON.stringify(stored.map((row) => ({ ...row, token_hash: row.token_hash.toString() }))),
  ).not.toContain(token)
  await accept(token)
  const events = await api.call<{ results: { operation: string; actor?: { id: string } }[] }>(
    'GET',
    '/v1/events?size=20',
  )
  expect(JSON.stringify(events.body)).not.toContain(token)
  expect(events.body.results.find(({ operation }) => operation === 'acceptInvitation')?.actor?.id).toBe(
    person.id,
  )
  expect(events.body.results.map(({ operation }) => operation)).toContain('createInvitation')
})
