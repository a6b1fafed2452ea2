import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionDefinition } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import type { EnvironmentGrant } from '../projects/access.ts'
import * as store from './probe-store.ts'
import type { ConnectionTestResult } from './schema.ts'

/** Longer than a runner takes to give up (`PROBE_TIMEOUT_MS` of the runner). */
const ANSWER_MS = 20_000
/** In case a notification was lost. */
const LOOK_EVERY_MS = 1_000

/** Tests of connections at the runners of environments, whichever process a runner is connected to. */
export function createProbes(db: Db, answerMs = ANSWER_MS) {
  const waiting = new Map<string, () => void>()

  /** Has the connection tested by the runner. What is wrong, even that nobody answers, is the answer. */
  async function run(
    grant: EnvironmentGrant<'connections:write'>,
    runnerId: RunnerId,
    definition: ConnectionDefinition,
  ): Promise<ConnectionTestResult> {
    const startedAt = performance.now()
    const failed = (message: string): ConnectionTestResult => ({
      ok: false,
      message,
      latencyMs: Math.round(performance.now() - startedAt),
    })
    const { name, isConnected } = await store.readRunner(db, runnerId)
    if (!isConnected)
      return failed(
        `The runner ${name} of ${grant.environmentName} is not connected: start it, or give the environment another`,
      )
    const id = newId()
    if (!(await store.insertProbe(db, grant, { id, runnerId, definition })))
      throw new Problem('too-many-requests', 'Too many connections are being tested in this project', {
        retryAfterSeconds: 10,
      })
    const answer = await untilAnswered(id)
    await store.deleteProbe(db, id)
    return (
      answer ??
      failed(
        `The runner ${name} did not answer within ${answerMs / 1_000} s: it may be busy, or older than this server`,
      )
    )
  }

  async function untilAnswered(id: string): Promise<ConnectionTestResult | undefined> {
    const end = performance.now() + answerMs
    try {
      while (performance.now() < end) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.set(id, resolve)
        const answer = await store.readProbeAnswer(db, id)
        if (answer !== undefined) return answer
        const over = new AbortController()
        await Promise.race([
          promise,
          sleep(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined),
        ])
        over.abort()
      }
      return await store.readProbeAnswer(db, id)
    } finally {
      waiting.delete(id)
    }
  }

  /** Takes a payload of PROBED_CHANNEL. */
  function onProbed(id: string): void {
    const told = id === '' ? [...waiting.values()] : [waiting.get(id)]
    for (const wake of told) wake?.()
  }

  return {
    run,
    onProbed,
    /** Those of PROBE_CHANNEL that these sessions are to answer. */
    take: (id: string, sessionIds: readonly SessionId[]) => store.takeProbes(db, id, sessionIds),
    placeOf: (sessionId: SessionId, id: string) => store.findProbe(db, sessionId, id),
    answered: (sessionId: SessionId, id: string, answer: ConnectionTestResult) =>
      store.answerProbe(db, sessionId, id, answer),
  }
}
