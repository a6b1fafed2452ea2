import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { type Reply, startScriptedWire, type Wire } from '../../../test/support/wire.ts'
import type { Authorization, OAuth } from './schema.ts'

const api = useApi()
/** The token endpoint of an authorization server, which answers as a test says. */
let server: Wire
let answer: (asked: string) => Reply

beforeAll(async () => {
  server = await startScriptedWire(({ body }) => answer(body))
})
afterAll(() => server.close())

/** A new entry whose secret is sent in the body, and how its authorization went. */
async function authorized(name: string, clientSecret: string) {
  const body = {
    name,
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'c',
    clientSecret,
    accessTokenUrl: `${server.origin}/token`,
    credentialsIn: 'BODY',
  }
  const { oauthId } = (await api.call<OAuth>('POST', '/v1/oauths', { body })).body
  const done = await api.call<Authorization & { detail: string }>('POST', `/v1/oauths/${oauthId}/authorize`)
  return { done, entry: (await api.call<OAuth>('GET', `/v1/oauths/${oauthId}`)).body }
}

test('a server that repeats what it was sent tells nobody the secret', async () => {
  const secret = 'a secret/with+signs'
  answer = (asked) => [400, { error: 'invalid_client', error_description: `${asked} ${secret}` }]
  const { done, entry } = await authorized('echo', secret)
  const detail = expect.stringMatching(/client_secret=\*\*\* \*\*\*$/)
  expect(done).toMatchObject({ status: 409, body: { detail } })
  expect(entry).toMatchObject({ status: 'PENDING_SETUP', fault: detail })
})

test('a token whose server says with the largest number that it does not expire is one without an end', async () => {
  answer = () => [200, { access_token: 'x', token_type: 'Bearer', expires_in: Number.MAX_VALUE }]
  const { done, entry } = await authorized('lasting', 'secret')
  expect([done.status, done.body]).toEqual([200, { status: 'AUTHORIZED' }])
  expect(entry).not.toHaveProperty('expiresAt')
})
