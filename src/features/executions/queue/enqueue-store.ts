import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { isDuplicate } from '../../../db/errors.ts'
import { instant } from '../../../db/instant.ts'
import { type ExecutionId, newId } from '../../../lib/ids.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'
import type { Execution, Trigger } from '../schema.ts'
import { pickedOf } from './claim-store.ts'
import { insertExecution } from './insert-store.ts'
import { notifyQueued } from './notify-store.ts'
import type { Offer } from './offer.ts'
import { type Claimed, type ClaimedIn, environmentColumns } from './run-message-store.ts'
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
 * One execution that was added. What the database may have written differently is read again, unless it is
 * empty.
 */
interface AddedRow {
  readonly id: string
  readonly status: Beginning['status']
  readonly scalarVariables: Claimed['scalarVariables'] | null
  readonly gridVariables: Claimed['gridVariables'] | null
  /** In the first row only. */
  readonly common: InCommon | null
}

/** What is the same for all that one statement adds, or for those of one environment. */
interface InCommon {
  readonly at: string
  /** By id: the environments in which executions were claimed. */
  readonly environments: Readonly<Record<string, ClaimedIn>> | null
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
  const statement = (rows: 'new' | 'known') => sql<AddedRow>`
    with ${wantedOf(batch)},
    ${offer === undefined ? sql`` : sql`${pickedOf(offer.claimant, offer.slots, offer.here)}, ${snapshotTables},`}
    added as (
      ${insertion(offer !== undefined)}
      ${rows === 'new' ? sql`` : sql`on conflict do nothing`}
      returning id, status, runner_id, scalar_variables, grid_variables),
    notified as (${notifyQueued('added', origin)})
    select x.id, x.status, nullif(x.scalar_variables, '{}') as "scalarVariables",
           nullif(x.grid_variables, '{}') as "gridVariables",
           case when row_number() over (order by x.id) = 1 then jsonb_build_object(
             'at', ${instant('now()')}, 'notified', (select count(*) from notified),
             'environments', ${offer === undefined ? sql`null` : claimedEnvironments}) end as common
      from added x order by x.id`
  // Hardly anything is there already, and `on conflict` looks for each first.
  const { rows } = await statement(batch.every(({ tag }) => tag === null) ? 'new' : 'known')
    .execute(db)
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error
      return statement('known').execute(db)
    })
  const common = rows[0]?.common
  if (!common) return { added: new Map(), claimed: [] }
  const wanted = new Map<string, QueuedExecution>(batch.map((one) => [one.id, one]))
  return {
    added: new Map(rows.map(({ id, status }) => [id, beginningOf(status, common.at)])),
    claimed: rows
      .filter(({ status }) => status === 'RUNNING')
      .map((row) => claimedOf(row, wanted.get(row.id)!, common)),
  }
}

/** Once for each environment: for each execution it would take as long as to insert that. */
const claimedEnvironments = sql`(
               select jsonb_object_agg(r.environment_id, (select to_jsonb(c) from (
                        select encode(r.hash, 'hex') as snapshot, ${environmentColumns}) c))
                 from resolved r join environment e on e.id = r.environment_id join project p on p.id = e.project_id)`

const beginningOf = (status: Beginning['status'], at: string): Beginning => ({
  status,
  queuedAt: at,
  startedAt: status === 'RUNNING' ? at : null,
})

function claimedOf(row: AddedRow, wanted: QueuedExecution, { environments }: InCommon): Claimed {
  const { id, projectId, environmentId, environmentName, artifactId, versionName, pipelineName } = wanted
  return {
    id,
    projectId,
    environmentName,
    artifactId,
    versionName,
    pipelineName,
    scalarVariables: row.scalarVariables ?? {},
    gridVariables: row.gridVariables ?? {},
    lastReport: 0,
    isRequeued: false,
    traceContext: wanted.traceContext ?? null,
    ...environments![environmentId]!,
  }
}

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
