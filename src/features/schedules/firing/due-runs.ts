import { newId } from '../../../lib/ids.ts'
import { NO_ARTIFACT, type ScheduledExecution } from '../../executions/service.ts'
import { blockedReason, type LiveRun, overlapReason, type Target } from '../rules.ts'

export interface Start {
  readonly id: string
  readonly trigger: ScheduledExecution['trigger']
  readonly startedBy: string
  readonly priority: number
  readonly dueAt: Date
  /** A run that blocks this one, when executions must not overlap. */
  readonly live: LiveRun | undefined
}

/**
 * The execution that a due time becomes: queued, skipped because of another, or failed before it could begin.
 */
export function executionFor(target: Target, { id, trigger, startedBy, priority, dueAt, live }: Start) {
  const violation = blockedReason(target)
  const blocked = violation === undefined && live !== undefined && !target.allowConcurrent
  const execution: ScheduledExecution = {
    id,
    scheduleId: target.id,
    projectId: target.projectId,
    environmentId: target.environmentId,
    environmentName: target.environmentName,
    artifactId: target.artifactId ?? NO_ARTIFACT,
    versionName: target.versionName ?? target.wantedVersion ?? '',
    pipelineName: target.pipelineName,
    pipelineType: target.pipelineType,
    runnerId: target.runnerId,
    status: violation !== undefined ? 'FAILED' : blocked ? 'SKIPPED' : 'QUEUED',
    trigger,
    startedBy,
    message: violation ?? (blocked ? overlapReason(live) : undefined),
    priority,
    scalarVariables:
      target.dueTimeVariable === null
        ? target.scalarVariables
        : { ...target.scalarVariables, [target.dueTimeVariable]: dueAt.toISOString() },
    gridVariables: target.gridVariables,
  }
  return execution
}

const outcomes = { QUEUED: 'FIRED', SKIPPED: 'SKIPPED', FAILED: 'FAILED' } as const

/** What the history says of a due time that became this execution. */
export const outcomeOf = ({ status }: ScheduledExecution) => outcomes[status]

/**
 * Ids that grow from call to call: executions that are queued together begin in the order of their due times.
 */
export function idsInOrder(): () => string {
  const began = Date.now()
  let count = 0
  return () => newId(began + Math.floor(count / 4096), count++ % 4096)
}
