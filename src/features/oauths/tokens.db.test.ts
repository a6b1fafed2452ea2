import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
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
