import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import type { Db } from '../../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { Credit } from './credit.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'

const api = useApi()

function aSession(): Session {
  const credit = new Credit()
  credit.grant(1)
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
