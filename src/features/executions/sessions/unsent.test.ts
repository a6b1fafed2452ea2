import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId, type SessionId } from '../../../lib/ids.ts'
import { createUnsent, type UnsentDependencies } from './unsent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Without sessions: nothing is read or sent. */
const withoutSessions = () =>
  createUnsent({ registry: { all: () => [], find: () => undefined } } as unknown as UnsentDependencies)

test('a session that is gone is not waited for, though a claim for it failed afterwards', async () => {
  const unsent = withoutSessions()
  unsent.markUnconfirmed({ id: newId() as SessionId })
  expect(unsent.isWaiting()).toBe(true)
  await unsent.resend()
  expect(unsent.isWaiting()).toBe(false)
})

test('every minute all sessions are to be checked, also while nothing else happens', async () => {
  const unsent = withoutSessions()
  expect(unsent.isWaiting()).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(unsent.isWaiting()).toBe(true)
  await unsent.resend()
  expect(unsent.isWaiting()).toBe(false)
})
