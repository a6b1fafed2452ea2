import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/database.ts'
import type { EnvironmentId } from '../../lib/ids.ts'
import { badRequest, Problem } from '../../lib/problem.ts'
import { pipelineNameOf, pipelineReference } from '../../pipeline/names.ts'
import { findPublishedPipeline } from '../artifacts/service.ts'
import { checkEnvironmentAccess } from '../environments/access.ts'
import { type Grant, missing } from '../projects/access.ts'
import { checkRunner } from './firing/runner-store.ts'
import { readRecurrence } from './recurrence/read-recurrence.ts'
import type { NewSchedule, Schedule, SchedulePatch } from './schema.ts'

/** Everything that users decide about a schedule, assembled but not checked. */
export interface Draft {
  readonly name: string
  readonly pipelineName: string
  readonly environmentName: string
  readonly versionName: string | undefined
  readonly runnerId: string | undefined
  readonly cronExpression: string | undefined
  readonly intervalExpression: Schedule['intervalExpression'] | undefined
  readonly cronTimezone: string
  readonly effectiveFrom: Date
  readonly scheduleEnabled: boolean
  readonly allowConcurrentExecutions: boolean
  readonly missedRunPolicy: Schedule['missedRunPolicy']
  readonly jitterSeconds: number
  readonly scalarVariables: Schedule['scalarVariables']
  readonly gridVariables: Schedule['gridVariables']
  readonly dueTimeVariable: string | undefined
}

/** What is to run, and where: the part of a draft that schedules and triggers share. */
export type TargetDraft = Pick<Draft, 'pipelineName' | 'environmentName' | 'versionName' | 'runnerId'>

/** What a target was found to be. */
export interface FoundTarget {
  readonly environmentId: EnvironmentId
  readonly pipelineType: string
  /** The version that it would run now; undefined when there is none. */
  readonly artifactId: string | undefined
}

/** A draft whose environment, pipeline, runner and times exist. */
export interface Definition extends Draft, FoundTarget {}

/** Defaults of decisions.md §7: enabled, concurrent executions allowed, effective from creation. */
export function draftOf({ pipeline, schedule }: NewSchedule, now: Date): Draft {
  return {
    name: schedule.name,
    pipelineName: pipelineReference(pipeline.pipelineName),
    environmentName: pipeline.environmentName,
    versionName: pipeline.versionName,
    runnerId: pipeline.agentId,
    cronExpression: schedule.cronExpression,
    intervalExpression: schedule.intervalExpression,
    cronTimezone: schedule.cronTimezone ?? 'UTC',
    effectiveFrom: schedule.effectiveFrom === undefined ? now : new Date(schedule.effectiveFrom),
    scheduleEnabled: schedule.scheduleEnabled ?? true,
    allowConcurrentExecutions: schedule.allowConcurrentExecutions ?? true,
    missedRunPolicy: schedule.missedRunPolicy ?? 'RUN_ONCE',
    jitterSeconds: schedule.jitterSeconds ?? 0,
    scalarVariables: asText(pipeline.scalarVariables),
    gridVariables: pipeline.gridVariables ?? {},
    dueTimeVariable: pipeline.dueTimeVariable,
  }
}

/** A schedule as it would be after a change. A kind of recurrence that is given replaces the other. */
export function patched(schedule: Schedule, runnerId: string | null, patch: SchedulePatch): Draft {
  const { scalarVariables, effectiveFrom, pipelineName } = patch
  return {
    name: patch.name ?? schedule.name,
    pipelineName: pipelineName === undefined ? schedule.pipelineName : pipelineReference(pipelineName),
    environmentName: patch.environmentName ?? schedule.environmentName,
    versionName: kept(patch.versionName, schedule.versionName),
    runnerId: kept(patch.runnerId, runnerId ?? undefined),
    cronExpression: kept(
      patch.cronExpression,
      patch.intervalExpression ? undefined : schedule.cronExpression,
    ),
    intervalExpression: kept(
      patch.intervalExpression,
      patch.cronExpression ? undefined : schedule.intervalExpression,
    ),
    cronTimezone: patch.cronTimezone ?? schedule.cronTimezone,
    effectiveFrom: new Date(effectiveFrom ?? schedule.effectiveFrom),
    scheduleEnabled: patch.scheduleEnabled ?? schedule.scheduleEnabled,
    allowConcurrentExecutions: patch.allowConcurrentExecutions ?? schedule.allowConcurrentExecutions,
    missedRunPolicy: patch.missedRunPolicy ?? schedule.missedRunPolicy,
    jitterSeconds: patch.jitterSeconds ?? schedule.jitterSeconds,
    scalarVariables: scalarVariables === undefined ? schedule.scalarVariables : asText(scalarVariables),
    gridVariables: patch.gridVariables ?? schedule.gridVariables,
    dueTimeVariable: kept(patch.dueTimeVariable, schedule.dueTimeVariable),
  }
}

/**
 * Whether a schedule would be due at other times: many programs send with a change what it leaves as it is.
 */
export const isRetimed = (schedule: Schedule, draft: Draft): boolean =>
  draft.cronExpression !== schedule.cronExpression ||
  draft.cronTimezone !== schedule.cronTimezone ||
  draft.effectiveFrom.getTime() !== Date.parse(schedule.effectiveFrom) ||
  !isDeepStrictEqual(draft.intervalExpression, schedule.intervalExpression)

/** What was given, or what is stored; null takes it away. */
const kept = <T>(given: T | null | undefined, stored: T | undefined): T | undefined =>
  given === undefined ? stored : (given ?? undefined)

/** Values are text in the resource (specification, Schedule); a run reads them as the variable's type. */
const asText = (values: Readonly<Record<string, string | number>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/**
 * Which parts of a draft are checked again. A stored part may have become wrong meanwhile; users can still
 * disable such a schedule.
 */
export interface Recheck {
  readonly timing: boolean
  readonly pipeline: boolean
  readonly runner: boolean
}

/** Where the fields of a request are, for its violations. */
export interface Places {
  readonly timing: string
  readonly pipeline: string
  readonly runner: string
}

/**
 * Checks a draft. Throws `bad-request` with every violation: times that never come, an environment, pipeline
 * or runner that does not exist (decisions.md §7); `forbidden` when the caller may not run in the
 * environment.
 */
export async function define(
  db: Db,
  grant: Grant,
  draft: Draft,
  recheck: Recheck,
  places: Places,
  now: Date,
): Promise<Definition> {
  const violations = recheck.timing ? timingViolations(draft, places.timing, now) : []
  return { ...draft, ...(await findTarget(db, grant, draft, recheck, places, violations)) }
}

/**
 * Finds what a draft runs, and where. Throws as `define` does; with other `violations` always, after checking
 * everything.
 */
export async function findTarget(
  db: Db,
  grant: Grant,
  draft: TargetDraft,
  recheck: Pick<Recheck, 'pipeline' | 'runner'>,
  places: Pick<Places, 'pipeline' | 'runner'>,
  others: readonly string[],
): Promise<FoundTarget> {
  const { environmentName } = draft
  const judged = await checkEnvironmentAccess(db, grant, [environmentName], 'environment:run')
  const environment = judged.get(environmentName)
  if (environment !== undefined && !environment.allowed) {
    throw missing(`environment:run in ${environmentName}`)
  }
  const violations = [...others]
  if (environment === undefined) {
    violations.push(`${places.pipeline}/environmentName: environment ${environmentName} does not exist`)
    throw badRequest([
      ...violations,
      ...(recheck.runner ? await runnerViolations(db, grant, draft, places) : []),
    ])
  }
  const pipeline = await findPipeline(db, environment.facts.id, draft)
  if ('violation' in pipeline && recheck.pipeline) violations.push(`${places.pipeline}/${pipeline.violation}`)
  if (recheck.runner) violations.push(...(await runnerViolations(db, grant, draft, places)))
  if (violations.length > 0) throw badRequest(violations)
  const pipelineType = 'type' in pipeline ? pipeline.type : 'orchestration'
  const artifactId = 'type' in pipeline ? pipeline.artifactId : undefined
  return { environmentId: environment.facts.id, pipelineType, artifactId }
}

function timingViolations(draft: Draft, where: string, now: Date): readonly string[] {
  return readRecurrence(draft, draft.effectiveFrom, where, now).violations
}

type PublishedPlace = Parameters<typeof findPublishedPipeline>[1]

async function findPipeline(
  db: Db,
  environmentId: PublishedPlace,
  { pipelineName, versionName, environmentName }: TargetDraft,
): Promise<{ readonly type: string; readonly artifactId: string } | { readonly violation: string }> {
  const found = await findPublishedPipeline(db, environmentId, versionName, pipelineName)
  if (!('none' in found)) {
    const { path, artifactId } = found
    return { type: pipelineNameOf(path)?.kind ?? 'orchestration', artifactId }
  }
  if (found.none === 'pipeline') {
    return {
      violation: `pipelineName: the version ${found.versionName} in ${environmentName} has no pipeline ${pipelineName}`,
    }
  }
  if (found.none === 'enabled')
    return { violation: `versionName: the version ${versionName} in ${environmentName} is disabled` }
  return versionName === undefined
    ? { violation: `pipelineName: nothing is published in ${environmentName}; publish a version first` }
    : { violation: `versionName: ${environmentName} has no version ${versionName}` }
}

async function runnerViolations(
  db: Db,
  grant: Grant,
  draft: TargetDraft,
  places: Pick<Places, 'runner'>,
): Promise<readonly string[]> {
  const { runnerId, environmentName } = draft
  if (runnerId === undefined) return []
  const judgement = await checkRunner(db, grant, environmentName, runnerId)
  if (judgement === 'allowed') return []
  return judgement === 'unknown'
    ? [`${places.runner}: runner ${runnerId} does not exist`]
    : [`${places.runner}: runner ${runnerId} is not allowed to serve ${environmentName} of this project`]
}

/** For schedules that are to be found, but not by this caller. */
export const unknownSchedule = (id: string) => new Problem('not-found', `Schedule ${id} does not exist`)
