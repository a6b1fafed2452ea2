import type { Db } from '../../db/database.ts'
import type { RunnerId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { connectionFor } from '../connections/access.ts'
import type { EnteredEnvironment } from '../environments/access.ts'
import type { RequestKind } from '../runner-requests/service.ts'
import { SAMPLE_CANCEL_CHANNEL, SAMPLE_CHANNEL, SAMPLED_CHANNEL } from './channels.ts'
import { readSampleFacts, type SampleFacts } from './store.ts'

/** What callers may do who read from the database of an environment. */
export const running = { project: 'executions:run', environment: 'environment:run' } as const

/** Samples, and lists of tables beside them. */
export const sampleRequests: RequestKind = {
  table: 'sample_request',
  question: 'question',
  asked: SAMPLE_CHANNEL,
  answered: SAMPLED_CHANNEL,
  cancelled: SAMPLE_CANCEL_CHANNEL,
}

/** Asks the runner of an environment. */
export const createAsking = (db: Db) => ({
  /** Whom to ask, and what the environment brings. Throws `forbidden` where the runner may not serve it. */
  async target(grant: EnteredEnvironment<'executions:run'>) {
    const { projectId, environmentId, environmentName, defaultRunnerId } = grant
    const facts = await readSampleFacts(db, grant, defaultRunnerId)
    if (!facts.mayServe)
      throw new Problem(
        'forbidden',
        `The runner ${defaultRunnerId} may not serve ${environmentName} of this project`,
      )
    return { facts, projectId, environmentId, environmentName, runnerId: defaultRunnerId as RunnerId }
  },
  /** The environment's connection as a run has it. */
  connection: ({ projectId }: EnteredEnvironment<'executions:run'>, facts: SampleFacts) =>
    connectionFor(db, projectId, facts),
})
