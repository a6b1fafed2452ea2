import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { type ExecutionId, newId, type SessionId } from '../../../lib/ids.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'
import { QUEUED_CHANNEL, queuedPayload } from '../queries/find-store.ts'
import type { Trigger } from '../schema.ts'
import { type Claimant, pickedOf } from './claim-store.ts'
import { type Claimed, claimedColumns } from './dispatch-store.ts'
import { snapshotTables } from './snapshot-store.ts'

/** What is published and which runner there is, for one execution to be created. */
export interface StartFacts {
  /** The version asked for, or the newest one; undefined when the environment has none. */
  readonly version:
    | { readonly artifactId: string; readonly name: string; readonly path: string | null }
    | undefined
  /** Undefined when there is no such runner. `allowed` is only asked of a restricted one. */
  readonly runner: { readonly restricted: boolean; readonly allowed: boolean } | undefined
}

/** Reads with one statement what creating an execution in this environment depends on. */
export async function readStartFacts(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  wanted: { versionName: string | undefined; pipelineName: string; runnerId: string },
): Promise<StartFacts> {
  const version = wanted.versionName === undefined ? sql`true` : sql`version_name = ${wanted.versionName}`
  const { rows } = await sql<{
    artifactId: string | null
    versionName: string
    path: string | null
    restricted: boolean | null
    allowed: boolean
  }>`
    select a.id as "artifactId", a.version_name as "versionName",
           (select f.path from artifact_file f
             where f.bundle_id = a.bundle_id and f.pipeline_name = ${wanted.pipelineName}
             order by f.path limit 1) as path,
           r.restricted_access as restricted,
           exists (select from runner_allowed_project p
                    where p.runner_id = r.id and p.project_id = ${grant.projectId}
                      and (p.environment_names = '{}' or ${grant.environmentName} = any(p.environment_names))) as allowed
      from (select) as one
      left join (select * from artifact where environment_id = ${grant.environmentId} and ${version}
                  order by published_at desc, id desc limit 1) a on true
      left join runner r on r.id = ${wanted.runnerId}`.execute(db)
  const { artifactId, versionName, path, restricted, allowed } = rows[0]!
  return {
    version: artifactId === null ? undefined : { artifactId, name: versionName, path },
    runner: restricted === null ? undefined : { restricted, allowed },
  }
}

/** An execution as it goes into the queue. */
export interface QueuedExecution {
  readonly id: ExecutionId
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  readonly artifactId: string
  readonly versionName: string
  readonly pipelineName: string
  readonly pipelineType: 'orchestration' | 'transformation'
  readonly runnerId: string
  readonly trigger: Trigger
  readonly startedBy: string
  readonly tag: string | null
  readonly scalarVariables: Readonly<Record<string, string | number>>
  readonly gridVariables: Readonly<Record<string, readonly (readonly string[])[]>>
}

/** A new execution in the environment that the caller was let into. */
export function queuedExecution(
  grant: EnvironmentGrant<'executions:run'>,
  own: Omit<QueuedExecution, 'id' | 'projectId' | 'environmentId' | 'environmentName' | 'startedBy'> &
    Partial<Pick<QueuedExecution, 'id'>>,
): QueuedExecution {
  const { projectId, environmentId, environmentName } = grant
  return {
    id: newId<ExecutionId>(),
    projectId,
    environmentId,
    environmentName,
    startedBy: grant.caller.name,
    ...own,
  }
}

/** Places of a connected session for executions that are being created. */
export interface Offer {
  readonly claimant: Claimant
  readonly room: number
  /** All sessions of its runner that are connected to this process. */
  readonly here: readonly SessionId[]
  /** Ends the offer: sends what was claimed. */
  settle(claimed: readonly Claimed[]): void
  /** Ends the offer where it is not known whether anything was claimed. */
  fail(): void
}

/** What became of a batch: which are there, and those of them that were claimed as they were created. */
export interface Inserted {
  readonly added: ReadonlySet<string>
  readonly claimed: readonly Claimed[]
}

/**
 * Adds executions of many requests with one statement, and tells every process which runners have work. One is not
 * added when its tag has a live execution in the environment, which the index decides. With an offer of their runner
 * they are claimed at once, as far as there is room (`claim-store.ts` says what else a claim asks for); the others are
 * queued.
 */
export async function insertExecutions(
  db: Db,
  batch: readonly QueuedExecution[],
  offer: Pick<Offer, 'claimant' | 'room' | 'here'> | undefined,
): Promise<Inserted> {
  const handed = offer !== undefined
  const { rows } = await sql<Claimed & { status: 'QUEUED' | 'RUNNING' }>`
    with ${wanted(batch)},
    ${handed ? sql`${pickedOf(offer.claimant, offer.room, offer.here)}, ${snapshotTables},` : sql``}
    added as (
      insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
             pipeline_name, pipeline_type, runner_id, trigger, started_by, tag, scalar_variables, grid_variables,
             status, session_id, started_at, variable_snapshot)
      select x.id, x.id, x.project, x.environment, x."environmentName", x.artifact, x."versionName", x."pipelineName",
             x."pipelineType", x.runner, x.trigger, x."startedBy", x.tag, x.scalars, x.grids,
             ${
               handed
                 ? sql`case when p.id is null then 'QUEUED' else 'RUNNING' end, p.session_id, p.started_at, r.hash`
                 : sql`'QUEUED', null::uuid, null::timestamptz, null::bytea`
             }
        from wanted x
        ${handed ? sql`left join picked p on p.id = x.id left join resolved r on r.environment_id = p.environment_id` : sql``}
      on conflict do nothing
      returning *),
    told as (
      select pg_notify(${QUEUED_CHANNEL}, ${queuedPayload}) from added where status = 'QUEUED' group by runner_id)
    select x.*, (select count(*) from told) as told
      from (${handed ? claimedColumns('added') : sql`select id, status from added`}) x`.execute(db)
  const claimed = rows.filter(({ status }) => status === 'RUNNING')
  return { added: new Set(rows.map(({ id }) => id)), claimed }
}

function wanted(batch: readonly QueuedExecution[]) {
  const columns = columnsOf(batch)
  return sql`
    wanted as (
      select * from unnest(
        ${columns.uuids((x) => x.id)}::uuid[], ${columns.uuids((x) => x.projectId)}::uuid[],
        ${columns.uuids((x) => x.environmentId)}::uuid[], ${columns.texts((x) => x.environmentName)}::text[],
        ${columns.uuids((x) => x.artifactId)}::uuid[], ${columns.texts((x) => x.versionName)}::text[],
        ${columns.texts((x) => x.pipelineName)}::text[], ${columns.texts((x) => x.pipelineType)}::text[],
        ${columns.uuids((x) => x.runnerId)}::uuid[], ${columns.texts((x) => x.trigger)}::text[],
        ${columns.texts((x) => x.startedBy)}::text[], ${columns.texts((x) => x.tag)}::text[],
        ${columns.jsons((x) => x.scalarVariables)}::jsonb[], ${columns.jsons((x) => x.gridVariables)}::jsonb[])
        as x (id, project, environment, "environmentName", artifact, "versionName", "pipelineName", "pipelineType",
              runner, trigger, "startedBy", tag, scalars, grids))`
}
