import { expect, test } from 'vitest'
import type { OAuth } from '../wire.ts'
import { bodyOf, valuesOf } from './form-values.ts'

const entry: OAuth = {
  oauthId: 'id',
  name: 'Shop',
  grantType: 'AUTHORIZATION_CODE',
  clientId: 'web',
  accessTokenUrl: 'https://a/token',
  authorizeUrl: 'https://a/auth',
  credentialsIn: 'BODY',
  tokenParameters: [{ name: 'scope', value: 'all', addTo: 'QUERY_PARAMETER' }],
  authParameters: [{ name: 'prompt', value: 'consent' }],
  allowedHosts: ['api.a'],
  hasClientSecret: true,
  status: 'AUTHORIZED',
  redirectUri: 'https://h/callback',
  createdAt: '2026-01-01T00:00:00Z',
}

test('saving an unchanged entry sends the same values and keeps the secret', () => {
  expect(bodyOf(valuesOf(entry))).toEqual({
    name: 'Shop',
    grantType: 'AUTHORIZATION_CODE',
    clientId: 'web',
    credentialsIn: 'BODY',
    accessTokenUrl: 'https://a/token',
    authorizeUrl: 'https://a/auth',
    tokenParameters: [{ name: 'scope', value: 'all', addTo: 'QUERY_PARAMETER' }],
    authParameters: [{ name: 'prompt', value: 'consent' }],
    allowedHosts: ['api.a'],
  })
})

test('removing every allowed host sends null, which clears the list', () => {
  expect(bodyOf({ ...valuesOf(entry), allowedHosts: [] })).toMatchObject({ allowedHosts: null })
})

test('client credentials are sent without the members of authorization codes', () => {
  const body = bodyOf({ ...valuesOf(entry), grantType: 'CLIENT_CREDENTIALS', clientSecret: 's' })
  expect(body).not.toHaveProperty('authorizeUrl')
  expect(body).not.toHaveProperty('authParameters')
  expect(body).toMatchObject({ clientSecret: 's', grantType: 'CLIENT_CREDENTIALS' })
})
