import type { Db } from '../../db/database.ts'
import { badRequest } from '../../lib/problem.ts'
import { pipelineReference } from '../../pipeline/names.ts'
import { findPublishedPipeline } from '../artifacts/service.ts'
import { enterEnvironment } from '../environments/access.ts'
import type { Grant } from '../projects/access.ts'
import { type FoundTarget, findTarget, type Recheck } from '../schedules/targets/access.ts'
import { findAssets } from './assets/finding.ts'
import type { FindConnection } from './polls/looking.ts'
import { completed, conditionFaults, pathFaults, providersOfFiles } from './rules.ts'
import type { DataTrigger, NewTrigger, TriggerCondition, TriggerPatch } from './schema.ts'

/** Everything that users decide about a trigger, assembled but not checked. */
export interface Draft {
  readonly name: string
  readonly pipelineName: string
  readonly environmentName: string
  readonly versionName: string | undefined
  readonly runnerId: string | undefined
  readonly condition: TriggerCondition
  readonly enabled: boolean
  readonly allowConcurrentExecutions: boolean
  readonly missedRunPolicy: DataTrigger['missedRunPolicy']
  readonly scalarVariables: DataTrigger['scalarVariables']
  readonly gridVariables: DataTrigger['gridVariables']
  readonly variablePaths: DataTrigger['variablePaths']
}

/** The pipeline whose end a trigger waits for. */
export interface Source {
  readonly environmentId: string
  readonly pipelineName: string
}

/** A draft whose environment, pipeline and runner exist, and whose condition the caller may watch. */
export interface Definition extends Draft, FoundTarget {
  /** Of PIPELINE_END, unless it is gone. */
  readonly source: Source | undefined
}

/** Enabled, concurrent executions allowed, and nothing missed unless the request says otherwise. */
export const draftOf = (wanted: NewTrigger): Draft => ({
  name: wanted.name,
  pipelineName: pipelineReference(wanted.pipelineName),
  environmentName: wanted.environmentName,
  versionName: wanted.versionName,
  runnerId: wanted.runnerId,
  condition: wanted.condition,
  enabled: wanted.enabled ?? true,
  allowConcurrentExecutions: wanted.allowConcurrentExecutions ?? true,
  missedRunPolicy: wanted.missedRunPolicy ?? 'RUN_ALL',
  scalarVariables: asText(wanted.scalarVariables),
  gridVariables: wanted.gridVariables ?? {},
  variablePaths: wanted.variablePaths ?? {},
})

/** A trigger as it would be after a change. */
export const patched = (trigger: DataTrigger, runnerId: string | null, patch: TriggerPatch): Draft => ({
  name: patch.name ?? trigger.name,
  pipelineName:
    patch.pipelineName === undefined ? trigger.pipelineName : pipelineReference(patch.pipelineName),
  environmentName: patch.environmentName ?? trigger.environmentName,
  versionName: kept(patch.versionName, trigger.versionName),
  runnerId: kept(patch.runnerId, runnerId ?? undefined),
  condition: patch.condition ?? trigger.condition,
  enabled: patch.enabled ?? trigger.enabled,
  allowConcurrentExecutions: patch.allowConcurrentExecutions ?? trigger.allowConcurrentExecutions,
  missedRunPolicy: patch.missedRunPolicy ?? trigger.missedRunPolicy,
  scalarVariables:
    patch.scalarVariables === undefined ? trigger.scalarVariables : asText(patch.scalarVariables),
  gridVariables: patch.gridVariables ?? trigger.gridVariables,
  variablePaths: patch.variablePaths ?? trigger.variablePaths,
})

/** What was given, or what is stored; null takes it away. */
const kept = <T>(given: T | null | undefined, stored: T | undefined): T | undefined =>
  given === undefined ? stored : (given ?? undefined)

const asText = (values: Readonly<Record<string, string | number>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/**
 * Which parts of a draft are checked again: a stored part may have become wrong, and such a trigger can be
 * disabled.
 */
export interface TriggerRecheck extends Pick<Recheck, 'pipeline' | 'runner'> {
  readonly condition: boolean
  readonly variablePaths: boolean
}

const places = { pipeline: 'body', runner: 'body/runnerId' }

/**
 * Checks a draft. Throws `bad-request` with every violation, `forbidden` when the caller may not run in the
 * environment, and `not-found` for a pipeline to wait for that the caller may not see. `stored` is what a
 * condition that is not checked again waits for.
 */
export async function define(
  db: Db,
  grant: Grant,
  draft: Draft,
  recheck: TriggerRecheck,
  findConnection: FindConnection,
  stored?: Source,
): Promise<Definition> {
  const condition = completed(draft.condition)
  const found: FoundSource = recheck.condition
    ? await findAwaited(db, grant, draft, condition)
    : { faults: [], ...(stored !== undefined && { source: stored }) }
  const paths = recheck.variablePaths ? pathFaults(draft.variablePaths, 'body/variablePaths') : []
  const target = await findTarget(db, grant, draft, recheck, places, [...found.faults, ...paths])
  if (recheck.condition) refuseFaults(await connectionFaults(grant, target, condition, findConnection))
  return { ...draft, ...target, condition: { ...condition, ...found.named }, source: found.source }
}

/** What a condition waits for, where the caller sees it. */
async function findAwaited(
  db: Db,
  grant: Grant,
  draft: Draft,
  condition: TriggerCondition,
): Promise<FoundSource> {
  const faults = conditionFaults(condition, 'body/condition')
  if (faults.length > 0) return { faults }
  const found = await findSource(db, grant, draft, condition)
  const awaited = await findAssets(db, grant.caller, condition)
  return {
    ...found,
    named: { ...found.named, ...awaited.named },
    faults: [...found.faults, ...awaited.faults],
  }
}

/** What is wrong with the connection by which a condition reaches files. */
export async function connectionFaults(
  { projectId }: Grant,
  { environmentId }: { readonly environmentId: string },
  { type, connection, folder = '' }: TriggerCondition,
  findConnection: FindConnection,
): Promise<string[]> {
  if (type !== 'FILE') return []
  const where = 'body/condition'
  if (connection === undefined)
    return folder.includes('://') && !folder.startsWith('file://')
      ? [`${where}/connection is required: an object store is reached through a connection of the project`]
      : []
  const found = await findConnection({ projectId, environmentId }, connection)
  if (found === undefined) return [`${where}/connection: the project has no connection named ${connection}`]
  return providersOfFiles.includes(found.authProvider)
    ? []
    : [
        `${where}/connection: ${connection} is of type ${found.authProvider}; files need one of type ${providersOfFiles.join(', ')}`,
      ]
}

interface FoundSource {
  readonly faults: readonly string[]
  readonly source?: Source
  /** The condition's members as they are kept. */
  readonly named?: Partial<TriggerCondition>
}

/** The pipeline that a condition waits for, in a project and an environment that the caller may see. */
export async function findSource(
  db: Db,
  grant: Grant,
  { environmentName: own }: Pick<Draft, 'environmentName'>,
  condition: TriggerCondition,
): Promise<FoundSource> {
  if (condition.type !== 'PIPELINE_END') return { faults: [] }
  const { projectId = grant.projectId, environmentName = own } = condition
  const pipelineName = pipelineReference(condition.pipelineName ?? '')
  const purpose = { project: 'executions:read', environment: 'environment:read' } as const
  const { environmentId } = await enterEnvironment(db, grant.caller, projectId, environmentName, purpose)
  const found = await findPublishedPipeline(db, environmentId, undefined, pipelineName)
  return {
    source: { environmentId, pipelineName },
    named: { projectId, environmentName, pipelineName },
    faults:
      'none' in found
        ? [`body/condition/pipelineName: no pipeline ${pipelineName} is published in ${environmentName}`]
        : [],
  }
}

/** Throws `bad-request` with faults of a condition that is only looked at. */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw badRequest(faults)
}
