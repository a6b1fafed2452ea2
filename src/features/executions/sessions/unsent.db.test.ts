import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import type { RunnerId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { Credit } from './credit.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'
import { createUnsent } from './unsent.ts'

const api = useApi()
afterEach(() => void vi.restoreAllMocks())

const now = performance.now.bind(performance)
let passedMs = 0
function pass(seconds: number): void {
  passedMs += seconds * 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
}

test('a session whose claim fails while it is checked is checked again, and gets what was claimed', async () => {
  const place = await aPublishedProject(api)
  const id = await aSession(api.db, place.agentId as RunnerId)
  const session = { id, credit: new Credit(), send: () => undefined } as unknown as Session
  const sent: string[] = []
  let meanwhile = (): void => undefined
  const unsent = createUnsent({
    db: api.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        meanwhile()
        return result
      },
    }),
    log: silent,
    registry: { all: () => [session], find: () => session } as unknown as Registry,
    sendRuns: (_, runs) => void sent.push(...runs.map(({ execution }) => execution)),
  })
  unsent.markUnconfirmed(session)
  meanwhile = () => {
    meanwhile = () => undefined
    unsent.markUnconfirmed(session)
  }
  pass(3)
  await unsent.resend()
  const claimed = await queuedExecutions(api.db, place, 1)
  await sql`update execution set status = 'RUNNING', session_id = ${id}, started_at = now()
             where id = ${claimed[0]}`.execute(api.db)
  for (let checks = 0; checks < 2; checks++) {
    pass(3)
    await unsent.resend()
  }
  expect(sent).toEqual(claimed)
})
