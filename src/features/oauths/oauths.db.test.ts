import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from '../../../test/support/authorization-server.ts'
import { aBrowser } from '../../../test/support/browser.ts'
import { idleTransactions } from '../../../test/support/idle-transactions.ts'
import { aPerson } from '../../../test/support/users.ts'
import { sendJson, startWire, type Wire } from '../../../test/support/wire.ts'
import { systemClock } from '../../lib/clock.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import type { Connector, TestAnswer } from '../connectors/schema.ts'
import type { Authorization, NewOAuth, OAuth } from './schema.ts'
import { createOAuthTokens } from './tokens.ts'

const api = useApi()
const secret = 'the-client-secret-of-tests'
let issuer: string
let server: AuthorizationServer
let far: Wire

beforeAll(async () => {
  server = await startAuthorizationServer(secret)
  issuer = server.issuer
  far = await startWire((request, response) => sendJson(response, { by: request.headers.authorization }))
})
afterAll(async () => {
  await server.close()
  await far.close()
})

let serial = 0
async function entry(own: Partial<NewOAuth> = {}): Promise<OAuth> {
  const body = {
    name: `entry ${++serial}`,
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'by-header',
    clientSecret: secret,
    accessTokenUrl: `${issuer}/token`,
    credentialsIn: 'HEADER',
    ...own,
  }
  const answer = await api.call<OAuth>('POST', '/v1/oauths', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const authorize = (id: string) =>
  api.call<Authorization & { detail: string }>('POST', `/v1/oauths/${id}/authorize`)
const read = async (id: string) => (await api.call<OAuth>('GET', `/v1/oauths/${id}`)).body

async function connectorWith(oauthIds: string[]) {
  const endpoint = {
    name: 'one',
    method: 'GET',
    url: far.origin,
    authentication: { type: 'OAUTH', oauthIds },
  }
  const body = { name: `uses ${++serial}`, endpoints: [endpoint] }
  return (await api.call<Connector>('POST', '/v1/custom-connectors', { body })).body
}
function tryOut({ connectorId, endpoints }: Connector, oauthId: string) {
  const path = `/v1/custom-connectors/${connectorId}/endpoints/${endpoints[0]!.endpointId}/test`
  return api.call<TestAnswer & { detail: string }>('POST', path, {
    body: { authentication: { type: 'OAUTH', oauthId } },
  })
}

test.each([
  ['by-header', 'HEADER'],
  ['by-body', 'BODY'],
] as const)(
  'client credentials of %s in the %s give a token that reaches the API',
  async (clientId, credentialsIn) => {
    const { oauthId, status } = await entry({ clientId, credentialsIn })
    expect(status).toBe('PENDING_SETUP')
    const connector = await connectorWith([oauthId])
    const pending = await tryOut(connector, oauthId)
    expect(pending.status).toBe(409)
    expect(pending.body.detail).toContain('pending setup')
    expect(far.arrived).toHaveLength(0)
    expect((await authorize(oauthId)).body).toMatchObject({
      status: 'AUTHORIZED',
      expiresAt: expect.any(String),
    })
    const used = await tryOut(connector, oauthId)
    expect(used.body.status).toBe(200)
    expect(far.arrived.splice(0)[0]!.headers.authorization).toMatch(/^Bearer [\w-]{20,}$/)
    expect(used.body.body).toContain('***')
  },
)

test('neither secret nor token comes back or is readable in the database', async () => {
  const made = await entry()
  await authorize(made.oauthId)
  const shown = JSON.stringify([made, await read(made.oauthId), (await api.call('GET', '/v1/oauths')).body])
  expect(shown).not.toContain(secret)
  const row = await api.db
    .selectFrom('oauth')
    .selectAll()
    .where('id', '=', made.oauthId)
    .executeTakeFirstOrThrow()
  for (const sealed of [row.client_secret_encrypted, row.access_token_encrypted])
    expect(sealed!.toString('latin1')).not.toContain(secret)
})

test('a rejection is reported in the words of the server, and the entry stays pending', async () => {
  const { oauthId } = await entry({ clientSecret: 'wrong-secret' })
  const answer = await authorize(oauthId)
  expect(answer.status).toBe(409)
  expect(answer.body.detail).toContain('invalid_client')
  expect(await read(oauthId)).toMatchObject({
    status: 'PENDING_SETUP',
    fault: expect.stringContaining('invalid_client'),
  })
})

test('a person allows it: code with PKCE and state, a refresh ahead of the end, once for all who ask', async () => {
  const made = await entry({
    grantType: 'AUTHORIZATION_CODE',
    clientId: 'web',
    authorizeUrl: `${issuer}/auth`,
    authParameters: [
      { name: 'scope', value: 'openid offline_access' },
      { name: 'prompt', value: 'consent' },
    ],
  })
  server.redirectUris.push(made.redirectUri)
  const { body } = await authorize(made.oauthId)
  const url = new URL(body.authorizationUrl!)
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(url.searchParams.get('scope')).toBe('openid offline_access')
  const password = 'a long enough passphrase'
  const { userName } = await aPerson(api, { password })
  const browser = aBrowser()
  await browser.fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  const { response: page } = await browser.follow(url.href)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('is authorized')
  expect(await read(made.oauthId)).toMatchObject({ status: 'AUTHORIZED' })
  expect((await fetch(page.url)).status).toBe(410)
  const trail = await api.call<{ results: object[] }>('GET', '/v1/events?operation=finishOAuthAuthorization')
  expect(trail.body.results).toMatchObject([
    {
      outcome: 'SUCCEEDED',
      actor: { kind: 'USER', name: userName },
      details: { oauth: { id: made.oauthId, name: made.name } },
    },
  ])
  expect(JSON.stringify(trail.body)).not.toContain(new URL(page.url).searchParams.get('code'))

  const connector = await connectorWith([made.oauthId])
  await api.db
    .updateTable('oauth')
    .set({
      token_expires_at: new Date(Date.now() + 5_000),
      token_obtained_at: new Date(Date.now() - 600_000),
    })
    .where('id', '=', made.oauthId)
    .execute()
  const before = server.tokenRequests()
  far.arrived.splice(0)
  const all = await Promise.all(Array.from({ length: 8 }, () => tryOut(connector, made.oauthId)))
  expect(all.map((one) => one.body.status)).toEqual(Array(8).fill(200))
  expect(server.tokenRequests() - before).toBe(1)
  expect(new Set(far.arrived.map(({ headers }) => headers.authorization)).size).toBe(1)
})

describe('an authorization server that takes long', () => {
  let slow: Wire
  let answering: PromiseWithResolvers<void>
  beforeEach(() => {
    answering = Promise.withResolvers()
    slow.arrived.splice(0)
  })
  beforeAll(async () => {
    slow = await startWire(async (request, response) => {
      if (request.url !== '/quick') await answering.promise
      sendJson(response, { access_token: 'late', token_type: 'bearer', expires_in: 600 })
    })
  })
  afterAll(() => slow.close())
  const asked = async (count: number) => {
    await expect.poll(() => slow.arrived.length).toBe(count)
  }

  test('keeps no transaction open, and is asked once for all who ask at once', async () => {
    const { oauthId } = await entry({ accessTokenUrl: `${slow.origin}/token` })
    const answers = Promise.all([authorize(oauthId), authorize(oauthId), authorize(oauthId)])
    await asked(1)
    expect(await idleTransactions(api.db)).toEqual([])
    answering.resolve()
    expect((await answers).map(({ body }) => body.status)).toEqual(Array(3).fill('AUTHORIZED'))
    expect(slow.arrived).toHaveLength(1)
  })

  test('gives a token for what the entry was when it was asked, which one that was changed does not take', async () => {
    const { oauthId, name } = await entry({ accessTokenUrl: `${slow.origin}/token` })
    const first = authorize(oauthId)
    await asked(1)
    const body = {
      name,
      grantType: 'CLIENT_CREDENTIALS',
      clientId: 'another',
      accessTokenUrl: `${slow.origin}/token`,
    }
    expect((await api.call('PUT', `/v1/oauths/${oauthId}`, { body })).status).toBe(200)
    answering.resolve()
    expect((await first).body.status).toBe('PENDING_SETUP')
    expect((await authorize(oauthId)).body.status).toBe('AUTHORIZED')
    expect(slow.arrived).toHaveLength(2)
  })

  test('tells a person that the entry they allowed was changed meanwhile', async () => {
    const code = {
      grantType: 'AUTHORIZATION_CODE' as const,
      authorizeUrl: `${issuer}/auth`,
      accessTokenUrl: `${slow.origin}/token`,
    }
    const { oauthId, name, redirectUri } = await entry(code)
    const { body: begun } = await authorize(oauthId)
    const state = new URL(begun.authorizationUrl!).searchParams.get('state')
    const finished = fetch(`${redirectUri}?code=x&state=${state}`)
    await asked(1)
    const body = { ...code, name, clientId: 'another' }
    expect((await api.call('PUT', `/v1/oauths/${oauthId}`, { body })).status).toBe(200)
    answering.resolve()
    const page = await finished
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining('changed meanwhile')])
  })

  test('keeps no other entry from being refreshed', async () => {
    const due = async (path: string, inSeconds: number) => {
      const { oauthId } = await entry({ accessTokenUrl: `${slow.origin}${path}` })
      await sql`update oauth set client_secret_encrypted = null, access_token_encrypted = '', refresh_token_encrypted = '',
                       token_obtained_at = now() - interval '1 hour', token_expires_at = now() + make_interval(secs => ${inSeconds})
                 where id = ${oauthId}`.execute(api.db)
      return oauthId
    }
    await due('/silent', 2)
    const other = await due('/quick', 4)
    const { refreshDue } = createOAuthTokens({
      db: api.db,
      encryption: encryptionWith(randomBytes(32)),
      clock: systemClock,
      fetch,
    })
    const pass = refreshDue()
    await expect
      .poll(async () => Date.parse((await read(other)).expiresAt!))
      .toBeGreaterThan(Date.now() + 60_000)
    answering.resolve()
    await pass
  })

  test('is asked by another process when the one that asked has died', async () => {
    const { oauthId } = await entry()
    await sql`update oauth set lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour'
               where id = ${oauthId}`.execute(api.db)
    const before = server.tokenRequests()
    const answer = authorize(oauthId)
    await sleep(300)
    expect(server.tokenRequests()).toBe(before)
    await sql`update oauth set lease_until = now() where id = ${oauthId}`.execute(api.db)
    expect((await answer).body.status).toBe('AUTHORIZED')
  })
})

test('an unknown state is rejected', async () => {
  const { redirectUri } = await entry()
  expect((await fetch(`${redirectUri}?code=x&state=${randomUUID()}`)).status).toBe(410)
})

test('a change of what the token depends on makes the entry pending again; a new name does not', async () => {
  const made = await entry()
  await authorize(made.oauthId)
  const body = {
    name: 'renamed',
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'by-header',
    accessTokenUrl: `${issuer}/token`,
    credentialsIn: 'HEADER',
  }
  const renamed = await api.call<OAuth>('PUT', `/v1/oauths/${made.oauthId}`, { body })
  expect(renamed.body).toMatchObject({ name: 'renamed', status: 'AUTHORIZED', hasClientSecret: true })
  const changed = await api.call<OAuth>('PUT', `/v1/oauths/${made.oauthId}`, {
    body: { ...body, clientId: 'by-body' },
  })
  expect(changed.body.status).toBe('PENDING_SETUP')
})

test('a token goes to allowed hosts only: neither a connector nor a test sends it anywhere else', async () => {
  const { oauthId } = await entry({ allowedHosts: ['*.example.com'] })
  expect((await authorize(oauthId)).body.status).toBe('AUTHORIZED')
  const endpoint = { name: 'one', method: 'GET', url: `${far.origin}/a`, authentication: { type: 'OAUTH' } }
  const attached = { ...endpoint, authentication: { type: 'OAUTH', oauthIds: [oauthId] } }
  const made = (one: object) =>
    api.call<Connector & { violations: string[] }>('POST', '/v1/custom-connectors', {
      body: { name: `limited ${++serial}`, endpoints: [one] },
    })
  const refused = await made(attached)
  expect(refused.status).toBe(400)
  expect(refused.body.violations[0]).toMatch(
    /oauthIds: .* must not be sent to 127.0.0.1:\d+; its allowedHosts are/,
  )
  expect(
    (
      await made({
        ...attached,
        url: 'https://api.example.com/{id}',
        uriParameters: [{ name: 'id', configurable: true }],
      })
    ).status,
  ).toBe(201)

  const away = { type: 'RELATIVE_PATH', nextPage: '$.next', baseUri: far.origin }
  const { violations } = (await made({ ...attached, url: 'https://api.example.com/a', pagination: away }))
    .body
  expect(violations).toEqual([expect.stringContaining('baseUri must begin with https://api.example.com')])

  const before = far.arrived.length
  const bare = (await made(endpoint)).body
  const sent = await tryOut(bare, oauthId)
  expect([sent.status, sent.body.detail]).toEqual([409, expect.stringContaining('must not be sent to')])
  expect(far.arrived).toHaveLength(before)

  const { name, clientId, accessTokenUrl } = await read(oauthId)
  const wanted = { name, grantType: 'CLIENT_CREDENTIALS', clientId, accessTokenUrl, credentialsIn: 'HEADER' }
  const wider = { ...wanted, allowedHosts: ['*.example.com', '127.0.0.1'] }
  const widen = (body: object) => api.call<OAuth>('PUT', `/v1/oauths/${oauthId}`, { body })
  expect(await widen(wider)).toMatchObject({
    status: 400,
    body: { violations: [expect.stringContaining('clientSecret is required again')] },
  })
  expect((await read(oauthId)).status).toBe('AUTHORIZED')
  expect((await widen({ ...wider, clientSecret: secret })).body).toMatchObject({
    status: 'PENDING_SETUP',
    allowedHosts: ['*.example.com', '127.0.0.1'],
  })
  await authorize(oauthId)
  expect((await tryOut(bare, oauthId)).body.status).toBe(200)
  const changed = async (body: object) =>
    (await api.call<OAuth>('PUT', `/v1/oauths/${oauthId}`, { body })).body
  expect((await changed(wanted)).allowedHosts).toEqual(['*.example.com', '127.0.0.1'])
  expect((await changed({ ...wanted, allowedHosts: null })).allowedHosts).toEqual(['127.0.0.1'])
  expect((await changed({ ...wanted, allowedHosts: [] })).allowedHosts).toEqual([])
  expect((await tryOut(bare, oauthId)).body.detail).toContain('its allowedHosts are none')
  const bad = await api.call<{ violations: string[] }>('PUT', `/v1/oauths/${oauthId}`, {
    body: { ...wanted, allowedHosts: ['https://api.example.com'] },
  })
  expect(bad.body.violations).toEqual([
    expect.stringContaining('body/allowedHosts: https://api.example.com is not a host'),
  ])
})

test('a client secret does not follow an address that someone changes', async () => {
  const { oauthId, name } = await entry()
  const wanted = { name, grantType: 'CLIENT_CREDENTIALS', clientId: 'by-header', credentialsIn: 'HEADER' }
  const change = (own: object) =>
    api.call<OAuth & { violations: string[] }>('PUT', `/v1/oauths/${oauthId}`, {
      body: { ...wanted, ...own },
    })
  const before = far.arrived.length
  const moved = await change({ accessTokenUrl: `${far.origin}/token` })
  expect([moved.status, moved.body.violations]).toEqual([
    400,
    [expect.stringContaining('clientSecret is required again')],
  ])
  await authorize(oauthId)
  expect(far.arrived).toHaveLength(before)
  expect((await change({ accessTokenUrl: `${issuer}/token?x=1` })).status).toBe(200)
  expect((await change({ accessTokenUrl: `${far.origin}/token`, clientSecret: 'another' })).status).toBe(200)
})

test('an entry in use cannot vanish silently, and entries are listed oldest first', async () => {
  const { oauthId } = await entry()
  const connector = await connectorWith([oauthId])
  const refused = await api.call<{ violations: string[] }>('DELETE', `/v1/oauths/${oauthId}`)
  expect(refused.status).toBe(409)
  expect(refused.body.violations).toEqual([`used by the connector ${connector.name}`])
  const { body } = await api.call<{ results: OAuth[] }>('GET', '/v1/oauths')
  expect(body.results.at(-1)!.oauthId).toBe(oauthId)
  expect(body.results.map(({ createdAt }) => createdAt)).toEqual(
    body.results.map(({ createdAt }) => createdAt).sort(),
  )
  expect((await api.call('DELETE', `/v1/oauths/${oauthId}?force=true`)).status).toBe(204)
  const left = await api.call<Connector>('GET', `/v1/custom-connectors/${connector.connectorId}`)
  expect(left.body.endpoints[0]!.authentication).toEqual({ type: 'OAUTH', oauthIds: [] })
})
