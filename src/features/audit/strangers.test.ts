import { expect, test } from 'vitest'
import { silent } from '../../lib/log.ts'
import type { Entry } from './rules.ts'
import { createStrangerLimit, MAX_REFUSALS_PER_MINUTE } from './strangers.ts'

const refused = (address: string, more: Partial<Entry> = {}) =>
  ({
    actor: undefined,
    outcome: 'REFUSED',
    from: { address },
    operation: 'signIn',
    status: 401,
    ...more,
  }) as Entry

test('the addresses of one IPv6 network share the entries of a minute, and nobody else loses any', () => {
  const isRecorded = createStrangerLimit(silent)
  const attempts = Array.from({ length: MAX_REFUSALS_PER_MINUTE + 5 }, (_, i) =>
    isRecorded(refused(`2001:db8::${i}`)),
  )
  expect(attempts.filter(Boolean)).toHaveLength(MAX_REFUSALS_PER_MINUTE)
  expect(isRecorded(refused('2001:db8:0:1::1'))).toBe(true)
  expect(isRecorded(refused('2001:db8::1', { status: 403 }))).toBe(true)
  expect(isRecorded(refused('2001:db8::1', { outcome: 'SUCCEEDED' }))).toBe(true)
})
