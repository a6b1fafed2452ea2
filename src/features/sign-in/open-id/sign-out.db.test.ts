import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser, type Browser } from '../../../../test/support/browser.ts'
import { useOpenIdProvider } from '../../../../test/support/open-id-provider.ts'
import { aPerson } from '../../../../test/support/users.ts'
import { listener } from '../../../db/listen.ts'
import { silent } from '../../../lib/log.ts'
import { SESSIONS_ENDED_CHANNEL } from '../store.ts'

const api = useApi()
const provider = useOpenIdProvider(() => `${api.url}/v1/sign-in/open-id/callback`)
let serial = 0

interface Provider {
  readonly id: string
  readonly postLogoutRedirectUri: string
  readonly backChannelLogoutUri: string
}

/**
 * Connects the provider with a client of its own, which is registered with the addresses that the connection
 * got.
 */
async function aProvider(own: object, metadata: (connected: Provider) => object): Promise<Provider> {
  const body = { name: `Out ${++serial}`, issuer: provider.issuer, clientId: 'not-yet', ...own }
  const connected = (await api.call<Provider>('POST', '/v1/identity-providers', { body })).body
  const registration = { token_endpoint_auth_method: 'none', ...metadata(connected) }
  const { clientId: client_id } = await provider.register(registration)
  await api.db.updateTable('identity_provider').set({ client_id }).where('id', '=', connected.id).execute()
  return connected
}

async function aPersonThere() {
  const person = await aPerson(api)
  provider.person = { sub: `out-${person.id}`, email: person.userName, email_verified: true }
}

async function signedIn(id: string) {
  const browser = aBrowser()
  await browser.follow(`${api.url}/v1/sign-in/open-id/${id}`, ({ pathname }) => pathname === '/')
  expect(await isSignedIn(browser)).toBe(true)
  return browser
}

const isSignedIn = async (browser: Browser) => {
  const { status } = await browser.fetch(`${api.url}/v1/session`)
  expect([200, 401]).toContain(status)
  return status === 200
}

async function signOut(browser: Browser) {
  const { csrfToken } = (await (await browser.fetch(`${api.url}/v1/session`)).json()) as { csrfToken: string }
  const headers = { 'x-csrf-token': csrfToken }
  return browser.fetch(`${api.url}/v1/session`, { method: 'DELETE', headers })
}

/** What the page of the provider asks: yes, sign me out there too. Returns where it leads. */
async function confirmAtProvider(browser: Browser, url: string): Promise<string | null> {
  const page = await (await browser.fetch(url)).text()
  const [, action] = /action="([^"]+)"/.exec(page) ?? []
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  const body = new URLSearchParams({ xsrf: xsrf!, logout: 'yes' })
  const answer = await browser.fetch(action!, { method: 'POST', body })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

/** What another API process hears of ended sessions: it forgets what it remembers of them then. */
function anotherProcess() {
  let count = 0
  const over = new AbortController()
  const channels = { [SESSIONS_ENDED_CHANNEL]: () => void count++ }
  const running = listener(api.databaseUrl, channels, silent).run(over.signal)
  const stop = async () => {
    over.abort()
    await running
  }
  return { heard: () => count, stop }
}

test('signing out here leads to the provider and back, where the provider is told to', async () => {
  const connected = await aProvider({ signOutAtProvider: true }, ({ postLogoutRedirectUri }) => ({
    post_logout_redirect_uris: [postLogoutRedirectUri],
  }))
  await aPersonThere()
  const browser = await signedIn(connected.id)
  const answer = await signOut(browser)
  const { signOutUrl } = (await answer.json()) as { signOutUrl: string }
  expect([answer.status, new URL(signOutUrl).origin]).toEqual([200, provider.issuer])
  expect(await isSignedIn(browser)).toBe(false)
  expect(await confirmAtProvider(browser, signOutUrl)).toBe(`${new URL(api.url).origin}/sign-in`)
  const { body } = await api.call<{ results: object[] }>('GET', '/v1/events?operation=signOut')
  expect(body.results[0]).toMatchObject({ after: { signOutUrl: '***' } })
})

test('by default signing out ends the session here and nothing else, and keeps no ID token', async () => {
  const connected = await aProvider({}, () => ({}))
  await aPersonThere()
  const browser = await signedIn(connected.id)
  const [kept] = await api.db
    .selectFrom('web_session')
    .select('id_token_encrypted')
    .where('provider_id', '=', connected.id)
    .execute()
  expect(kept).toEqual({ id_token_encrypted: null })
  expect((await signOut(browser)).status).toBe(204)
})

test('signing out at the provider ends the sessions of the user here at once, and nobody else', async () => {
  const connected = await aProvider({ signOutAtProvider: true }, ({ backChannelLogoutUri }) => ({
    backchannel_logout_uri: backChannelLogoutUri,
  }))
  await aPersonThere()
  const other = await signedIn(connected.id)
  await aPersonThere()
  const [here, elsewhere] = [await signedIn(connected.id), await signedIn(connected.id)]
  const others = anotherProcess()
  await expect.poll(others.heard, { timeout: 15_000 }).toBe(1) // that it listens now
  await confirmAtProvider(here, `${provider.issuer}/session/end`)
  expect([await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(other)]).toEqual([
    false,
    false,
    true,
  ])
  await expect.poll(others.heard, { timeout: 15_000 }).toBeGreaterThan(1)
  await others.stop()
  const { body } = await api.call<{ results: object[] }>('GET', '/v1/events?operation=endSessionsByProvider')
  expect(body.results[0]).toMatchObject({
    outcome: 'SUCCEEDED',
    request: { logout_token: '***' },
    details: { provider: { id: connected.id }, subject: provider.person.sub, sessionsEnded: 2 },
  })
})

test('a provider that names its sessions ends the one that is over, and no other of the same user', async () => {
  const connected = await aProvider({}, ({ backChannelLogoutUri }) => ({
    backchannel_logout_uri: backChannelLogoutUri,
    backchannel_logout_session_required: true,
  }))
  await aPersonThere()
  const [here, elsewhere] = [await signedIn(connected.id), await signedIn(connected.id)]
  await confirmAtProvider(here, `${provider.issuer}/session/end`)
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, true])
})

test('strangers cannot end sessions: the logout token must be signed by the provider', async () => {
  const connected = await aProvider({}, () => ({}))
  const post = (body: URLSearchParams | string, url = connected.backChannelLogoutUri) =>
    fetch(url, { method: 'POST', body })
  const answer = await post(new URLSearchParams({ logout_token: 'a.b.c' }))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect((await post(new URLSearchParams())).status).toBe(400)
  expect((await post('{}')).status).toBe(415)
  const unknown = connected.backChannelLogoutUri.replace(connected.id, crypto.randomUUID())
  expect((await post(new URLSearchParams({ logout_token: 'a.b.c' }), unknown)).status).toBe(404)
  // Forms are read there only.
  const form = new URLSearchParams({ userName: 'x', password: 'y' })
  expect((await post(form, `${api.url}/v1/session`)).status).toBe(415)
})
