import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import {
  RECORDING_LOCK,
  saveAssets,
  saveUses,
  saveWrites,
} from '../../src/features/lineage/recording/report-store.ts'
import type { ChangedTrigger, TriggerFire } from '../../src/features/triggers/schema.ts'
import { assetIdOf } from '../../src/lib/datasets.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestApi } from './api.ts'
import { aProject, publish } from './factories.ts'
import { orchestration, start } from './pipelines.ts'

/** A project whose environment has these pipelines published, and a runner that never connects. */
export async function aPlaceWith(api: TestApi, names: readonly string[]) {
  const { projectId, agentId } = await aProject(api)
  const pipeline = orchestration({ Start: start() })
  await publish(api, projectId, Object.fromEntries(names.map((name) => [`${name}.orch.yaml`, pipeline])))
  const artifact = await api.db
    .selectFrom('artifact')
    .select(['id', 'environment_id'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { projectId, agentId, environmentId: artifact.environment_id, artifactId: artifact.id }
}

export type TriggerPlace = Awaited<ReturnType<typeof aPlaceWith>>

/** Makes a trigger; of Q after P unless `own` says otherwise. */
export async function aTrigger(api: TestApi, projectId: string, own: object = {}): Promise<ChangedTrigger> {
  const body = {
    name: `T ${newId().slice(-6)}`,
    pipelineName: 'Q',
    environmentName: 'Development',
    condition: { type: 'PIPELINE_END', pipelineName: 'P' },
    ...own,
  }
  const made = await api.call<ChangedTrigger>('POST', `/v1/projects/${projectId}/triggers`, { body })
  if (made.status !== 201) throw new Error(`No trigger: ${JSON.stringify(made.body)}`)
  return made.body
}

/** Ends executions as a runner's reports do; answers their ids. */
export async function endedRuns(
  db: Db,
  place: TriggerPlace,
  pipelineName: string,
  statuses: readonly ('SUCCESS' | 'FAILED' | 'CANCELLED')[],
): Promise<string[]> {
  const now = Date.now()
  const ids = statuses.map((_, i) => newId(now, i))
  for (const [i, status] of statuses.entries()) {
    await sql`
      insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
             pipeline_name, pipeline_type, runner_id, status, trigger, started_by, session_id, started_at)
      values (${ids[i]}, ${ids[i]}, ${place.projectId}, ${place.environmentId}, 'Development', ${place.artifactId}, 'v',
             ${pipelineName}, 'orchestration', ${place.agentId}, 'RUNNING', 'API', 'test', ${newId()}, now())`.execute(
      db,
    )
    await sql`update execution set status = ${status}, finished_at = clock_timestamp() where id = ${ids[i]}`.execute(
      db,
    )
  }
  return ids
}

/** The executions of a trigger, the oldest first. */
export const runsOf = (db: Db, triggerId: string) =>
  db.selectFrom('execution').selectAll().where('trigger_id', '=', triggerId).orderBy('id').execute()

/** The history of a trigger as the API shows it. */
export async function historyOf(api: TestApi, projectId: string, triggerId: string): Promise<TriggerFire[]> {
  const path = `/v1/projects/${projectId}/triggers/${triggerId}/history?size=100`
  return (await api.call<{ results: TriggerFire[] }>('GET', path)).body.results
}

/** What became of the last things that happened, the latest first. */
export async function outcomesOf(api: TestApi, projectId: string, triggerId: string): Promise<string[]> {
  return (await historyOf(api, projectId, triggerId)).map(({ outcome }) => outcome)
}

export interface NamedAsset {
  readonly assetId: string
  readonly namespace: string
  readonly name: string
}

/** Assets that nobody else has. */
export const assetsOf = (count: number): NamedAsset[] =>
  Array.from({ length: count }, () => {
    const named = { namespace: 'postgres://db:5432', name: `dwh.public.t_${newId()}` }
    return { assetId: assetIdOf(named), ...named }
  })

/**
 * Records that a step wrote an asset, as the recording of lineage does; answers the execution, a new one of P
 * by default.
 */
export async function written(
  db: Db,
  place: TriggerPlace,
  asset: NamedAsset,
  own: { readonly executionId?: string; readonly at?: Date; readonly rowCount?: number } = {},
): Promise<string> {
  const [executionId] = own.executionId ? [own.executionId] : await endedRuns(db, place, 'P', ['SUCCESS'])
  const { projectId, environmentId } = place
  const at = own.at ?? new Date()
  await db.transaction().execute(async (tx) => {
    // One server at a time records: writes become visible in the order of their numbers.
    await sql`select pg_advisory_xact_lock(${RECORDING_LOCK})`.execute(tx)
    await saveAssets(tx, [{ ...asset, id: asset.assetId, kind: 'TABLE', columns: undefined }], 'replace')
    await saveUses(tx, [{ assetId: asset.assetId, projectId, environmentId, mode: 'WRITE', at }])
    await saveWrites(tx, [
      {
        assetId: asset.assetId,
        projectId,
        environmentId,
        environmentName: 'Development',
        executionId: executionId!,
        rootExecutionId: executionId!,
        stepSeq: 0,
        pipelineName: 'P',
        componentName: 'Load',
        rowCount: own.rowCount,
        writtenAt: at,
        committedAt: at,
      },
    ])
  })
  return executionId!
}
