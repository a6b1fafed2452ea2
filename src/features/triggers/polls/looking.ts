import type { ConnectionDefinition } from '../../../connections/definition.ts'
import type { Db } from '../../../db/database.ts'
import type { FromRunner } from '../../../protocol/messages.ts'
import { connectionFor } from '../../connections/access.ts'
import { createRunnerRequests } from '../../runner-requests/service.ts'
import { sampleRequests } from '../../samples/access.ts'
import type { TriggerCondition } from '../schema.ts'
import type { PollPlace } from './poll-store.ts'
import type { Look } from './rules.ts'

type Answer = Omit<Extract<FromRunner, { kind: 'condition-checked' }>, 'kind' | 'sample'>

/** A connection of the project as an environment has it. */
export type FindConnection = (
  place: { readonly projectId: string; readonly environmentId: string },
  name: string,
) => Promise<ConnectionDefinition | undefined>

/** What a runner saw, or why it could not look. */
export type Looked = { readonly fault: string } | (Look & { readonly isAtomic: boolean })

/** Has the runner of an environment look at what a trigger waits for. */
export function createLooking(db: Db, findConnection: FindConnection) {
  const requests = createRunnerRequests<Answer>(db, sampleRequests)

  async function look(place: PollPlace, condition: TriggerCondition, signal?: AbortSignal): Promise<Looked> {
    const { environmentName, runnerId, projectId } = place
    if (!place.mayServe)
      return { fault: `The runner ${runnerId} may not serve ${environmentName} of this project` }
    const named = condition.connection
    const definition = named === undefined ? undefined : await findConnection(place, named)
    if (named !== undefined && definition === undefined)
      return { fault: `The project has no connection named "${named}"` }
    const answer = await requests.ask({
      ...place,
      question: {
        kind: 'condition-wanted',
        environment: environmentName,
        connection: await connectionFor(db, projectId, place),
        ...(condition.type === 'SQL'
          ? { sql: condition.sql }
          : { folder: condition.folder ?? '', pattern: condition.filePattern ?? '' }),
        ...(definition !== undefined && { place: definition }),
      },
      tooMany: 'Too many triggers and samples of this project are being checked at once',
      ...(signal !== undefined && { signal }),
    })
    if ('unanswered' in answer) return { fault: answer.unanswered }
    if (!answer.ok) return { fault: answer.message ?? 'The runner could not check the condition' }
    // An object appears in a store when all of it is there.
    const isAtomic = definition !== undefined && definition.authProvider !== 'SFTP'
    return { row: answer.row, files: answer.files, isAtomic }
  }

  return { look, onAnswered: requests.onAnswered }
}

export type Looking = ReturnType<typeof createLooking>
