import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { instantOf, localTime } from './local-time.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => vi.unstubAllEnvs())

test.each([
  '2026-11-21T10:41',
  '2026-07-01T00:00',
  '0002-11-21T10:41', // the local mean time of Berlin had seconds
])('%s is the same when it is read again', (local) => {
  expect(localTime(instantOf(local))).toBe(local)
})

test('what is no instant is left to the server', () => {
  expect(instantOf('20266-11-21T10:41')).toBe('20266-11-21T10:41')
})
