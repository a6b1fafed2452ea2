import { inWords } from '../durations.ts'
import type { IncidentFacts } from '../messages/message.ts'
import type { Condition } from './rules.ts'

/** A schedule with what became of its last due time. */
export interface WatchedSchedule {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly projectName: string
  readonly environmentName: string
  readonly pipelineName: string
  readonly now: Date
  /** A due time that no server has looked at yet, when it lies in the past. */
  readonly overdueSince: Date | null
  /**
   * When its next due time was planned: after its last was decided, it was enabled, or somebody changed it.
   */
  readonly plannedAt: Date
  /** Of its runs that wait in the queue the oldest. */
  readonly waiting: Waiting | null
  /** Its last due time that was not skipped because of another run. */
  readonly last: DueTime | null
}

export interface Waiting {
  readonly executionId: string
  readonly queuedAt: Date
  /** Until when its runner is paused, or was last. */
  readonly pausedUntil: Date | null
}

export interface DueTime {
  readonly outcome: 'FIRED' | 'FAILED' | 'MISSED'
  readonly runAt: Date
  readonly decidedAt: Date
  /** Due times just before it that were left out. */
  readonly missedCount: number
  readonly executionId: string | null
  readonly startedAt: Date | null
  readonly pausedUntil: Date | null
}

const USUAL_LATENESS_SECONDS = 600

/** What is worth reporting about a schedule: that it is late, that it missed a run, or nothing. */
export function conditionsOf(schedule: WatchedSchedule): Condition[] {
  const late = [overdue(schedule), waits(schedule), beganLate(schedule)].filter((one) => one !== undefined)
  const [worst] = late.toSorted((a, b) => b.seconds - a.seconds)
  const missed = missedRun(schedule)
  return [
    ...(worst === undefined ? [] : [condition('SCHEDULE_LATE', schedule, worst, USUAL_LATENESS_SECONDS)]),
    ...(missed === undefined ? [] : [condition('SCHEDULE_MISSED', schedule, missed, 0)]),
  ]
}

interface Finding {
  readonly seconds: number
  readonly detail: string
  readonly executionId?: string | null
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1_000
const later = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a)

function overdue({ overdueSince, now }: WatchedSchedule): Finding | undefined {
  if (overdueSince === null) return undefined
  const seconds = secondsBetween(overdueSince, now)
  const due = overdueSince.toISOString()
  return { seconds, detail: `It was due at ${due}, and no server has started it for ${inWords(seconds)}.` }
}

/** While its runner is paused a run waits as it should, and for as long after. */
function waits({ waiting, last, now }: WatchedSchedule): Finding | undefined {
  if (waiting === null) return undefined
  const { executionId, queuedAt, pausedUntil } = waiting
  if (pausedUntil !== null && pausedUntil > now) return undefined
  const dueAt = last?.executionId === executionId ? last.runAt : queuedAt
  const seconds = secondsBetween(later(dueAt, pausedUntil), now)
  const since = `It was due at ${dueAt.toISOString()} and is still waiting in the queue`
  return { seconds, executionId, detail: `${since}, ${inWords(seconds)} late.` }
}

function beganLate(schedule: WatchedSchedule): Finding | undefined {
  const last = lastOf(schedule)
  if (last === undefined || last.startedAt === null) return undefined
  const { runAt, startedAt, pausedUntil, executionId } = last
  const pauseEnded = pausedUntil !== null && pausedUntil <= startedAt ? pausedUntil : null
  const seconds = secondsBetween(later(runAt, pauseEnded), startedAt)
  const detail = `It was due at ${runAt.toISOString()} and started ${inWords(seconds)} late.`
  return { seconds, detail, executionId }
}

/** With RUN_ONCE and RUN_ALL a missed due time has a run, which is late. With SKIP it never has one. */
function missedRun(schedule: WatchedSchedule): Finding | undefined {
  const last = lastOf(schedule)
  if (last?.outcome !== 'MISSED') return undefined
  const { runAt, missedCount } = last
  const others = missedCount === 0 ? '' : ` ${missedCount} due times before it were missed too.`
  const detail =
    `It was due at ${runAt.toISOString()}, when no server was running, and skips missed runs.${others} ` +
    'A backfill can run it.'
  return { seconds: secondsBetween(runAt, schedule.now), detail }
}

/** What was before somebody enabled or changed the schedule is settled. */
const lastOf = ({ last, plannedAt }: WatchedSchedule): DueTime | undefined =>
  last !== null && last.decidedAt >= plannedAt ? last : undefined

function condition(
  event: 'SCHEDULE_LATE' | 'SCHEDULE_MISSED',
  schedule: WatchedSchedule,
  { seconds, detail, executionId }: Finding,
  usualSeconds: number,
): Condition {
  const { id, name, projectId, projectName, environmentName, pipelineName } = schedule
  const facts: IncidentFacts = {
    projectId,
    projectName,
    environmentName,
    pipelineName,
    scheduleId: id,
    scheduleName: name,
    ...(executionId != null && { executionId }),
  }
  return {
    event,
    subject: id,
    places: [{ projectId, environmentName }],
    pipelineName,
    tag: null,
    lastsSeconds: seconds,
    usualSeconds,
    facts,
    detail,
  }
}
