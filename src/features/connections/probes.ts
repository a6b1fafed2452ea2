import type { ConnectionDefinition } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import type { RunnerId, SessionId } from '../../lib/ids.ts'
import type { EnvironmentGrant } from '../projects/access.ts'
import { createRunnerRequests, type RequestKind } from '../runner-requests/service.ts'
import { PROBE_CHANNEL, PROBED_CHANNEL } from './channels.ts'
import { takeProbes } from './probe-store.ts'
import type { ConnectionTestResult } from './schema.ts'

const probe: RequestKind = {
  table: 'connection_probe',
  question: 'definition',
  asked: PROBE_CHANNEL,
  answered: PROBED_CHANNEL,
}

/** Tests of connections at the runners of environments, whichever process a runner is connected to. */
export function createProbes(db: Db, answerMs?: number) {
  const requests = createRunnerRequests<ConnectionTestResult>(db, probe, answerMs)

  /** Has the connection tested by the runner. What is wrong, even that nobody answers, is the answer. */
  async function run(
    grant: EnvironmentGrant<'connections:write'>,
    runnerId: RunnerId,
    definition: ConnectionDefinition,
  ): Promise<ConnectionTestResult> {
    const startedAt = performance.now()
    const { projectId, environmentId, environmentName } = grant
    const answer = await requests.ask({
      projectId,
      environmentId,
      environmentName,
      runnerId,
      question: definition,
      tooMany: 'Too many connections are being tested in this project',
    })
    if (!('unanswered' in answer)) return answer
    return { ok: false, message: answer.unanswered, latencyMs: Math.round(performance.now() - startedAt) }
  }

  return {
    run,
    onProbed: requests.onAnswered,
    /** Those of PROBE_CHANNEL that these sessions are to answer. */
    take: (id: string, sessionIds: readonly SessionId[]) => takeProbes(db, id, sessionIds),
    placeOf: requests.placeOf,
    answered: requests.answered,
  }
}
