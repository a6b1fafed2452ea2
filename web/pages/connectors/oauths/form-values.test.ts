import { expect, test } from 'vitest'
import type { OAuth } from '../wire.ts'
import { bodyOf, valuesOf } from './form-values.ts'

const entry: OAuth = {
  ...{ oauthId: 'id', name: 'Shop', grantType: 'AUTHORIZATION_CODE', clientId: 'web' },
  ...{ accessTokenUrl: 'https://a/token', authorizeUrl: 'https://a/auth', credentialsIn: 'BODY' },
  tokenParameters: [{ name: 'scope', value: 'all', addTo: 'QUERY_PARAMETER' }],
  authParameters: [{ name: 'prompt', value: 'consent' }],
  allowedHosts: ['api.a'],
  ...{ hasClientSecret: true, status: 'AUTHORIZED', redirectUri: 'https://h/callback' },
  createdAt: '2026-01-01T00:00:00Z',
}

test('an entry that is saved as it stands says the same again, and leaves its secret as it is', () => {
  expect(bodyOf(valuesOf(entry))).toEqual({
    ...{ name: 'Shop', grantType: 'AUTHORIZATION_CODE', clientId: 'web', credentialsIn: 'BODY' },
    ...{ accessTokenUrl: 'https://a/token', authorizeUrl: 'https://a/auth' },
    tokenParameters: [{ name: 'scope', value: 'all', addTo: 'QUERY_PARAMETER' }],
    authParameters: [{ name: 'prompt', value: 'consent' }],
    allowedHosts: ['api.a'],
  })
})

test('hosts that were taken away are let go, not kept', () => {
  expect(bodyOf({ ...valuesOf(entry), allowedHosts: [] })).toMatchObject({ allowedHosts: null })
})

test('what goes with authorization codes only is not sent with client credentials', () => {
  const body = bodyOf({ ...valuesOf(entry), grantType: 'CLIENT_CREDENTIALS', clientSecret: 's' })
  expect(body).not.toHaveProperty('authorizeUrl')
  expect(body).not.toHaveProperty('authParameters')
  expect(body).toMatchObject({ clientSecret: 's', grantType: 'CLIENT_CREDENTIALS' })
})
