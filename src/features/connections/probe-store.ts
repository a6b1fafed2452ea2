import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { SessionId } from '../../lib/ids.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import { newestSessions } from '../runner-requests/service.ts'

/** A probe that was given to a session. */
export interface TakenProbe {
  readonly id: string
  readonly sessionId: SessionId
  readonly project: string
  readonly environment: string
  /** As a run of the environment gets it. */
  readonly connection: object
}

/**
 * Gives the probe, or with an empty id every one that waits, to one of these sessions whose runner is meant.
 */
export async function takeProbes(
  db: Db,
  id: string,
  sessionIds: readonly SessionId[],
): Promise<readonly TakenProbe[]> {
  const { rows } = await sql<TakenProbe>`
    update connection_probe p set session_id = s.id
      from connection_probe q
      left join environment e on e.id = q.environment_id,
           ${newestSessions(sessionIds)} s
     where q.id = p.id and s.runner_id = p.runner_id and p.session_id is null
       and (${id} = '' or p.id::text = ${id})
    returning p.id, p.session_id as "sessionId", p.project_id as project,
           coalesce(p.definition #>> '{environment,name}', e.name) as environment,
           jsonb_build_object('type', ${NAMED_CONNECTION}::text, 'definition', p.definition - 'environment',
                              'databases', coalesce(p.definition #> '{environment,databases}', e.databases, '{}'),
                              'dialectFunctions', coalesce(p.definition #> '{environment,dialectFunctions}',
                                                           to_jsonb(e.dialect_functions))) as connection`.execute(
    db,
  )
  return rows
}
