import type { IntervalUnit, Recurrence } from './recurrence/model.ts'
import { parseCron } from './recurrence/parse-cron.ts'

/** How long it is kept what became of a due time. */
export const KEEP_TICKS_DAYS = 90

/** The columns of a schedule that say when it is due. */
export interface StoredTiming {
  readonly cronExpression: string | null
  readonly intervalLength: number | null
  readonly intervalUnit: IntervalUnit | null
  readonly timeZone: string
  readonly effectiveFrom: Date
}

/** The recurrence of a stored schedule. Throws when this program cannot read what an earlier one accepted. */
export function recurrenceOf(timing: StoredTiming): Recurrence {
  const { cronExpression, intervalLength, intervalUnit, timeZone, effectiveFrom } = timing
  if (cronExpression === null) {
    return { kind: 'interval', interval: intervalLength!, unit: intervalUnit!, timeZone, effectiveFrom }
  }
  const { cron, violations } = parseCron(cronExpression)
  if (cron === undefined) throw new RangeError(violations.join('; '))
  return { kind: 'cron', cron, timeZone, effectiveFrom }
}

/** A schedule or trigger with what it would run at this moment, and where. */
export interface RunTarget {
  readonly id: string
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  readonly name: string
  readonly pipelineName: string
  readonly pipelineType: string
  /** The one it is bound to; null: the newest. */
  readonly wantedVersion: string | null
  /** Null when nothing is published that it could run. */
  readonly artifactId: string | null
  readonly versionName: string | null
  readonly isDisabled: boolean
  readonly hasPipeline: boolean
  readonly runnerId: string
  readonly runnerExists: boolean
  readonly runnerAllowed: boolean
  readonly allowConcurrent: boolean
  readonly scalarVariables: Readonly<Record<string, string>>
  readonly gridVariables: unknown
}

export interface Target extends RunTarget {
  readonly dueTimeVariable: string | null
}

/** What runs pipelines by itself, as messages call it. */
export type Starter = 'schedule' | 'trigger'

/** An execution of the schedule or trigger that has not ended. */
export interface LiveRun {
  readonly id: string
  readonly status: string
  /** Whether it is of a backfill and has not begun: live work comes before it. */
  readonly yields: boolean
}

/** Why a run cannot start at all, and what to do; undefined when it can. */
export function blockedReason(target: RunTarget, starter: Starter = 'schedule'): string | undefined {
  const { environmentName, wantedVersion, versionName, pipelineName, runnerId } = target
  if (versionName === null) {
    return wantedVersion === null
      ? `Nothing is published in ${environmentName}; publish a version`
      : `${environmentName} has no version ${wantedVersion}; publish it there or change the ${starter}`
  }
  if (target.isDisabled)
    return `The version ${versionName} in ${environmentName} is disabled; enable it or change the ${starter}`
  if (!target.hasPipeline) {
    return (
      `The version ${versionName} in ${environmentName} has no pipeline ${pipelineName}; ` +
      `publish a version that has it or change the ${starter}`
    )
  }
  if (!target.runnerExists) return `The runner ${runnerId} no longer exists; change the ${starter}`
  if (!target.runnerAllowed) {
    return `The runner ${runnerId} is not allowed to serve ${environmentName}; change its allow list or the ${starter}`
  }
  return undefined
}

export const overlapReason = ({ id, status }: LiveRun, starter: Starter = 'schedule'): string =>
  `Execution ${id} of this ${starter} is ${status}, and its executions must not overlap`
