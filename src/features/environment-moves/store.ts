import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import { jsonText } from '../../db/json.ts'
import { literals } from '../../db/literals.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { EnvironmentConnections } from '../connections/access.ts'
import type { Connection, Databases } from '../environments/schema.ts'
import { heldStates } from '../executions/states.ts'
import type { EnvironmentGrant } from '../projects/access.ts'
import { MOVE_CHANNEL, MOVE_STOPPED_CHANNEL } from './channels.ts'
import type { EnvironmentMove } from './schema.ts'

/** What a move has to know of its environment. */
export interface MovingEnvironment extends EnvironmentConnections {
  readonly connection: Connection
  readonly databases: Databases
  readonly dialectFunctions: boolean
}

/** Nobody else changes the environment before the transaction ends. Undefined where it was deleted. */
export async function lockMoving(tx: Db, environmentId: string): Promise<MovingEnvironment | undefined> {
  const { rows } = await sql<MovingEnvironment>`
    select connection, coalesce(databases, '{}') as databases, dialect_functions as "dialectFunctions",
           default_connections as "defaultConnections", connection_overrides as "connectionOverrides"
      from environment where id = ${environmentId} for update`.execute(tx)
  return rows[0]
}

/** Begins a move, and tells every process. Throws `conflict` while the environment has another one. */
export async function insertMove(
  tx: Db,
  { projectId, environmentId, environmentName }: EnvironmentGrant,
  move: { readonly connectionName: string; readonly question: object },
): Promise<string> {
  const id = newId()
  await sql`
    insert into environment_move (id, project_id, environment_id, connection_name, question)
    values (${id}, ${projectId}, ${environmentId}, ${move.connectionName}, ${jsonText(move.question)})`
    .execute(tx)
    .catch(
      onUniqueViolation('environment_move_open', () =>
        conflict(`${environmentName} is being moved already: wait for that move, or cancel it`),
      ),
    )
  await sql`select pg_notify(${MOVE_CHANNEL}, ${id})`.execute(tx)
  return id
}

/** Executions that the copy waits for. */
export const runningIn = (environmentId: ReturnType<typeof sql.ref>) => sql`
    execution x where x.environment_id = ${environmentId} and x.parent_id is null
                  and x.status in ${literals(heldStates)}`

/**
 * Statements that may not see yet that executions are held back by a move `m`: one of them might claim an
 * execution after the count of those that run. They began before the move was seen. Servers of earlier
 * versions may have any name; backups, which may read for hours, claim nothing.
 */
export const olderStatements = sql`
  pg_stat_activity a where a.datname = current_database() and a.usename = current_user and a.pid <> pg_backend_pid()
                       and a.application_name not in ('headrace backup', 'pg_dump')
                       and a.backend_type = 'client backend' and a.xact_start <= m.held_since`

const waitingFor = sql`
  case when m.status = 'WAITING' then coalesce(
    (select case count(*) when 0 then null when 1 then 'one execution that runs in the environment'
                 else count(*) || ' executions that run in the environment' end
       from ${runningIn(sql.ref('m.environment_id'))}),
    (select 'the runner ' || r.name || ', which is not connected' from runner r
      where r.id = e.default_runner_id
        and not exists (select from runner_session s where s.runner_id = r.id and s.ended_at is null
                                                       and not s.lapsed and not s.draining)),
    (select 'a transaction that began before the move' from ${olderStatements} limit 1),
    'the runner') end`

const moveJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'moveId', m.id, 'environmentName', e.name, 'connectionName', m.connection_name, 'status', m.status,
  'waitingFor', ${waitingFor}, 'tablesDone', m.tables_done, 'tablesTotal', m.tables_total, 'rows', m.rows_copied,
  'message', m.message, 'createdAt', ${instant('m.created_at')}, 'startedAt', ${instant('m.started_at')},
  'finishedAt', ${instant('m.ended_at')}) || coalesce(m.report, '{}'))`

export async function findMove(
  db: Db,
  { environmentId }: EnvironmentGrant,
  id: string,
): Promise<EnvironmentMove | undefined> {
  const { rows } = await sql<{ move: EnvironmentMove }>`
    select ${moveJson} as move from environment_move m join environment e on e.id = m.environment_id
     where m.id = ${id} and m.environment_id = ${environmentId}`.execute(db)
  return rows[0]?.move
}

/** The moves of an environment, the latest first. */
export async function listMoves(
  db: Db,
  { environmentId }: EnvironmentGrant,
  page: PageRequest,
): Promise<Page<EnvironmentMove>> {
  const { rows } = await sql<{ total: number; results: EnvironmentMove[] }>`
    select (select count(*) from environment_move where environment_id = ${environmentId}) as total,
           (select coalesce(json_agg(${moveJson} order by m.id desc), '[]')
              from (select * from environment_move where environment_id = ${environmentId}
                     order by id desc limit ${page.size} offset ${page.offset}) m
              join environment e on e.id = m.environment_id) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/**
 * Cancels a move that has not begun to commit, or whose runner is lost, and tells the runner that is at it.
 * False where it is too late for that.
 */
export async function cancelMove(db: Db, { environmentId }: EnvironmentGrant, id: string): Promise<boolean> {
  const { rows } = await sql`
    with cancelled as (
      update environment_move m set status = 'CANCELLED', ended_at = now()
       where m.id = ${id} and m.environment_id = ${environmentId} and m.ended_at is null
         and (m.status <> 'COMMITTING'
              or not exists (select from runner_session s where s.id = m.session_id and s.ended_at is null and not s.lapsed))
      returning m.id, m.session_id)
    select pg_notify(${MOVE_STOPPED_CHANNEL}, coalesce(session_id || ' ' || id, '')) from cancelled`.execute(
    db,
  )
  return rows.length > 0
}
