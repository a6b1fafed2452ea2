import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'

const api = useApi()

const ask = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${api.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(body), headers })

test('a token is given to a client that proves its secret, in the body or by HTTP Basic', async () => {
  const { clientId, clientSecret } = await api.credential()
  const inBody = await ask({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect(await inBody.json()).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 1800,
    scope: 'pipeline-execution',
  })
  expect(inBody.headers.get('cache-control')).toBe('no-store')
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const basic = await ask(
    { grant_type: 'client_credentials', audience: 'https://api.example.com' },
    { authorization },
  )
  expect(basic.status).toBe(200)
})

test('errors have the form of RFC 6749', async () => {
  const wrong = await ask({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
  expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/)
  const grant = await ask({ grant_type: 'password' })
  expect([grant.status, await grant.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }])
  const nothing = await ask({})
  expect([nothing.status, await nothing.json()]).toMatchObject([400, { error: 'invalid_request' }])
})

test('a form with a parameter twice, or that is not UTF-8, is an invalid_request; other media types are 415', async () => {
  const { clientId, clientSecret } = await api.credential()
  const form = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
  const send = async (body: Buffer | string, type = 'application/x-www-form-urlencoded') => {
    const answer = await fetch(`${api.origin}/oauth/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    return [answer.status, await answer.json()]
  }
  const invalid = [400, { error: 'invalid_request', error_description: expect.stringMatching(/./) }]
  expect(await send(`${form}&client_id=${clientId}`)).toEqual(invalid)
  expect(await send(Buffer.from(`${form}&scope=\u00fc`, 'latin1'))).toEqual(invalid)
  expect(await send(form)).toMatchObject([200, {}])
  const json = JSON.stringify(Object.fromEntries(new URLSearchParams(form)))
  expect(await send(json, 'application/json')).toMatchObject([415, { violations: [] }])
})

test('guessing is stopped after ten failures a minute, and only for the client that is guessed', async () => {
  const { clientId } = await api.credential()
  const guess = (secret: string) =>
    ask({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret })
  const statuses = await Array.fromAsync({ length: 11 }, async () => (await guess('wrong')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  const blocked = await guess('also wrong')
  expect([blocked.status, Number(blocked.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect((await api.credential()).token).toBeTypeOf('string')
})

test('metadata and keys are where clients look for them', async () => {
  const metadata = await (await fetch(`${api.origin}/.well-known/oauth-authorization-server`)).json()
  expect(metadata).toMatchObject({ issuer: api.origin, token_endpoint: `${api.origin}/oauth/token` })
  const { keys } = (await (await fetch(`${api.origin}/.well-known/jwks.json`)).json()) as { keys: object[] }
  expect(keys.length).toBeGreaterThan(0) // the first request and the first pass may each have made one
  for (const key of keys) {
    expect(key).toMatchObject({ kty: 'EC', kid: expect.any(String), use: 'sig' })
    expect(key).not.toHaveProperty('d')
  }
})
