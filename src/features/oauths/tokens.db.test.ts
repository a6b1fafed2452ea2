import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { sendJson, startWire } from '../../../test/support/wire.ts'
import { systemClock } from '../../lib/clock.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import type { NewOAuth, OAuth } from './schema.ts'
import { readOAuth } from './store.ts'
import { createOAuthTokens, secretCell, tokenDigest } from './tokens.ts'

const api = useApi()
const encryption = encryptionWith(randomBytes(32))

async function entry(own: Partial<NewOAuth>): Promise<string> {
  const body = {
    name: crypto.randomUUID(),
    grantType: 'AUTHORIZATION_CODE',
    clientId: 'us',
    accessTokenUrl: 'https://login.example.com/token',
    authorizeUrl: 'https://login.example.com/authorize',
    ...own,
  }
  const answer = await api.call<OAuth>('POST', '/v1/oauths', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.oauthId
}

test('an entry without a refresh token keeps a token that was refused until that ends', async () => {
  const oauthId = await entry({})
  const { tokenOf } = createOAuthTokens({ db: api.db, encryption, clock: systemClock, fetch })
  const hold = (expiresAt: Date | null) =>
    api.db
      .updateTable('oauth')
      .set({
        access_token_encrypted: encryption.encrypt('good', secretCell(oauthId, 'access_token_encrypted')),
        token_obtained_at: new Date(Date.now() - 600_000),
        token_expires_at: expiresAt,
      })
      .where('id', '=', oauthId)
      .execute()
  const ask = async (rejected?: string) =>
    tokenOf((await readOAuth(api.db, oauthId))!, { host: 'login.example.com', rejected })

  for (const expiresAt of [null, new Date(Date.now() + 30_000)]) {
    await hold(expiresAt)
    expect(await ask(tokenDigest('good'))).toEqual({
      fault: expect.stringContaining('authorize the entry again'),
    })
    expect(await ask()).toEqual({ token: 'good' })
  }
  await hold(new Date(Date.now() - 1_000))
  expect(await ask()).toEqual({ fault: expect.stringContaining('pending setup') })
})

test('entries that fail again and again keep no other from being refreshed', async () => {
  await using server = await startWire((_, response) =>
    sendJson(response, { access_token: 'new', token_type: 'bearer', expires_in: 600 }),
  )
  const due = async (faultAt: string | null) => {
    const oauthId = await entry({ accessTokenUrl: `${server.origin}/token` })
    const sealed = (column: Parameters<typeof secretCell>[1]) =>
      encryption.encrypt('old', secretCell(oauthId, column))
    await sql`
      update oauth set access_token_encrypted = ${sealed('access_token_encrypted')},
             refresh_token_encrypted = ${sealed('refresh_token_encrypted')},
             token_obtained_at = now() - interval '1 hour', fault_at = ${faultAt}::timestamptz,
             token_expires_at = now() + make_interval(secs => ${faultAt === null ? 60 : 1})
       where id = ${oauthId}`.execute(api.db)
    return oauthId
  }
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  for (let failed = 0; failed < 20; failed++) await due(at(5 + failed))
  const lately = await due(at(2))
  const other = await due(null)
  const { refreshDue } = createOAuthTokens({ db: api.db, encryption, clock: systemClock, fetch })
  await refreshDue()
  const isRefreshed = async (id: string) =>
    (await readOAuth(api.db, id))!.tokenExpiresAt! > new Date(Date.now() + 120_000)
  expect(await isRefreshed(other)).toBe(true)
  expect(await isRefreshed(lately)).toBe(false)
  await refreshDue()
  expect(await isRefreshed(lately)).toBe(true)
})
