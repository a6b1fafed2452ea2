import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser } from '../../../../test/support/browser.ts'
import { client, useOpenIdProvider } from '../../../../test/support/open-id-provider.ts'
import { aPerson } from '../../../../test/support/users.ts'
import { waitingTransactions } from '../../../../test/support/waiting.ts'

const api = useApi()
const provider = useOpenIdProvider(() => `${api.url}/v1/sign-in/open-id/callback`)
let serial = 0

async function aProvider(own: object = {}): Promise<string> {
  const { issuer } = provider
  const known = { issuer, clientId: client.id, clientSecret: client.secret }
  const named = { name: `Provider ${++serial}`, ...known, ...own }
  const created = await api.call<{ id: string }>('POST', '/v1/identity-providers', { body: named })
  return created.body.id
}
const startUrl = (id: string) => `${api.url}/v1/sign-in/open-id/${id}?returnTo=/projects`
const isReturn = (url: URL) => url.pathname === '/projects'

test('an address that is given to somebody else leads to no account of its former owner until the user is unlinked', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  const [before, after] = [`former-${person.id}`, `new-${person.id}`]
  const signInAs = async (sub: string) => {
    provider.person = { sub, email: person.userName, email_verified: true }
    const browser = aBrowser()
    const { response } = await browser.follow(startUrl(id), isReturn)
    return { status: response.status, browser }
  }
  const identities = `/v1/users/${person.id}/identities`
  expect(await api.call('DELETE', identities)).toMatchObject({ status: 404 })
  const { browser } = await signInAs(before)
  expect((await signInAs(after)).status).toBe(403)
  expect((await signInAs(before)).status).toBe(302)
  const listed = await api.call('GET', identities)
  expect(listed.body).toEqual({
    results: [{ providerId: id, provider: expect.any(String), subject: before }],
  })

  expect((await api.call('DELETE', identities)).status).toBe(204)
  expect((await browser.fetch(`${api.url}/v1/session`)).status).toBe(401)
  expect((await signInAs(after)).status).toBe(302)
  expect((await signInAs(before)).status).toBe(403)
  expect((await api.call('GET', `/v1/users/${randomUUID()}/identities`)).status).toBe(404)
})

test('a sign-in that returns while the user is being unlinked opens no session', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `u-${person.id}`, email: person.userName, email_verified: true }
  await aBrowser().follow(startUrl(id), isReturn)
  const browser = aBrowser()
  const { url } = await browser.follow(startUrl(id), ({ pathname }) => pathname.endsWith('/callback'))
  const { back } = await api.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('person_identity').where('user_id', '=', person.id).execute()
    const back = browser.fetch(url.href)
    await expect.poll(() => waitingTransactions(api.db), { timeout: 15_000 }).toBeGreaterThan(0)
    return { back }
  })
  expect((await back).status).toBe(403)
  expect((await browser.fetch(`${api.url}/v1/session`)).status).toBe(401)
})

test('a letter that is another one in small letters only is another one: it leads to no account', async () => {
  const id = await aProvider()
  const person = await aPerson(api, { userName: `mike-ä${++serial}@linkedin.example` })
  const signInAs = async (email: string) => {
    provider.person = { sub: email, email, email_verified: true }
    return (await aBrowser().follow(startUrl(id), isReturn)).response.status
  }
  const { userName } = person
  for (const email of [userName.replaceAll('i', '\u0130'), userName.replace('k', '\u212a')])
    expect([email, await signInAs(email)]).toEqual([email, 403])
  expect(await signInAs(userName.toUpperCase())).toBe(302)
})

test('of first sign-ins in two tabs at once, one creates the user, and both are signed in', async () => {
  const id = await aProvider({ justInTimeDomains: ['let-in.example'] })
  const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
  for (let round = 0; round < 3; round++) {
    const email = `${randomUUID()}@let-in.example`
    provider.person = { sub: email, email, email_verified: true, name: 'New' }
    const tabs = [aBrowser(), aBrowser(), aBrowser()]
    const urls: string[] = []
    for (const tab of tabs) urls.push((await tab.follow(startUrl(id), isBack)).url.href)
    const answers = await Promise.all(tabs.map((tab, i) => tab.fetch(urls[i]!)))
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302])
    const people = await Promise.all(
      tabs.map(async (tab) => (await (await tab.fetch(`${api.url}/v1/session`)).json()) as { id: string }),
    )
    expect(new Set(people.map((one) => one.id)).size).toBe(1)
  }
})

/** Sign-ins and unlinkings that meet the deletion of their provider in the middle. */
const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
const remove = (id: string) => api.call('DELETE', `/v1/identity-providers/${id}`)
async function aLinkedPerson(id: string) {
  const person = await aPerson(api)
  provider.person = { sub: `d-${person.id}`, email: person.userName, email_verified: true }
  await aBrowser().follow(startUrl(id), isReturn)
  return person
}

/** Begins `both` in turn while a session that began at the provider is locked, and answers their answers. */
async function whileLocked<T>(userId: string, both: readonly (() => Promise<T>)[]): Promise<T[]> {
  const begun = await api.db.transaction().execute(async (tx) => {
    await tx.selectFrom('web_session').select('id').where('user_id', '=', userId).forUpdate().execute()
    const begun: Promise<T>[] = []
    for (const begin of both) {
      begun.push(begin())
      await expect.poll(() => waitingTransactions(api.db), { timeout: 15_000 }).toBe(begun.length)
    }
    return { begun }
  })
  return Promise.all(begun.begun)
}

test('a provider is deleted while somebody signs in there, without a deadlock', async () => {
  const id = await aProvider()
  const person = await aLinkedPerson(id)
  const browser = aBrowser()
  const { url } = await browser.follow(startUrl(id), isBack)
  const signIn = () => browser.fetch(url.href)
  const [deleted, signedIn] = await whileLocked<{ readonly status: number }>(person.id, [
    () => remove(id),
    signIn,
  ])
  expect([deleted!.status, [401, 403, 404].includes(signedIn!.status)]).toEqual([204, true])
  expect((await browser.fetch(`${api.url}/v1/session`)).status).toBe(401)
})

test('a provider is deleted while a user is unlinked from it, without a deadlock', async () => {
  const id = await aProvider()
  const person = await aLinkedPerson(id)
  const unlink = () => api.call('DELETE', `/v1/users/${person.id}/identities`)
  const answers = await whileLocked<{ readonly status: number }>(person.id, [() => remove(id), unlink])
  expect([204, 404]).toContain(answers[1]!.status)
  expect(answers[0]!.status).toBe(204)
})

test('a first sign-in whose provider is deleted in the middle says that it is gone', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `g-${person.id}`, email: person.userName, email_verified: true }
  const browser = aBrowser()
  const { url } = await browser.follow(startUrl(id), isBack)
  const { back } = await api.db.transaction().execute(async (tx) => {
    // The sign-in waits here for the user, before it is linked.
    await tx.selectFrom('directory_user').select('id').where('id', '=', person.id).forUpdate().execute()
    const back = browser.fetch(url.href)
    await expect.poll(() => waitingTransactions(api.db), { timeout: 15_000 }).toBe(1)
    expect((await remove(id)).status).toBe(204)
    return { back }
  })
  expect((await back).status).toBe(404)
})
