import { BACKFILL_PRIORITY, NO_ARTIFACT, type ScheduledExecution } from '../../executions/service.ts'
import { blockedReason, GRACE_MS, type LiveRun, overlapReason } from '../../schedules/targets/access.ts'
import { chainReason, MAX_CHAIN } from '../rules.ts'
import type { Outcome } from '../schema.ts'
import { pathRoot, valuesFrom } from '../variable-paths.ts'
import type { FiringTarget } from './target-store.ts'

/** Something that happened and is not decided yet. */
export interface PendingFire {
  readonly seq: number
  readonly triggerId: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly depth: number
  readonly missed: boolean
  readonly backfilled: boolean
  readonly occurredAt: Date
  /** Whether the same trigger has a later one that was missed too. */
  readonly hasLaterMissed: boolean
}

/** What becomes of it. `executionId` is of `execution`, which is absent when nothing was started. */
export interface Decided {
  readonly seq: number
  readonly outcome: Outcome
  readonly reason: string | undefined
  readonly execution: ScheduledExecution | undefined
}

export interface Start {
  readonly id: string
  readonly trigger: ScheduledExecution['trigger']
  readonly startedBy: string
  readonly priority: number
  /** A run that blocks this one, when executions must not overlap. */
  readonly live: LiveRun | undefined
  readonly facts: Readonly<Record<string, unknown>>
  /** Variables that are grids and get no rows from `facts`. */
  readonly emptyGrids?: ReadonlySet<string> | undefined
}

/**
 * The execution that something becomes: queued, skipped because of another, or failed before it could begin.
 */
export function executionFor(target: FiringTarget, start: Start): ScheduledExecution {
  const { id, trigger, startedBy, priority, live, facts, emptyGrids } = start
  const violation = blockedReason(target, 'trigger')
  const isBlocked = violation === undefined && live !== undefined && !target.allowConcurrent
  const values = valuesFrom(pathRoot(facts), target.variablePaths, emptyGrids)
  return {
    id,
    triggerId: target.id,
    projectId: target.projectId,
    environmentId: target.environmentId,
    environmentName: target.environmentName,
    artifactId: target.artifactId ?? NO_ARTIFACT,
    versionName: target.versionName ?? target.wantedVersion ?? '',
    pipelineName: target.pipelineName,
    pipelineType: target.pipelineType,
    runnerId: target.runnerId,
    status: violation !== undefined ? 'FAILED' : isBlocked ? 'SKIPPED' : 'QUEUED',
    trigger,
    startedBy,
    message: violation ?? (isBlocked ? overlapReason(live, 'trigger') : undefined),
    priority,
    scalarVariables: { ...target.scalarVariables, ...values.scalarVariables },
    gridVariables: { ...Object(target.gridVariables), ...values.gridVariables },
  }
}

const MISSED = 'No server was running within 30 s, and the trigger '
const outcomes = { QUEUED: 'FIRED', SKIPPED: 'SKIPPED', FAILED: 'FAILED' } as const

/**
 * Why nothing is started for what happened, before its pipeline is looked at; undefined when that decides.
 */
function prevented(
  target: FiringTarget,
  fire: PendingFire,
  now: Date,
): Pick<Decided, 'outcome' | 'reason'> | undefined {
  if (fire.depth > MAX_CHAIN) return { outcome: 'FAILED', reason: chainReason(fire.depth) }
  if (fire.backfilled) return undefined
  if (!target.enabled)
    return { outcome: 'SKIPPED', reason: 'The trigger was disabled before this was decided' }
  const isMissed = fire.missed || now.getTime() - fire.occurredAt.getTime() > GRACE_MS
  if (!isMissed || target.missedRunPolicy === 'RUN_ALL') return undefined
  if (target.missedRunPolicy === 'SKIP')
    return { outcome: 'MISSED', reason: `${MISSED}skips what was missed` }
  return fire.hasLaterMissed
    ? { outcome: 'MISSED', reason: `${MISSED}runs once for all that was missed: for the latest` }
    : undefined
}

/** Whether what happened starts an execution unless another of the trigger is live. */
export const wouldStart = (target: FiringTarget, fire: PendingFire, now: Date): boolean =>
  prevented(target, fire, now) === undefined && blockedReason(target, 'trigger') === undefined

/**
 * Decides about what happened, in its order, and about what a backfill repeats after that. Of a trigger whose
 * executions must not overlap, the first starts one and those after it are skipped, unless they belong to a
 * backfill: those wait.
 */
export function decide(
  fires: readonly PendingFire[],
  targets: ReadonlyMap<string, FiringTarget>,
  running: ReadonlyMap<string, LiveRun>,
  {
    now,
    nextId,
    emptyGrids,
  }: {
    readonly now: Date
    readonly nextId: () => string
    /** By trigger: see `findEmptyGrids`. */
    readonly emptyGrids: ReadonlyMap<string, ReadonlySet<string>>
  },
): Decided[] {
  const live = new Map(running)
  const inTurn = fires.toSorted((a, b) => Number(a.backfilled) - Number(b.backfilled))
  return inTurn.map((fire) => {
    const { seq, facts, backfilled } = fire
    const target = targets.get(fire.triggerId)!
    const nothing = prevented(target, fire, now)
    if (nothing !== undefined) return { seq, ...nothing, execution: undefined }
    const blocking = live.get(target.id)
    if (backfilled && blocking !== undefined && !target.allowConcurrent)
      return { seq, outcome: 'WAITING', reason: undefined, execution: undefined }
    const execution = executionFor(target, {
      id: nextId(),
      trigger: 'TRIGGER',
      startedBy: target.name,
      priority: backfilled ? BACKFILL_PRIORITY : 0,
      live: blocking,
      facts,
      emptyGrids: emptyGrids.get(target.id),
    })
    if (execution.status === 'QUEUED' && blocking === undefined)
      live.set(target.id, { id: execution.id, status: 'QUEUED', yields: backfilled })
    const outcome = outcomes[execution.status]
    return { seq, outcome, reason: execution.message, execution }
  })
}
