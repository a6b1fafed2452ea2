import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SessionId } from '../../../lib/ids.ts'
import type { RunMessage } from '../../../protocol/messages.ts'
import { connectionFor } from '../../connections/access.ts'
import { readSnapshots } from './snapshot-store.ts'

/** An execution that a session holds, as it is read from the database to be sent to the runner. */
export interface Claimed extends ClaimedIn {
  readonly id: string
  readonly projectId: string
  readonly environmentName: string
  readonly artifactId: string
  readonly versionName: string
  readonly pipelineName: string
  readonly scalarVariables: RunMessage['scalarVariables']
  readonly gridVariables: RunMessage['gridVariables']
  readonly lastReport: number
  /** Whether a session held it before. */
  readonly isRequeued: boolean
  readonly traceContext: string | null
}

/** The part of a run message that comes from the environment. */
export interface ClaimedIn {
  /** The hash of its variables in hexadecimal. */
  readonly snapshot: string
  readonly warehouse: string
  readonly connection: { readonly databases?: unknown; readonly dialectFunctions?: unknown }
  /**
   * What the environment names instead of its `connection`, and what it changes of that; null where nothing
   * is.
   */
  readonly defaultConnections: unknown
  readonly connectionOverrides: unknown
}

/** Executions that a session holds already and its runner never received, as messages to send again. */
export async function readClaimed(
  db: Db,
  sessionId: SessionId,
  executions: readonly string[],
): Promise<RunMessage[]> {
  if (executions.length === 0) return []
  const { rows } = await sql<Claimed>`
    with claimed as (select * from execution where session_id = ${sessionId} and id = any(${executions}::uuid[]))
    ${claimedColumns('claimed')}`.execute(db)
  return runMessages(db, rows)
}

/** Columns of `ClaimedIn`, without the snapshot, of the environment `e` in the project `p`. */
export const environmentColumns = sql`
           p.warehouse, e.connection || jsonb_build_object('databases', coalesce(e.databases, '{}'),
                                                           'dialectFunctions', e.dialect_functions) as connection,
           e.default_connections as "defaultConnections", e.connection_overrides as "connectionOverrides"`

/** The select of `Claimed` rows from a table of the statement that has the columns of `execution`. */
export const claimedColumns = (from: string) => sql`
    select x.id, x.status, x.project_id as "projectId", encode(x.variable_snapshot, 'hex') as snapshot,
           x.environment_name as "environmentName", x.artifact_id as "artifactId", x.version_name as "versionName",
           x.pipeline_name as "pipelineName", x.scalar_variables as "scalarVariables",
           x.grid_variables as "gridVariables", x.last_report as "lastReport",
           x.requeued_at is not null as "isRequeued", x.trace_context as "traceContext", ${environmentColumns}
      from ${sql.table(from)} x
      join project p on p.id = x.project_id join environment e on e.id = x.environment_id
     order by x.id`

/** The `run` message of each execution, with its variables but without its journal: `resume.ts` adds that. */
export async function runMessages(db: Db, rows: readonly Claimed[]): Promise<RunMessage[]> {
  if (rows.length === 0) return []
  // One that was requeued may have a log although nothing was reported.
  const resumed = rows
    .filter(({ lastReport, isRequeued }) => lastReport > 0 || isRequeued)
    .map(({ id }) => id)
  const [variables, logs, connections] = await Promise.all([
    readSnapshots(
      db,
      rows.map(({ snapshot }) => snapshot),
    ),
    resumed.length === 0 ? new Map<string, LogPosition>() : readLogPositions(db, resumed),
    connectionsOf(db, rows),
  ])
  return rows.map((row, i) => ({
    kind: 'run',
    execution: row.id,
    project: row.projectId,
    environment: row.environmentName,
    artifact: row.artifactId,
    versionName: row.versionName,
    pipelineName: row.pipelineName,
    warehouse: row.warehouse,
    connection: connections[i]!,
    projectVariables: variables.get(row.snapshot) ?? [],
    scalarVariables: row.scalarVariables,
    gridVariables: row.gridVariables,
    nextN: row.lastReport + 1,
    nextLogLine: logs.get(row.id)?.nextLogLine ?? 0,
    ...(logs.has(row.id) && { logBytes: logs.get(row.id)!.logBytes }),
    history: [],
    ...(row.traceContext !== null && { traceContext: row.traceContext }),
  }))
}

/**
 * The database of each row's environment: what it names by `defaultConnections`, else its own `connection`.
 */
async function connectionsOf(db: Db, rows: readonly Claimed[]): Promise<object[]> {
  const known = new Map<string, Promise<object>>()
  const connectionOf = (row: Claimed) => {
    if (row.defaultConnections === null) return row.connection
    const { projectId, connection, defaultConnections, connectionOverrides } = row
    const key = JSON.stringify([projectId, connection, defaultConnections, connectionOverrides])
    const found = known.get(key) ?? connectionFor(db, projectId, row)
    known.set(key, found)
    return found
  }
  return Promise.all(rows.map(connectionOf))
}

type LogPosition = Required<Pick<RunMessage, 'nextLogLine' | 'logBytes'>>

async function readLogPositions(db: Db, rootIds: readonly string[]): Promise<Map<string, LogPosition>> {
  const { rows } = await sql<LogPosition & { root: string }>`
    select root_id as root, max(first_line + line_count)::bigint as "nextLogLine",
           sum(octet_length(lines))::bigint as "logBytes" from execution_log
     where root_id = any(${rootIds}::uuid[]) group by root_id`.execute(db)
  return new Map(rows.map(({ root, ...position }) => [root, position]))
}
