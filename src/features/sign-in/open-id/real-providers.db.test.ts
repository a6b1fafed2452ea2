import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aBrowser } from '../../../../test/support/browser.ts'
import { client, useOpenIdProvider } from '../../../../test/support/open-id-provider.ts'
import { aPerson } from '../../../../test/support/users.ts'

const api = useApi()
const callback = () => `${api.url}/v1/sign-in/open-id/callback`
const provider = useOpenIdProvider(callback)
let serial = 0

interface Provider {
  readonly id: string
  readonly tokenEndpointAuthMethod: string
  readonly jwksUri?: string
}

const registered = () => ({ clientId: client.id, clientSecret: client.secret })

/** Connects the provider; the answer is the API's. */
const connect = (own: Record<string, unknown>) =>
  api.call<Provider & { violations?: string[] }>('POST', '/v1/identity-providers', {
    body: { name: `Real ${++serial}`, issuer: provider.issuer, ...own },
  })

async function signIn({ id }: { readonly id: string }, accept = 'application/json') {
  const browser = aBrowser()
  const url = `${api.url}/v1/sign-in/open-id/${id}?returnTo=/projects`
  const isOver = ({ pathname }: URL) => pathname === '/projects' || pathname === '/sign-in'
  const { url: callbackUrl } = await browser.follow(url, ({ pathname }) => pathname.endsWith('/callback'))
  const response = await browser.fetch(callbackUrl.href, { headers: { accept } })
  const location = response.headers.get('location')
  expect(location === null || isOver(new URL(location, api.url))).toBe(true)
  return { status: response.status, location, body: await response.text() }
}

async function aKnownPerson() {
  const person = await aPerson(api)
  provider.person = { sub: `real-${person.id}`, email: person.userName, email_verified: true }
  return person
}

test('each way to authenticate at the token endpoint lets users in, chosen or by what the provider supports', async () => {
  await aKnownPerson()
  expect((await signIn((await connect(registered())).body)).status).toBe(302)
  for (const method of ['client_secret_basic', 'client_secret_post', 'client_secret_jwt']) {
    const own = await provider.register({ token_endpoint_auth_method: method })
    const connected = await connect({ ...own, tokenEndpointAuthMethod: method })
    expect(connected).toMatchObject({ status: 201, body: { tokenEndpointAuthMethod: method } })
    expect([method, (await signIn(connected.body)).status]).toEqual([method, 302])
  }
  const { clientId } = await provider.register({ token_endpoint_auth_method: 'none' })
  expect((await signIn((await connect({ clientId })).body)).status).toBe(302)
})

test('with private_key_jwt a key pair is made, whose public half alone is published', async () => {
  await aKnownPerson()
  // The address of the keys names the provider, which needs the client that the keys are for: read them by
  // value.
  const first = await connect({ clientId: 'not-yet', tokenEndpointAuthMethod: 'private_key_jwt' })
  expect(first.body.jwksUri).toBe(`${api.url}/v1/sign-in/open-id/${first.body.id}/jwks`)
  const jwks = (await (await fetch(first.body.jwksUri!)).json()) as { keys: Record<string, unknown>[] }
  expect(jwks.keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) }])
  for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(jwks.keys[0]).not.toHaveProperty(part)

  const { clientId } = await provider.register({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: first.body.jwksUri,
  })
  await api.db
    .updateTable('identity_provider')
    .set({ client_id: clientId })
    .where('id', '=', first.body.id)
    .execute()
  expect((await signIn(first.body)).status).toBe(302)
  const row = await api.db
    .selectFrom('identity_provider')
    .select('client_key_encrypted')
    .where('id', '=', first.body.id)
    .executeTakeFirstOrThrow()
  expect(row.client_key_encrypted!.toString('latin1')).not.toContain('RSA')
  for (const tokenEndpointAuthMethod of ['none', 'private_key_jwt'])
    await api.call('PATCH', `/v1/identity-providers/${first.body.id}`, { body: { tokenEndpointAuthMethod } })
  const renewed = (await (await fetch(first.body.jwksUri!)).json()) as typeof jwks
  expect(renewed.keys).toMatchObject([{ kid: expect.any(String) }])
  expect(renewed.keys[0]!['kid']).not.toBe(jwks.keys[0]!['kid'])
  const without = (await connect(registered())).body
  expect(without.jwksUri).toBeUndefined()
  expect(await (await fetch(`${api.url}/v1/sign-in/open-id/${without.id}/jwks`)).json()).toEqual({ keys: [] })
})

test('a method that lacks its secret, has one too many, or is unknown is refused with the reason', async () => {
  const refused = async (own: Record<string, unknown>) => {
    const { status, body } = await connect(own)
    return [status, body.violations]
  }
  const path = 'body/tokenEndpointAuthMethod'
  const { clientId, clientSecret } = registered()
  expect(await refused({ clientId, tokenEndpointAuthMethod: 'client_secret_basic' })).toEqual([
    400,
    [`${path}: client_secret_basic needs a clientSecret`],
  ])
  expect(await refused({ clientId, clientSecret, tokenEndpointAuthMethod: 'private_key_jwt' })).toEqual([
    400,
    [`${path}: private_key_jwt uses no clientSecret; leave it out`],
  ])
  expect(await refused({ clientId, clientSecret, tokenEndpointAuthMethod: 'tls_client_auth' })).toEqual([
    400,
    [expect.stringContaining(path)],
  ])
})

test('why a sign-in was refused is for administrators, in the audit trail; the user reads the same every time', async () => {
  const connected = (await connect(registered())).body
  const { userName } = await aPerson(api)
  const inactive = await aPerson(api)
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${inactive.id}`, {
    body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
  })
  const sub = () => `why-${++serial}`
  const linked = await aPerson(api)
  provider.person = { sub: sub(), email: linked.userName, email_verified: true }
  expect((await signIn(connected)).status).toBe(302)
  const cases = [
    [{ sub: sub() }, { reason: 'CLAIM_MISSING', claim: 'email' }],
    [
      { sub: sub(), email: userName },
      { reason: 'CLAIM_MISSING', claim: 'email_verified' },
    ],
    [
      { sub: sub(), email: userName, email_verified: false },
      { reason: 'ADDRESS_UNVERIFIED', claim: 'email' },
    ],
    [
      { sub: sub(), email: 'no@where.example', email_verified: true },
      { reason: 'USER_UNKNOWN', userName: 'no@where.example' },
    ],
    [
      { sub: sub(), email: linked.userName, email_verified: true },
      { reason: 'USER_LINKED', userName: linked.userName },
    ],
    [{ sub: sub(), email: inactive.userName, email_verified: true }, { reason: 'USER_INACTIVE' }],
  ] as const
  const sentences = new Set<string>()
  for (const [person, details] of cases) {
    provider.person = person
    const { status, body } = await signIn(connected)
    const { detail, ...rest } = JSON.parse(body) as { detail: string }
    expect([person.sub, status]).toEqual([person.sub, 403])
    expect(JSON.stringify(rest)).not.toContain(details.reason)
    sentences.add(detail)
    expect(await lastSignIn()).toMatchObject({
      outcome: 'REFUSED',
      details: {
        ...details,
        subject: person.sub,
        provider: { id: connected.id },
        explanation: expect.any(String),
      },
    })
  }
  expect([...sentences]).toEqual(['You are not in the directory of this installation; ask its administrator'])
})

test('in a browser a refusal leads back to the page for signing in, and is no success in the audit trail', async () => {
  const connected = (await connect(registered())).body
  provider.person = { sub: `page-${++serial}` }
  expect(await signIn(connected, 'text/html')).toMatchObject({
    status: 302,
    location: '/sign-in?failed=forbidden&returnTo=%2Fprojects',
  })
  expect(await lastSignIn()).toMatchObject({ outcome: 'REFUSED', details: { reason: 'CLAIM_MISSING' } })
  const person = await aKnownPerson()
  expect(await signIn(connected, 'text/html')).toMatchObject({ status: 302, location: '/projects' })
  expect(await lastSignIn()).toMatchObject({
    outcome: 'SUCCEEDED',
    actor: { kind: 'USER', id: person.id },
    details: { subject: provider.person.sub, provider: { id: connected.id } },
  })
})

test('a client that the provider does not accept is told to administrators', async () => {
  await aKnownPerson()
  const wrong = (await connect({ clientId: client.id, clientSecret: 'certainly not it' })).body
  expect(await signIn(wrong)).toMatchObject({ status: 401 })
  expect(await lastSignIn()).toMatchObject({
    details: { reason: 'PROVIDER_REFUSED', explanation: expect.stringContaining('invalid_client') },
  })
})

async function lastSignIn() {
  const { body } = await api.call<{ results: object[] }>(
    'GET',
    '/v1/events?operation=finishOpenIdSignIn&size=1',
  )
  return body.results[0]
}
