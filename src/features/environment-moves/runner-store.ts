import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonText } from '../../db/json.ts'
import { dueWhen } from '../../db/lookout.ts'
import type { ProjectId, SessionId } from '../../lib/ids.ts'
import { newestSessions } from '../runner-requests/service.ts'
import { olderStatements, runningIn } from './store.ts'

/** A move that a session's runner is to be at. */
export interface SentMove {
  readonly move: string
  readonly sessionId: SessionId
  readonly project: string
  readonly environment: string
  /** The file and the lake. */
  readonly question: { readonly source: unknown; readonly target: unknown }
}

export const movesAreDue = dueWhen(sql`exists (select from environment_move where ended_at is null)`)

/**
 * Gives the moves that nothing runs beside, and those whose session has ended, to the newest of these
 * sessions, and answers every one that a session of these has: runners are asked again until they have said
 * how it ended.
 */
export async function takeMoves(db: Db, sessionIds: readonly SessionId[]): Promise<readonly SentMove[]> {
  const { rows: open } = await sql`select from environment_move where ended_at is null limit 1`.execute(db)
  if (open.length === 0) return []
  await sql`
    update environment_move set held_since = clock_timestamp() where ended_at is null and held_since is null`.execute(
    db,
  )
  // A statement of its own: what has just ended there is seen only by a snapshot that is taken later.
  const { rows: seen } = await sql<{ id: string }>`
    select m.id from environment_move m
     where m.ended_at is null and m.status = 'WAITING' and not exists (select from ${olderStatements})`.execute(
    db,
  )
  await sql`
    update environment_move m
       set session_id = s.id, started_at = coalesce(m.started_at, now()),
           status = case when m.status = 'WAITING' then 'COPYING' else m.status end
      from environment e, ${newestSessions(sessionIds)} s
     where m.ended_at is null and e.id = m.environment_id and s.runner_id = e.default_runner_id
       and exists (select from runner_may_serve(s.runner_id, e.project_id, e.name))
       and case when m.status = 'WAITING'
                then m.id = any(${seen.map(({ id }) => id)}::uuid[])
                     and not exists (select from ${runningIn(sql.ref('m.environment_id'))})
                else not exists (select from runner_session held where held.id = m.session_id
                                                                   and held.ended_at is null) end`.execute(db)
  const { rows } = await sql<SentMove>`
    select m.id as move, m.session_id as "sessionId", m.project_id as project, e.name as environment, m.question
      from environment_move m join environment e on e.id = m.environment_id
     where m.ended_at is null and m.session_id = any(${sessionIds}::uuid[])`.execute(db)
  return rows
}

const isHeldBy = (id: string, sessionId: SessionId) =>
  sql`id = ${id} and session_id = ${sessionId} and ended_at is null`

/** The project of a move, while this session has it. */
export async function findPlace(
  db: Db,
  sessionId: SessionId,
  id: string,
): Promise<{ readonly projectId: ProjectId } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId }>`
    select project_id as "projectId" from environment_move where ${isHeldBy(id, sessionId)}`.execute(db)
  return rows[0]
}

export interface Progress {
  readonly tablesDone: number
  readonly tablesTotal: number
  readonly rows: number
}

/** False where the session does not have the move any more. */
export async function recordProgress(
  db: Db,
  sessionId: SessionId,
  id: string,
  { tablesDone, tablesTotal, rows }: Progress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update environment_move set tables_done = ${tablesDone}, tables_total = ${tablesTotal}, rows_copied = ${rows}
     where ${isHeldBy(id, sessionId)}`.execute(db)
  return numAffectedRows === 1n
}

/** From here on it cannot be cancelled. False as above. */
export async function beginCommit(db: Db, sessionId: SessionId, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update environment_move set status = 'COMMITTING'
     where ${isHeldBy(id, sessionId)} and status in ('COPYING', 'COMMITTING')`.execute(db)
  return numAffectedRows === 1n
}

/** A move that is about to end. */
export interface EndingMove {
  readonly projectId: ProjectId
  readonly environmentId: string
  readonly connectionName: string
  readonly status: string
  readonly question: { readonly target: { readonly definition: unknown } }
  readonly environmentName: string
  readonly runner: { readonly clientId: string; readonly name: string }
}

export async function findEnding(tx: Db, sessionId: SessionId, id: string): Promise<EndingMove | undefined> {
  const { rows } = await sql<EndingMove>`
    select m.project_id as "projectId", m.environment_id as "environmentId", m.connection_name as "connectionName",
           m.status, m.question, e.name as "environmentName",
           json_build_object('clientId', c.client_id, 'name', r.name) as runner
      from environment_move m
      join environment e on e.id = m.environment_id
      join runner_session s on s.id = m.session_id
      join runner r on r.id = s.runner_id
      join runner_credential c on c.runner_id = r.id
     where m.id = ${id} and m.session_id = ${sessionId} and m.ended_at is null
     limit 1`.execute(tx)
  return rows[0]
}

export async function failMove(tx: Db, id: string, message: string): Promise<void> {
  await sql`
    update environment_move set status = 'FAILED', message = ${message}, ended_at = now()
     where id = ${id} and ended_at is null`.execute(tx)
}

export interface MoveReport extends Omit<Progress, 'tablesDone'> {
  readonly views: number
  readonly notKept: readonly string[]
  readonly file: string
}

/** The environment runs its SQL on the lake from now on. */
export async function completeMove(
  tx: Db,
  id: string,
  { tablesTotal, rows, ...report }: MoveReport,
  environment: { readonly environmentId: string; readonly defaultConnections: object },
): Promise<void> {
  await sql`
    update environment set default_connections = ${jsonText(environment.defaultConnections)}, version = version + 1
     where id = ${environment.environmentId}`.execute(tx)
  await sql`
    update environment_move
       set status = 'SUCCEEDED', tables_done = ${tablesTotal}, tables_total = ${tablesTotal}, rows_copied = ${rows},
           report = ${jsonText(report)}, ended_at = now()
     where id = ${id}`.execute(tx)
}
