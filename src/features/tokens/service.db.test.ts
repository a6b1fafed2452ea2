import { randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { createCredentials } from '../credentials/service.ts'
import { createTokens, type Tokens } from './service.ts'

const t = useDatabase()
const encryption = encryptionWith(randomBytes(32))
let now = new Date('2026-01-01T00:00:00Z')
const clock = { now: () => now }
const issuer = () => 'https://headrace.test'
const admin = { clientId: 'admin', secret: 'secret' }
let tokens: Tokens

const makeTokens = (own: { issuer?: () => string; audience?: string } = {}) =>
  createTokens({ db: t.db, encryption, clock, issuer, audience: 'urn:headrace:1', ...own })

beforeAll(async () => {
  await createCredentials(t.db, clock).ensureAdmin(admin)
  tokens = makeTokens()
})

const issue = async (from: Tokens = tokens) => (await from.issue(admin.clientId, admin.secret))!.access_token

test('a crowd that asks before there is a key gets the same one', async () => {
  const crowd = makeTokens()
  const asked = await Promise.all(Array.from({ length: 20 }, () => crowd.publicKeys()))
  expect(new Set(asked.map(({ keys }) => JSON.stringify(keys))).size).toBe(1)
  expect((await t.db.selectFrom('signing_key').select('kid').execute()).length).toBe(1)
})

test('a token is an RFC 9068 JWT that names its caller', async () => {
  const token = await issue()
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
  expect(decodeJwt(token)).toMatchObject({
    iss: issuer(),
    aud: 'urn:headrace:1',
    sub: 'admin',
    client_id: 'admin',
  })
  expect(await tokens.authenticate(token)).toMatchObject({ kind: 'CREDENTIAL', accountRole: 'SUPER_ADMIN' })
})

test('another process of the same installation accepts it', async () => {
  expect(await makeTokens().authenticate(await issue())).toBeDefined()
})

test('F16: what is no good token is refused', async () => {
  const good = await issue()
  const { privateKey } = await generateKeyPair('ES256')
  const kid = decodeProtectedHeader(good).kid!
  const sign = (header: object) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
      .setSubject('admin')
      .sign(privateKey)
  const [head, body, signature] = good.split('.')
  const [known] = (await tokens.publicKeys()).keys
  const asSecret = new TextEncoder().encode(JSON.stringify(known))
  const confused = new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
    .setSubject('admin')
  const bad = {
    'no JWT': 'abc',
    'signed with the public key as a secret': await confused.sign(asSecret),
    'another kind of token': await sign({ kid, typ: 'JWT' }),
    'alg none': new UnsecuredJWT({ sub: 'admin' }).encode(),
    'unknown kid': await sign({ kid: 'other' }),
    'foreign key under our kid': await sign({ kid }),
    'no kid': await sign({}),
    'changed claims': [
      head,
      Buffer.from(body!, 'base64url').toString().replace('admin', 'admim'),
      signature,
    ].join('.'),
    'wrong issuer': await issue(makeTokens({ issuer: () => 'https://other.test' })),
    'wrong audience': await issue(makeTokens({ audience: 'urn:headrace:2' })),
  }
  for (const [why, token] of Object.entries(bad))
    expect([why, await tokens.authenticate(token)]).toEqual([why, undefined])
})

test('F16: a token is refused once it has expired, also one that was verified before', async () => {
  const start = now
  const token = await issue()
  expect(await tokens.authenticate(token)).toBeDefined()
  now = new Date(start.getTime() + 1800_000 + 1)
  expect(await tokens.authenticate(token)).toBeUndefined()
  now = start
})

/** A token of a process whose clock is ahead of ours. */
async function issueAhead(ms: number): Promise<string> {
  const start = now
  now = new Date(start.getTime() + ms)
  const token = await issue()
  now = start
  return token
}

test('a token of a process whose clock is a minute ahead is accepted', async () => {
  expect(await makeTokens().authenticate(await issueAhead(60_000))).toBeDefined()
})

test('F16: a token that is not valid yet is refused', async () => {
  expect(await makeTokens().authenticate(await issueAhead(61_000))).toBeUndefined()
})

test('F16: after a rotation a new key signs, and tokens of the old one stay good', async () => {
  const start = now
  now = new Date(start.getTime() + 31 * 86_400_000 - 60_000)
  const old = await issue()
  now = new Date(start.getTime() + 31 * 86_400_000)
  await tokens.rotateKeys()
  const fresh = await issue()
  expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid)
  expect(await makeTokens().authenticate(old)).toBeDefined()
  expect((await tokens.publicKeys()).keys).toHaveLength(2)
  now = start
})
