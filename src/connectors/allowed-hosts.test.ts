import { expect, test } from 'vitest'
import { hostPatternFault, isHostAllowed } from './allowed-hosts.ts'

test.each([
  ['api.example.com', 'api.example.com', true],
  ['API.Example.com', 'api.example.com', true],
  ['api.example.com', 'api.example.com.', true],
  ['api.example.com', 'api.example.com:8443', true],
  ['api.example.com:8443', 'api.example.com:8443', true],
  ['api.example.com:8443', 'api.example.com', false],
  ['api.example.com', 'example.com', false],
  ['api.example.com', 'api.example.com.evil.test', false],
  ['api.example.com', 'evilapi.example.com', false],
  ['*.example.com', 'api.example.com', true],
  ['*.example.com', 'a.b.example.com:8443', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'evilexample.com', false],
  ['bücher.example', 'xn--bcher-kva.example', true],
  ['[::1]:8080', '[::1]:8080', true],
  ['127.0.0.1', '127.1', true],
  ['api.example.com', 'api.example.com@evil.test', false],
])('%s and a request to %s: %s', (pattern, host, allowed) => {
  expect(isHostAllowed([pattern], host)).toBe(allowed)
})

test('an entry without hosts allows none of them', () => {
  expect(isHostAllowed([], 'api.example.com')).toBe(false)
})

test.each([
  '',
  '*',
  '*.',
  '*.*',
  'a.*',
  'https://a.test',
  'a.test/path',
  'u@a.test',
  'a b',
  'a:port',
  '*.10.0.0.1',
])('%j names no host', (pattern) => expect(hostPatternFault(pattern)).toContain('not a host'))
test.each(['a.test', '*.a.test', 'a.test:8443', '10.0.0.1', '[::1]', 'localhost'])(
  '%s names a host',
  (pattern) => expect(hostPatternFault(pattern)).toBeUndefined(),
)
