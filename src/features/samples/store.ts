import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { SessionId } from '../../lib/ids.ts'
import type { WireVariable } from '../../protocol/shapes.ts'
import type { EnvironmentConnections } from '../connections/access.ts'
import type { EnvironmentGrant } from '../projects/access.ts'
import { newestSessions } from '../runner-requests/service.ts'

/** What an environment brings to a sample. */
export interface SampleFacts extends EnvironmentConnections {
  readonly connection: { readonly databases?: unknown; readonly dialectFunctions?: unknown }
  readonly projectVariables: readonly WireVariable[]
  /** Whether the runner may serve the environment. */
  readonly mayServe: boolean
}

export async function readSampleFacts(
  db: Db,
  { projectId, environmentId, environmentName }: EnvironmentGrant,
  runnerId: string,
): Promise<SampleFacts> {
  const { rows } = await sql<SampleFacts>`
    select e.connection || jsonb_build_object('databases', coalesce(e.databases, '{}'),
                                              'dialectFunctions', e.dialect_functions) as connection,
           e.default_connections as "defaultConnections", e.connection_overrides as "connectionOverrides",
           exists (select from runner_may_serve(${runnerId}, ${projectId}, ${environmentName})) as "mayServe",
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'name', v.name, 'type', v.type, 'scope', v.behaviour, 'columns', v.columns,
                     'value', coalesce(o.value, v.value)) order by v.name), '[]')
              from project_variable v
              left join variable_override o on o.variable_id = v.id and o.environment_id = e.id
             where v.project_id = e.project_id) as "projectVariables"
      from environment e where e.id = ${environmentId}`.execute(db)
  return rows[0]!
}

/** A sample that was given to a session. */
export interface TakenSample {
  readonly id: string
  readonly sessionId: SessionId
  readonly project: string
  /** The rest of the message to the runner. */
  readonly question: object
}

/**
 * Gives the sample, or with an empty id every one that waits, to one of these sessions whose runner is meant.
 */
export async function takeSamples(
  db: Db,
  id: string,
  sessionIds: readonly SessionId[],
): Promise<readonly TakenSample[]> {
  const { rows } = await sql<TakenSample>`
    update sample_request q set session_id = s.id from ${newestSessions(sessionIds)} s
     where s.runner_id = q.runner_id and q.session_id is null and (${id} = '' or q.id::text = ${id})
    returning q.id, q.session_id as "sessionId", q.project_id as project, q.question`.execute(db)
  return rows
}
