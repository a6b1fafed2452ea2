import { expect, test } from 'vitest'
import { authMethodViolations, methodFor } from './client-authentication.ts'

test('auto takes the first method with a secret that the provider supports, and HTTP Basic when it does not say', () => {
  expect(methodFor('auto', true, undefined)).toBe('client_secret_basic')
  expect(methodFor('auto', true, ['client_secret_post', 'client_secret_basic'])).toBe('client_secret_basic')
  expect(methodFor('auto', true, ['private_key_jwt', 'client_secret_post'])).toBe('client_secret_post')
  expect(methodFor('auto', true, ['private_key_jwt', 'client_secret_jwt'])).toBe('client_secret_jwt')
  expect(methodFor('auto', true, ['tls_client_auth'])).toBe('client_secret_basic')
  expect(methodFor('auto', false, ['client_secret_basic'])).toBe('none')
  expect(methodFor('client_secret_post', true, ['client_secret_basic'])).toBe('client_secret_post')
})

test('a chosen method must be one that the provider supports, where it says which it does', () => {
  const path = 'body/tokenEndpointAuthMethod'
  const supported = ['client_secret_basic', 'private_key_jwt']
  expect(authMethodViolations('client_secret_post', true, supported)).toEqual([
    `${path}: the provider supports client_secret_basic, private_key_jwt only`,
  ])
  expect(authMethodViolations('client_secret_post', true, undefined)).toEqual([])
  expect(authMethodViolations('private_key_jwt', false, supported)).toEqual([])
  expect(authMethodViolations('none', false, supported)).toEqual([])
  expect(authMethodViolations('auto', true, [])).toEqual([])
  expect(authMethodViolations('client_secret_jwt', false, supported)).toEqual([
    `${path}: client_secret_jwt needs a clientSecret`,
  ])
})
