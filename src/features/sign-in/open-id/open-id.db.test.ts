import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser } from '../../../../test/support/browser.ts'
import { client, useOpenIdProvider } from '../../../../test/support/open-id-provider.ts'
import { aPerson } from '../../../../test/support/users.ts'

const api = useApi()
const callback = () => `${api.url}/v1/sign-in/open-id/callback`
const provider = useOpenIdProvider(callback)
let serial = 0

async function aProvider(own: Record<string, unknown> = {}): Promise<string> {
  const body = {
    name: `Provider ${++serial}`,
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    ...own,
  }
  const created = await api.call<{ id: string }>('POST', '/v1/identity-providers', { body })
  expect(created).toMatchObject({ status: 201, body: { redirectUri: callback() } })
  expect(JSON.stringify(created.body)).not.toContain(client.secret)
  return created.body.id
}
const startUrl = (id: string, returnTo = '/projects') =>
  `${api.url}/v1/sign-in/open-id/${id}?returnTo=${encodeURIComponent(returnTo)}`
const isReturn = (url: URL) => url.pathname === '/projects'

test('a person of the directory signs in through the provider and comes back where it wanted to go', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `s-${person.id}`, email: person.userName.toUpperCase(), email_verified: true }
  const browser = aBrowser()
  const { url, response } = await browser.follow(startUrl(id), isReturn)
  expect([url.pathname, response.status]).toEqual(['/projects', 302])
  const session = await browser.fetch(`${api.url}/v1/session`)
  expect(await session.json()).toMatchObject({ id: person.id, csrfToken: expect.any(String) })
  const options = await api.call<{ providers: { id: string; url: string }[] }>('GET', '/v1/sign-in/options', {
    token: null,
  })
  expect(options.body.providers.find((one) => one.id === id)!.url).toBe(startUrl(id).split('?')[0])
})

test('a provider asks for a second factor itself: its users are not asked for another one', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `f-${person.id}`, email: person.userName, email_verified: true }
  const demand = (secondFactor: string) =>
    api.call('PATCH', '/v1/sign-in/settings', { body: { secondFactor } })
  await demand('EVERYBODY')
  const browser = aBrowser()
  await browser.follow(startUrl(id), isReturn)
  expect((await browser.fetch(`${api.url}/v1/session`)).status).toBe(200)
  await demand('OPTIONAL')
})

test('once known, a subject stays who it is, whatever address the provider gives it later', async () => {
  const id = await aProvider()
  const [person, other] = [await aPerson(api), await aPerson(api)]
  provider.person = { sub: `moved-${person.id}`, email: person.userName, email_verified: true }
  await aBrowser().follow(startUrl(id), isReturn)
  provider.person = { ...provider.person, email: other.userName }
  const browser = aBrowser()
  await browser.follow(startUrl(id), isReturn)
  expect(await (await browser.fetch(`${api.url}/v1/session`)).json()).toMatchObject({ id: person.id })
})

test('strangers, unverified addresses and inactive users are rejected', async () => {
  const id = await aProvider()
  const [person, inactive] = [await aPerson(api), await aPerson(api, { active: true })]
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${inactive.id}`, {
    body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
  })
  const claims = [
    { sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true },
    { sub: 'unverified', email: person.userName, email_verified: false },
    { sub: 'unsaid', email: person.userName },
    { sub: 'inactive', email: inactive.userName, email_verified: true },
  ]
  for (const one of claims) {
    provider.person = one
    const browser = aBrowser()
    const { response } = await browser.follow(startUrl(id), isReturn)
    expect([one.sub, response.status]).toEqual([one.sub, 403])
    expect(browser.cookie(api.url, 'headrace_session')).toBeUndefined()
  }
})

test('users of allowed domains are created on their first sign-in, once', async () => {
  const id = await aProvider({ justInTimeDomains: ['Let-in.example'] })
  provider.person = { sub: 'new', email: 'new@let-in.example', email_verified: true, name: 'New Person' }
  const browsers = [aBrowser(), aBrowser()]
  for (const browser of browsers) await browser.follow(startUrl(id), isReturn)
  const ids = await Promise.all(
    browsers.map(
      async (browser) => ((await (await browser.fetch(`${api.url}/v1/session`)).json()) as { id: string }).id,
    ),
  )
  expect(ids[0]).toBe(ids[1])
  const user = await api.call('GET', `/v1/directory-integration/scim/v2/Users/${ids[0]}`)
  expect(user.body).toMatchObject({ userName: 'new@let-in.example', displayName: 'New Person', active: true })
  provider.person = { sub: 'near', email: 'x@not-let-in.example', email_verified: true }
  expect((await aBrowser().follow(startUrl(id), isReturn)).response.status).toBe(403)
})

test('the audit trail says which sign-in linked a user to a subject, and which created one', async () => {
  const id = await aProvider({ justInTimeDomains: ['let-in.example'] })
  const { userName } = await aPerson(api)
  const recorded = async () => {
    const path = '/v1/events?operation=finishOpenIdSignIn&size=1'
    const { body } = await api.call<{ results: { details: object }[] }>('GET', path)
    return body.results[0]!.details
  }
  const signInAs = async (email: string) => {
    provider.person = { sub: `first-${email}`, email, email_verified: true }
    await aBrowser().follow(startUrl(id), isReturn)
    return recorded()
  }
  expect(await signInAs(userName)).toMatchObject({ firstSignIn: 'USER_LINKED' })
  expect(await signInAs(userName)).not.toHaveProperty('firstSignIn')
  const made = `${Math.random()}@let-in.example`
  expect(await signInAs(made)).toMatchObject({ subject: `first-${made}`, firstSignIn: 'USER_CREATED' })
})

test('an answer counts once, in the browser that began, with the state that was given', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `r-${person.id}`, email: person.userName, email_verified: true }
  const browser = aBrowser()
  const { url } = await browser.follow(startUrl(id), ({ pathname }) => pathname.endsWith('/callback'))
  const victim = aBrowser()
  expect((await victim.fetch(url.href)).status).toBe(401)
  const forged = new URL(url)
  forged.searchParams.set('state', 'forged')
  expect((await browser.fetch(forged.href)).status).toBe(401)
  expect((await browser.fetch(url.href)).status).toBe(302)
  expect((await browser.fetch(url.href)).status).toBe(401)
})

test('an answer to a sign-in that began with an empty cookie opens nothing in a browser without one', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `e-${person.id}`, email: person.userName, email_verified: true }
  const attacker = aBrowser()
  const begun = await attacker.fetch(startUrl(id), { headers: { cookie: 'headrace_visit=' } })
  const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
  const { url } = await attacker.follow(begun.headers.get('location')!, isBack)
  expect((await aBrowser().fetch(url.href)).status).toBe(401)
  expect((await attacker.fetch(url.href)).status).toBe(302)
})

test('sign-ins that begin in two tabs of a browser can both be finished', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `t-${person.id}`, email: person.userName, email_verified: true }
  const browser = aBrowser()
  const began = async (returnTo: string) =>
    (await browser.fetch(startUrl(id, returnTo))).headers.get('location')!
  const first = await began('/projects')
  const second = await began('/executions')
  const back = async (begun: string) => {
    const { url } = await browser.follow(begun, ({ pathname }) => /^\/(projects|executions)$/.test(pathname))
    return url.pathname
  }
  expect(await back(second)).toBe('/executions')
  expect(await back(first)).toBe('/projects')
})

test('the way back is a path of ours, never another site', async () => {
  const id = await aProvider()
  const person = await aPerson(api)
  provider.person = { sub: `w-${person.id}`, email: person.userName, email_verified: true }
  for (const returnTo of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const browser = aBrowser()
    const { url } = await browser.follow(startUrl(id, returnTo), ({ pathname }) =>
      pathname.endsWith('/callback'),
    )
    expect((await browser.fetch(url.href)).headers.get('location')).toBe('/')
  }
})

test('providers are administered by administrators, and must be real', async () => {
  const { token } = await api.credential()
  expect(await api.call('GET', '/v1/identity-providers', { token })).toMatchObject({ status: 403 })
  const body = { name: 'x', issuer: provider.issuer, clientId: 'x' }
  expect(await api.call('POST', '/v1/identity-providers', { token, body })).toMatchObject({ status: 403 })
  for (const issuer of [
    'http://provider.example',
    'ftp://x',
    'no address',
    `${provider.issuer}/nothing-here`,
  ])
    expect([
      issuer,
      await api.call('POST', '/v1/identity-providers', { body: { ...body, issuer } }),
    ]).toMatchObject([issuer, { status: 400 }])
  const id = await aProvider()
  expect(await api.call('DELETE', `/v1/identity-providers/${id}`)).toMatchObject({ status: 204 })
  expect(await api.call('DELETE', `/v1/identity-providers/${id}`)).toMatchObject({ status: 404 })
})

/** A provider that answers with whatever ID token a test makes. */
const evil = {
  issuer: '',
  idToken: async (_nonce: string): Promise<string> => '',
  configuration: {},
  kid: 'k',
}
const nonces = new Map<string, string>()
const keys = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256')
const evilServer = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://evil')
  const answer = (body: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (pathname === '/.well-known/openid-configuration')
    return answer({
      issuer: evil.issuer,
      authorization_endpoint: `${evil.issuer}/authorize`,
      token_endpoint: `${evil.issuer}/token`,
      jwks_uri: `${evil.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...evil.configuration,
    })
  if (pathname === '/jwks')
    return answer({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: evil.kid, alg: 'RS256' }] })
  if (pathname === '/authorize') {
    const code = String(++serial)
    nonces.set(code, searchParams.get('nonce')!)
    const to = new URL(searchParams.get('redirect_uri')!)
    to.search = new URLSearchParams({ code, state: searchParams.get('state')! }).toString()
    return response.writeHead(302, { location: to.href }).end()
  }
  const form = new URLSearchParams(await new Response(request as never).text().catch(() => ''))
  const id_token = await evil.idToken(nonces.get(form.get('code') ?? '')!)
  return answer({ access_token: 'x', token_type: 'Bearer', id_token })
})
beforeAll(async () => {
  await new Promise<void>((listening) => evilServer.listen(0, '127.0.0.1', listening))
  evil.issuer = `http://127.0.0.1:${(evilServer.address() as AddressInfo).port}`
})
afterAll(async () => {
  evilServer.closeAllConnections()
  await new Promise((closed) => evilServer.close(closed))
})

test('F16: ID tokens that are forged, expired, for others, from others, unsigned or replayed open nothing', async () => {
  const person = await aPerson(api)
  const id = await aProvider({ issuer: evil.issuer })
  const now = () => Math.floor(Date.now() / 1000)
  const claims = (nonce: string) => ({
    iss: evil.issuer,
    aud: client.id,
    sub: 'subject',
    iat: now(),
    exp: now() + 300,
    nonce,
    email: person.userName,
    email_verified: true,
  })
  const signed = (own: object, key = keys.privateKey) =>
    new SignJWT({ ...own }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokens: Record<string, (nonce: string) => Promise<string>> = {
    forged: (nonce) => signed(claims(nonce), stranger.privateKey),
    expired: (nonce) => signed({ ...claims(nonce), iat: now() - 900, exp: now() - 600 }),
    'for another audience': (nonce) => signed({ ...claims(nonce), aud: 'somebody-else' }),
    'from another issuer': (nonce) => signed({ ...claims(nonce), iss: 'https://elsewhere.example' }),
    'with the nonce of another visit': () => signed(claims('an-old-nonce')),
    'alg none': async (nonce) => `${part({ alg: 'none' })}.${part(claims(nonce))}.`,
    'signed with the public key as a secret': async (nonce) => {
      const head = `${part({ alg: 'HS256', kid: 'k' })}.${part(claims(nonce))}`
      const hmac = createHmac('sha256', await exportSPKI(keys.publicKey))
        .update(head)
        .digest('base64url')
      return `${head}.${hmac}`
    },
  }
  for (const [name, make] of Object.entries(tokens)) {
    evil.idToken = make
    const { response } = await aBrowser().follow(startUrl(id), isReturn)
    expect([name, response.status]).toEqual([name, 401])
  }
  evil.idToken = (nonce) => signed({ ...claims(nonce), sub: 'sub\0ject' })
  const { response } = await aBrowser().follow(startUrl(id), isReturn)
  expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ status: 401 })])
  evil.idToken = (nonce) => signed(claims(nonce))
  expect((await aBrowser().follow(startUrl(id), isReturn)).response.status).toBe(302)
})

test('sign-ins go on when a provider exchanges its keys', async () => {
  const person = await aPerson(api)
  const id = await aProvider({ issuer: evil.issuer })
  evil.idToken = (nonce) => {
    const claims = { nonce, email: person.userName, email_verified: true }
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: evil.kid })
    const known = token.setIssuer(evil.issuer).setAudience(client.id).setSubject(`k-${person.id}`)
    return known.setIssuedAt().setExpirationTime('5m').sign(keys.privateKey)
  }
  for (const kid of ['k', 'new', 'newer']) {
    evil.kid = kid
    const { response } = await aBrowser().follow(startUrl(id), isReturn)
    expect([kid, response.status]).toEqual([kid, 302])
  }
})

test('a provider that names no address to sign in at is refused, with that as the reason', async () => {
  evil.configuration = { authorization_endpoint: 'javascript:alert(1)' }
  onTestFinished(() => {
    evil.configuration = {}
  })
  const body = { name: `Provider ${++serial}`, issuer: evil.issuer, clientId: client.id }
  expect(await api.call('POST', '/v1/identity-providers', { body })).toMatchObject({
    status: 400,
    body: {
      violations: [expect.stringMatching(/^body\/issuer: the authorization_endpoint of the provider/)],
    },
  })
})

test('a provider is changed in the state that was read: its users stay linked, and its sessions go on', async () => {
  const id = await aProvider()
  const path = `/v1/identity-providers/${id}`
  const person = await aPerson(api)
  provider.person = { sub: `s-${person.id}`, email: person.userName, email_verified: true }
  const browser = aBrowser()
  await browser.follow(startUrl(id), isReturn)
  const before = await api.call<Record<string, unknown>>('GET', path)
  expect(before.body).toMatchObject({ id, issuer: provider.issuer, clientId: client.id })
  const headers = { 'if-match': before.headers.get('etag')! }
  const name = `Renamed ${id}`
  const patch = { name, scopes: 'openid email', clientSecret: client.secret }
  const changed = await api.call('PATCH', path, { headers, body: patch })
  expect([changed.status, changed.body]).toEqual([200, { ...before.body, name, scopes: 'openid email' }])
  expect((await api.call('PATCH', path, { headers, body: { scopes: 'openid' } })).status).toBe(412)
  expect((await api.call('GET', path)).headers.get('etag')).toBe(changed.headers.get('etag'))
  // Another secret is another state.
  const other = await api.call('PATCH', path, { body: { clientSecret: client.secret } })
  expect(other.headers.get('etag')).not.toBe(changed.headers.get('etag'))
  const session = await browser.fetch(`${api.url}/v1/session`)
  expect(await session.json()).toMatchObject({ id: person.id })
  provider.person = { sub: `s-${person.id}`, email: 'someone-else@example.com', email_verified: true }
  const later = aBrowser()
  await later.follow(startUrl(id), isReturn)
  expect(await (await later.fetch(`${api.url}/v1/session`)).json()).toMatchObject({ id: person.id })
})

test('a change that the provider cannot take, a name that is taken, and another issuer are refused', async () => {
  const [id, other] = [await aProvider(), await aProvider()]
  const path = `/v1/identity-providers/${id}`
  const { name } = (await api.call<{ name: string }>('GET', `/v1/identity-providers/${other}`)).body
  const before = (await api.call('GET', path)).body
  for (const [body, status] of [
    [{ name }, 409],
    [{ name: 'Password' }, 400],
    [{ issuer: provider.issuer }, 400],
    [{ clientSecret: null, tokenEndpointAuthMethod: 'client_secret_basic' }, 400],
  ] as const)
    expect((await api.call('PATCH', path, { body })).status, JSON.stringify(body)).toBe(status)
  expect((await api.call('GET', path)).body).toEqual(before)
})
