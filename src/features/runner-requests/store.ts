import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonText } from '../../db/json.ts'
import type { EnvironmentId, ProjectId, RunnerId, SessionId } from '../../lib/ids.ts'

/** A kind of request to runners: its table, and the channels on which processes notify each other. */
export interface RequestKind {
  readonly table: 'connection_probe' | 'sample_request'
  /** The column of what is asked. */
  readonly question: 'definition' | 'question'
  /** A runner is to be asked. Payload: the id; nothing when notifications may have been missed. */
  readonly asked: string
  /** A runner answered. Payload: the same. */
  readonly answered: string
  /** Nobody waits any more. Payload: the session that was asked, and the id. */
  readonly cancelled?: string
}

export interface Place {
  readonly projectId: ProjectId
  /** Undefined for an environment that is not made yet. */
  readonly environmentId: EnvironmentId | undefined
}

/** Requests that a project may have under way. */
const MAX_OPEN = 20

/** Asks every process for a request, unless too many of the project are under way: then false. */
export async function insertRequest(
  db: Db,
  kind: RequestKind,
  { projectId, environmentId }: Place,
  { id, runnerId, question }: { readonly id: string; readonly runnerId: RunnerId; readonly question: object },
): Promise<boolean> {
  const table = sql.table(kind.table)
  const { rows } = await sql`
    with expired as (delete from ${table} where created_at < now() - interval '5 minutes'),
    asked as (
      insert into ${table} (id, project_id, environment_id, runner_id, ${sql.ref(kind.question)})
      select ${id}, ${projectId}, ${environmentId ?? null}, ${runnerId}, ${jsonText(question)}
       where (select count(*) from ${table}
               where project_id = ${projectId} and created_at > now() - interval '1 minute') < ${MAX_OPEN}
      returning id)
    select pg_notify(${kind.asked}, id::text) from asked`.execute(db)
  return rows.length > 0
}

export async function readAnswer<A>(db: Db, kind: RequestKind, id: string): Promise<A | undefined> {
  const { rows } = await sql<{ answer: A | null }>`
    select answer from ${sql.table(kind.table)} where id = ${id}`.execute(db)
  return rows[0]?.answer ?? undefined
}

/** Forgets a request; a runner that is still at it is told, where its kind can be cancelled. */
export async function deleteRequest(db: Db, kind: RequestKind, id: string): Promise<void> {
  const { cancelled } = kind
  await sql`
    with gone as (delete from ${sql.table(kind.table)} where id = ${id} returning id, session_id, answer)
    select ${cancelled === undefined ? sql`id` : sql`pg_notify(${cancelled}, session_id || ' ' || id)`}
      from gone where answer is null and session_id is not null`.execute(db)
}

/** The newest session of each of the runners that these sessions are of, as a table for `update … from`. */
export const newestSessions = (sessionIds: readonly SessionId[]) => sql`
           (select distinct on (runner_id) id, runner_id from runner_session
             where id = any(${sessionIds}::uuid[]) and ended_at is null and not draining
             order by runner_id, started_at desc)`

/** The project that a request belongs to, while this session is asked for it; undefined when it is not. */
export async function findPlace(
  db: Db,
  kind: RequestKind,
  sessionId: SessionId,
  id: string,
): Promise<Pick<Place, 'projectId'> | undefined> {
  const { rows } = await sql<Pick<Place, 'projectId'>>`
    select project_id as "projectId" from ${sql.table(kind.table)}
     where id = ${id} and session_id = ${sessionId} and answer is null
       and created_at > now() - interval '1 minute'`.execute(db)
  return rows[0]
}

/** Keeps what the runner of this session answered, and tells the process that waits for it. */
export async function keepAnswer(
  db: Db,
  kind: RequestKind,
  sessionId: SessionId,
  { id, answer }: { readonly id: string; readonly answer: object },
): Promise<void> {
  await sql`
    with answered as (
      update ${sql.table(kind.table)} set answer = ${jsonText(answer)}
       where id = ${id} and session_id = ${sessionId} and answer is null returning id)
    select pg_notify(${kind.answered}, id::text) from answered`.execute(db)
}

/** A runner, and whether a process of it is connected. */
export async function readRunner(
  db: Db,
  runnerId: RunnerId,
): Promise<{ readonly name: string; readonly isConnected: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isConnected: boolean }>`
    select r.name, exists (select from runner_session s where s.runner_id = r.id and s.ended_at is null
                              and not s.lapsed and not s.draining) as "isConnected"
      from runner r where r.id = ${runnerId}`.execute(db)
  return rows[0]
}
