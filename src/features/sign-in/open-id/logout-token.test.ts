import { exportJWK, generateKeyPair, importJWK, type JWTVerifyGetKey, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readLogoutToken } from './logout-token.ts'

const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = await exportJWK(keys.publicKey)
const publicKey: JWTVerifyGetKey = async () => importJWK(jwk, 'RS256')
const now = new Date('2026-05-01T12:00:00Z')
const seconds = now.getTime() / 1000
const issuer = 'https://login.example.com'
const clientId = 'headrace'
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const claims = { iss: issuer, aud: clientId, iat: seconds, jti: 'j', sub: 's', sid: 'x', events }

const token = (own: object, key = keys.privateKey) =>
  new SignJWT({ ...claims, ...own }).setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt' }).sign(key)
const read = (text: string, from = publicKey) => readLogoutToken(text, from, { issuer, clientId, now })

test('names the subject, the session, or both', async () => {
  expect(await read(await token({}))).toEqual({ subject: 's', session: 'x' })
  expect(await read(await token({ sid: undefined }))).toEqual({ subject: 's' })
  expect(await read(await token({ sub: undefined }))).toEqual({ session: 'x' })
  expect(await read(await token({ aud: ['other', clientId], exp: seconds + 60 }))).toMatchObject({
    subject: 's',
  })
})

test('a token that is no logout token of this provider for this client ends nothing', async () => {
  const wrong: Record<string, object> = {
    'an ID token': { events: undefined },
    'another event': { events: { 'https://example.com/event': {} } },
    'events that are a list': { events: [] },
    'with a nonce': { nonce: 'n' },
    'for another client': { aud: 'other' },
    'from another issuer': { iss: 'https://elsewhere.example' },
    'without a time': { iat: undefined },
    'without an id': { jti: undefined },
    'an hour old': { iat: seconds - 3_600 },
    expired: { exp: seconds - 120 },
    'about nobody': { sub: undefined, sid: undefined },
  }
  for (const [name, own] of Object.entries(wrong)) {
    const given = await token(own)
    await expect(read(given), name).rejects.toThrow()
  }
  const stranger = await generateKeyPair('RS256')
  await expect(read(await token({}, stranger.privateKey))).rejects.toThrow()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  await expect(read(`${part({ alg: 'none' })}.${part(claims)}.`)).rejects.toThrow()
  const secret = new TextEncoder().encode('a-secret-of-the-client-that-is-long')
  const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  await expect(read(shared, async () => secret)).rejects.toThrow()
})
