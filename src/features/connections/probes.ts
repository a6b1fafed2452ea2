import type { ConnectionDefinition } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import type { EnvironmentId, ProjectId, RunnerId, SessionId } from '../../lib/ids.ts'
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

/** Where a connection is tested; without an id the environment is not made yet. */
export interface ProbePlace {
  readonly projectId: ProjectId
  readonly environmentId: EnvironmentId | undefined
  readonly environmentName: string
}

/** The connection, with what its environment would be, where that is not what is stored. */
export interface ProbedDefinition extends ConnectionDefinition {
  readonly environment?: {
    readonly name: string
    readonly databases: unknown
    readonly dialectFunctions: unknown
  }
}

/** Tests of connections at the runners of environments, whichever process a runner is connected to. */
export function createProbes(db: Db, answerMs?: number) {
  const requests = createRunnerRequests<ConnectionTestResult>(db, probe, answerMs)

  /** Has the connection tested by the runner. What is wrong, even that nobody answers, is the answer. */
  async function run(
    place: ProbePlace,
    runnerId: RunnerId,
    definition: ProbedDefinition,
  ): Promise<ConnectionTestResult> {
    const startedAt = performance.now()
    const { projectId, environmentId, environmentName } = place
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
    /** Why the runner cannot be asked; undefined when it is connected. */
    unreachable: ({ environmentName }: ProbePlace, runnerId: RunnerId) =>
      requests.unreachable({ environmentName, runnerId }),
    onProbed: requests.onAnswered,
    /** Those of PROBE_CHANNEL that these sessions are to answer. */
    take: (id: string, sessionIds: readonly SessionId[]) => takeProbes(db, id, sessionIds),
    placeOf: requests.placeOf,
    answered: requests.answered,
  }
}
