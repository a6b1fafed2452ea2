import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import { type ExecutionId, newId } from '../../../lib/ids.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'
import type { Execution, Trigger } from '../schema.ts'
import { pickedOf } from './claim-store.ts'
import { insertExecution } from './insert-store.ts'
import { notifyQueued } from './notify-store.ts'
import type { Offer } from './offer.ts'
import { type Claimed, claimedColumns } from './run-message-store.ts'
import { snapshotTables } from './snapshot-store.ts'

/** A new execution, before it is known whether it is claimed at once or waits. */
export interface QueuedExecution {
  readonly id: ExecutionId
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  /** Of a version, or of `unpublished`. */
  readonly artifactId: string
  readonly versionName: string
  /** What runs instead of a version; undefined for one. */
  readonly unpublished?: UnpublishedFacts | undefined
  readonly pipelineName: string
  readonly pipelineType: 'orchestration' | 'transformation'
  readonly runnerId: string
  readonly trigger: Trigger
  readonly startedBy: string
  readonly tag: string | null
  readonly scalarVariables: Readonly<Record<string, string | number>>
  readonly gridVariables: Readonly<Record<string, readonly (readonly string[])[]>>
  /** The trace of the request that starts it (`traceContextOf`); undefined when it is in none. */
  readonly traceContext?: string | undefined
}

/** What an execution says of its unpublished source. */
export type UnpublishedFacts = Pick<
  Execution,
  'ref' | 'draft' | 'commitHash' | 'fromComponentName' | 'onlyComponentName'
>

/** A new execution in the environment that the grant is for. */
export function queuedExecution(
  grant: EnvironmentGrant<'executions:run'>,
  own: Omit<QueuedExecution, 'id' | 'projectId' | 'environmentId' | 'environmentName' | 'startedBy'>,
  id = newId<ExecutionId>(),
): QueuedExecution {
  const { projectId, environmentId, environmentName } = grant
  return {
    id,
    projectId,
    environmentId,
    environmentName,
    startedBy: grant.caller.name,
    ...own,
  }
}

/** What only the insert of an execution decides. */
export interface Beginning {
  readonly status: 'QUEUED' | 'RUNNING'
  readonly queuedAt: string
  readonly startedAt: string | null
}

/** What became of a batch: what was added, by id, and those of them that were claimed at once. */
export interface Inserted {
  readonly added: ReadonlyMap<string, Beginning>
  readonly claimed: readonly Claimed[]
}

/**
 * Adds executions of many requests with one statement, and tells every process which runners have new work.
 * An execution is not added when another one with its tag is live in the environment: the unique index
 * decides that race. With an offer of their runner, as many as there are slots for are claimed in the same
 * statement (`pickedOf` says what else that asks for); the others are queued.
 */
export async function insertExecutions(
  db: Db,
  batch: readonly QueuedExecution[],
  offer: Pick<Offer, 'claimant' | 'slots' | 'here'> | undefined,
  origin: string,
): Promise<Inserted> {
  const { rows } = await sql<Claimed & Beginning>`
    with ${wantedOf(batch)},
    ${offer === undefined ? sql`` : sql`${pickedOf(offer.claimant, offer.slots, offer.here)}, ${snapshotTables},`}
    added as (
      ${insertion(offer !== undefined)}
      on conflict do nothing
      returning *),
    notified as (${notifyQueued('added', origin)})
    select x.*, (select count(*) from notified) as notified
      from (${
        offer === undefined
          ? sql`select x.id, x.status ${beginning} from added x`
          : claimedColumns('added', beginning)
      }) x`.execute(db)
  const claimed = rows.filter(({ status }) => status === 'RUNNING')
  return { added: new Map(rows.map((row) => [row.id, row])), claimed }
}

const beginning = sql`, ${instant('x.queued_at')} as "queuedAt", ${instant('x.started_at')} as "startedAt"`

/** Inserts all of `wanted`: those of `picked` begin as RUNNING, the others wait. */
function insertion(isOffered: boolean): RawBuilder<unknown> {
  const row = {
    id: sql`x.id`,
    root_id: sql`x.id`,
    project_id: sql`x.project`,
    environment_id: sql`x.environment`,
    environment_name: sql`x."environmentName"`,
    artifact_id: sql`x.artifact`,
    source_id: sql`x.source`,
    version_name: sql`x."versionName"`,
    pipeline_name: sql`x."pipelineName"`,
    pipeline_type: sql`x."pipelineType"`,
    runner_id: sql`x.runner`,
    trigger: sql`x.trigger`,
    started_by: sql`x."startedBy"`,
    tag: sql`x.tag`,
    scalar_variables: sql`x.scalars`,
    grid_variables: sql`x.grids`,
    trace_context: sql`x.trace`,
    status: sql`'QUEUED'`,
  }
  if (!isOffered) return insertExecution(row, sql`from wanted x`)
  const claimed = {
    status: sql`case when p.id is null then 'QUEUED' else 'RUNNING' end`,
    session_id: sql`p.session_id`,
    started_at: sql`p.started_at`,
    variable_snapshot: sql`r.hash`,
  }
  const from = sql`
        from wanted x
        left join picked p on p.id = x.id left join resolved r on r.environment_id = p.environment_id`
  return insertExecution({ ...row, ...claimed }, from)
}

/** The batch as the table `wanted` of a statement. */
function wantedOf(batch: readonly QueuedExecution[]) {
  const columns = columnsOf(batch)
  return sql`
    wanted as (
      select * from unnest(
        ${columns.uuids((x) => x.id)}::uuid[], ${columns.uuids((x) => x.projectId)}::uuid[],
        ${columns.uuids((x) => x.environmentId)}::uuid[], ${columns.texts((x) => x.environmentName)}::text[],
        ${columns.uuids((x) => x.artifactId)}::uuid[],
        ${columns.uuids((x) => (x.unpublished === undefined ? null : x.artifactId))}::uuid[],
        ${columns.texts((x) => x.versionName)}::text[],
        ${columns.texts((x) => x.pipelineName)}::text[], ${columns.texts((x) => x.pipelineType)}::text[],
        ${columns.uuids((x) => x.runnerId)}::uuid[], ${columns.texts((x) => x.trigger)}::text[],
        ${columns.texts((x) => x.startedBy)}::text[], ${columns.texts((x) => x.tag)}::text[],
        ${columns.jsons((x) => x.scalarVariables)}::jsonb[], ${columns.jsons((x) => x.gridVariables)}::jsonb[],
        ${columns.texts((x) => x.traceContext ?? null)}::text[])
        as x (id, project, environment, "environmentName", artifact, source, "versionName", "pipelineName", "pipelineType",
              runner, trigger, "startedBy", tag, scalars, grids, trace))`
}
