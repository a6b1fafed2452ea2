import { sql } from 'kysely'
import type { ConnectionDefinition } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import type { EnvironmentId, ProjectId, RunnerId, SessionId } from '../../lib/ids.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import type { EnvironmentGrant } from '../projects/access.ts'
import { PROBE_CHANNEL, PROBED_CHANNEL } from './channels.ts'
import type { ConnectionTestResult } from './schema.ts'

export interface WantedProbe {
  readonly id: string
  readonly runnerId: RunnerId
  readonly definition: ConnectionDefinition
}

/** Probes that a project may have under way. */
const MAX_OPEN = 20

/** Asks every process for a probe, unless too many of the project are under way: then false. */
export async function insertProbe(
  db: Db,
  { projectId, environmentId }: EnvironmentGrant<'connections:write'>,
  { id, runnerId, definition }: WantedProbe,
): Promise<boolean> {
  const { rows } = await sql`
    with expired as (delete from connection_probe where created_at < now() - interval '5 minutes'),
    asked as (
      insert into connection_probe (id, project_id, environment_id, runner_id, definition)
      select ${id}, ${projectId}, ${environmentId}, ${runnerId}, ${JSON.stringify(definition)}
       where (select count(*) from connection_probe
               where project_id = ${projectId} and created_at > now() - interval '1 minute') < ${MAX_OPEN}
      returning id)
    select pg_notify(${PROBE_CHANNEL}, id::text) from asked`.execute(db)
  return rows.length > 0
}

export async function readProbeAnswer(db: Db, id: string): Promise<ConnectionTestResult | undefined> {
  const { rows } = await sql<{ answer: ConnectionTestResult | null }>`
    select answer from connection_probe where id = ${id}`.execute(db)
  return rows[0]?.answer ?? undefined
}

export async function deleteProbe(db: Db, id: string): Promise<void> {
  await db.deleteFrom('connection_probe').where('id', '=', id).execute()
}

/** A probe that was given to a session. */
export interface TakenProbe {
  readonly id: string
  readonly sessionId: SessionId
  readonly project: string
  readonly environment: string
  /** As a run of the environment gets it. */
  readonly connection: object
}

/** Gives the probe, or with an empty id every one that waits, to one of these sessions whose runner is meant. */
export async function takeProbes(
  db: Db,
  id: string,
  sessionIds: readonly SessionId[],
): Promise<readonly TakenProbe[]> {
  const { rows } = await sql<TakenProbe>`
    update connection_probe p set session_id = s.id
      from environment e,
           (select distinct on (runner_id) id, runner_id from runner_session
             where id = any(${sessionIds}::uuid[]) and ended_at is null and not draining
             order by runner_id, started_at desc) s
     where e.id = p.environment_id and s.runner_id = p.runner_id and p.session_id is null
       and (${id} = '' or p.id::text = ${id})
    returning p.id, p.session_id as "sessionId", p.project_id as project, e.name as environment,
           jsonb_build_object('type', ${NAMED_CONNECTION}::text, 'definition', p.definition,
                              'databases', coalesce(e.databases, '{}'),
                              'dialectFunctions', e.dialect_functions) as connection`.execute(db)
  return rows
}

/** Where the connection of a probe belongs, while this session is asked for it; undefined when it is not. */
export async function findProbe(
  db: Db,
  sessionId: SessionId,
  id: string,
): Promise<{ projectId: ProjectId; environmentId: EnvironmentId } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId; environmentId: EnvironmentId }>`
    select project_id as "projectId", environment_id as "environmentId" from connection_probe
     where id = ${id} and session_id = ${sessionId} and answer is null
       and created_at > now() - interval '1 minute'`.execute(db)
  return rows[0]
}

/** Keeps what the runner of this session answered, and tells the process that waits for it. */
export async function answerProbe(
  db: Db,
  sessionId: SessionId,
  id: string,
  answer: ConnectionTestResult,
): Promise<void> {
  await sql`
    with answered as (
      update connection_probe set answer = ${JSON.stringify(answer)}
       where id = ${id} and session_id = ${sessionId} and answer is null returning id)
    select pg_notify(${PROBED_CHANNEL}, id::text) from answered`.execute(db)
}

/** The default runner of an environment, and whether a process of it is connected. */
export async function readRunner(
  db: Db,
  runnerId: RunnerId,
): Promise<{ readonly name: string; readonly isConnected: boolean }> {
  const { rows } = await sql<{ name: string; isConnected: boolean }>`
    select r.name, exists (select from runner_session s where s.runner_id = r.id and s.ended_at is null
                              and not s.lapsed and not s.draining) as "isConnected"
      from runner r where r.id = ${runnerId}`.execute(db)
  return rows[0]!
}
