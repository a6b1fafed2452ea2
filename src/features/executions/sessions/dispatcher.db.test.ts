import { expect, onTestFinished, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import type { Db } from '../../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { Credit } from './credit.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'

const api = useApi()

function aSession(slots = 1): Session {
  const credit = new Credit()
  credit.grant(slots)
  return { id: newId<SessionId>(), runnerId: newId<RunnerId>(), connection: 1, credit } as Session
}

function registryOf(sessions: readonly Session[]): Registry {
  return {
    ofRunner: (id: RunnerId) => sessions.filter(({ runnerId }) => runnerId === id),
    runners: () => new Set(sessions.map(({ runnerId }) => runnerId)),
  } as Registry
}

const failing = (db: Db): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  })

test('scans that fail are logged and counted one by one, and their sessions are marked', async () => {
  const sessions = [aSession(), aSession()]
  const logged: unknown[] = []
  const marked: unknown[] = []
  const dispatcher = new Dispatcher({
    db: api.db,
    writer: failing(api.db),
    log: { ...silent, error: (fields) => logged.push((fields as { runnerId: RunnerId }).runnerId) },
    registry: registryOf(sessions),
    sendRuns: () => expect.unreachable(),
    markUnconfirmed: ({ id }) => marked.push(id),
    wake: () => undefined,
  })
  for (const session of sessions) dispatcher.onOpened(session)
  await expect(dispatcher.dispatch()).rejects.toThrow('2 of 2 scans of the queue failed')
  expect(logged).toEqual(sessions.map(({ runnerId }) => runnerId))
  expect(marked.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted())
  expect(dispatcher.failures).toBe(2)
  expect(sessions.map(({ credit }) => credit.free())).toEqual([1, 1])
})

test('slots are kept for what waits, counted once: also when its process hears of what it queued itself', () => {
  const session = aSession(10)
  let wakes = 0
  const dispatcher = new Dispatcher({
    db: api.db,
    writer: api.db,
    log: silent,
    registry: registryOf([session]),
    sendRuns: () => expect.unreachable(),
    markUnconfirmed: () => expect.unreachable(),
    wake: () => wakes++,
  })
  const { runnerId } = session
  const spare = () => {
    const offer = dispatcher.offer(runnerId, 10)
    if (offer !== undefined) session.credit.release(offer.slots)
    return offer?.slots ?? 0
  }
  const [first, ...others] = Array.from({ length: 4 }, () => newId())
  for (const id of [first!, ...others]) dispatcher.recordQueued(runnerId, id)
  expect([spare(), wakes > 0]).toEqual([6, true])
  dispatcher.onQueuedNotification(`${runnerId} ${first} 4 ${dispatcher.origin}`)
  expect(spare()).toBe(6)
  dispatcher.onQueuedNotification(`${runnerId} ${newId()} 3 ${newId()}`)
  expect(spare()).toBe(3)
  dispatcher.onQueuedNotification(`${runnerId} ${newId()} 3`)
  expect(spare()).toBe(0)
})

test('the queue is to be scanned while something may wait for a runner that is connected here, and once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const session = aSession()
  const sessions = [session]
  const dispatcher = new Dispatcher({
    db: api.db,
    writer: api.db,
    log: silent,
    registry: registryOf(sessions),
    sendRuns: () => undefined,
    markUnconfirmed: () => undefined,
    wake: () => undefined,
  })
  expect(dispatcher.isDue()).toBe(true) // the first scan of everything
  await dispatcher.dispatch()
  expect(dispatcher.isDue()).toBe(false)
  dispatcher.recordQueued(session.runnerId, newId())
  expect(dispatcher.isDue()).toBe(true)
  await dispatcher.dispatch() // it is not in the queue any more
  expect(dispatcher.isDue()).toBe(false)
  vi.advanceTimersByTime(61_000)
  expect(dispatcher.isDue()).toBe(true)
  sessions.pop()
  expect(dispatcher.isDue()).toBe(false)
})
