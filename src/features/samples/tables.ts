import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest } from '../../lib/problem.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import { enterEnvironment } from '../environments/access.ts'
import { createRunnerRequests } from '../runner-requests/service.ts'
import { createAsking, running, sampleRequests } from './asking.ts'
import { type DatabaseTables, DEFAULT_TABLES, type TablesWanted } from './tables-schema.ts'

/** What a runner answered. */
export type TablesAnswer = Omit<Extract<FromRunner, { kind: 'tables-listed' }>, 'kind' | 'sample'>

/** Use cases of decisions.md §8, tables of an environment's database, for people who write SQL on it. */
export function createTables(db: Db) {
  const requests = createRunnerRequests<TablesAnswer>(db, sampleRequests)
  const asked = createAsking(db)

  /** What is wrong with the database is an answer too. */
  async function list(
    caller: Caller,
    projectId: string,
    { environmentName, ...wanted }: TablesWanted,
    signal: AbortSignal,
  ): Promise<DatabaseTables> {
    const startedAt = performance.now()
    const grant = await enterEnvironment(db, caller, projectId, environmentName, running)
    if (wanted.prefix !== undefined && wanted.table !== undefined)
      throw badRequest(['body must have only one of prefix and table'])
    const { facts, ...target } = await asked.target(grant)
    const answer = await requests.ask({
      ...target,
      question: {
        kind: 'tables-wanted',
        environment: grant.environmentName,
        connection: await asked.connection(grant, facts),
        prefix: '',
        limit: DEFAULT_TABLES,
        ...wanted,
      },
      tooMany: 'Too many tables are being listed in this project',
      signal,
    })
    if (!('unanswered' in answer)) return answer
    return { ok: false, message: answer.unanswered, latencyMs: Math.round(performance.now() - startedAt) }
  }

  return { list, onListed: requests.onAnswered }
}

export type Tables = ReturnType<typeof createTables>
