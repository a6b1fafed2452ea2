import type { Db } from '../../../db/database.ts'
import { inLanes } from '../../../lib/in-lanes.ts'
import type { Log } from '../../../lib/log.ts'
import type { Progressed } from '../../../lib/service.ts'
import { insertScheduledExecutions, type ScheduledExecution } from '../../executions/service.ts'
import { type LiveRun, recurrenceOf } from '../rules.ts'
import { executionFor, idsInOrder, outcomeOf } from './due-runs.ts'
import {
  type DueSchedule,
  insertTicks,
  listDueBatches,
  lockDueSchedules,
  moveSchedules,
  moveTo,
  type NewTick,
  OVER,
  untilNextRun,
} from './firing-store.ts'
import type { Lateness } from './lateness.ts'
import { type Decision, jitterOf, planRuns } from './missed-runs.ts'
import { readBlocking } from './yielding-store.ts'

export interface FiringOptions {
  readonly db: Db
  readonly log: Log
  readonly lateness: Lateness
  /** For tests that move the clock; production goes by the database's, the same for every server. */
  readonly clock?: { now(): Date }
}

const BATCH_SIZE = 1_000
/** Listed at once. */
const MAX_BATCHES = 10
/**
 * Concurrent batches: this process prepares one in half the time that the database takes to write it. More of
 * them fill its memory.
 */
const LANES = 3
/** After this time schedules that another server held are looked at again: it may have died. */
const BUSY_MS = 50

/**
 * The passes that make due times into executions (decisions.md §7). Any number of servers run them at once:
 * each takes other schedules, and what a due time becomes, its execution and the next time are written in one
 * transaction.
 */
export function createFiring({ db, log, lateness, clock }: FiringOptions) {
  /**
   * One pass: fires everything that is due. Answers in how many milliseconds the next schedule is due;
   * undefined when none is.
   */
  async function fireDue(progressed?: Progressed): Promise<number | undefined> {
    for (;;) {
      const wait = await untilNextRun(db, clock?.now())
      if (wait === undefined || wait > 0) return wait
      if ((await fireMany(progressed)) === 0) return BUSY_MS // another server is working on them
    }
  }

  /**
   * Fires what is due now, in several lanes. Returns, or throws the first error, when no batch is in flight.
   */
  async function fireMany(progressed?: Progressed): Promise<number> {
    let taken = 0
    await inLanes(await listDueBatches(db, BATCH_SIZE, MAX_BATCHES, clock?.now()), LANES, async (batch) => {
      const fired = await fireSome(batch)
      taken += fired // in a step of its own: `+=` reads before it waits, and lanes would lose what others add
      progressed?.()
    })
    return taken
  }

  async function fireSome(batch: string): Promise<number> {
    const began = performance.now()
    const { taken, lateMs } = await db.transaction().execute((tx) => fireBatch(tx, batch))
    const took = performance.now() - began
    for (const ms of lateMs) lateness.observe(ms + took)
    return taken
  }

  async function fireBatch(tx: Db, batch: string): Promise<{ taken: number; lateMs: readonly number[] }> {
    const due = await lockDueSchedules(tx, batch, clock?.now())
    const [first] = due
    if (first === undefined) return { taken: 0, lateMs: [] }
    const exclusive = due.filter(({ allowConcurrent }) => !allowConcurrent)
    const nextId = idsInOrder()
    const live = await readBlocking(tx, exclusive, (schedule) =>
      workFor(schedule, undefined, nextId).executions.some(({ status }) => status === 'QUEUED'),
    )
    const work = due.map((schedule) => workFor(schedule, live.get(schedule.id), nextId))
    const isDecided = await insertTicks(
      tx,
      work.flatMap(({ ticks }) => ticks),
    )
    const executions = work.flatMap(({ ticks, executions }) =>
      executions.filter(({ id }) => isDecided(ticks.find((tick) => tick.executionId === id)!)),
    )
    await insertScheduledExecutions(tx, executions)
    const queued = new Set(executions.filter(({ status }) => status === 'QUEUED').map(({ id }) => id))
    const moves = work.map(({ move, ticks }) => ({
      ...move,
      ran: ticks.some(({ executionId }) => executionId !== undefined && queued.has(executionId)),
    }))
    await moveSchedules(tx, moves, first.now)
    const fired = work
      .flatMap(({ ticks }) => ticks)
      .filter(({ executionId }) => queued.has(executionId ?? ''))
    return {
      taken: due.length,
      lateMs: fired.map(({ runAt, decidedAt }) => decidedAt.getTime() - runAt.getTime()),
    }
  }

  /**
   * What one due schedule owes. One that cannot be evaluated is disabled, so that it never stops the others.
   */
  function workFor(schedule: DueSchedule, live: LiveRun | undefined, nextId: () => string) {
    try {
      return planned(schedule, live, nextId)
    } catch (error) {
      log.error(
        { err: error, schedule: schedule.id },
        'Disabled a schedule whose expression could not be evaluated',
      )
      return { ticks: [], executions: [], move: moveTo(schedule, undefined, String(error)) }
    }
  }

  return { fireDue }
}

function planned(schedule: DueSchedule, overlapping: LiveRun | undefined, nextId: () => string) {
  const jitter = jitterOf(schedule.id, schedule.jitterSeconds)
  const until = schedule.now.getTime() - jitter
  const { decisions, next } = planRuns(
    recurrenceOf(schedule),
    schedule.nextDueAt.getTime(),
    until,
    schedule.missedRunPolicy,
    schedule.plannedAt.getTime() - jitter,
  )
  const ids = decisions.map(() => nextId())
  const latest = ids[decisions.findLastIndex(({ run }) => run)]
  const ticks: NewTick[] = []
  const executions: ScheduledExecution[] = []
  for (const [at, decision] of decisions.entries()) {
    const id = ids[at]!
    // Where they must not overlap, the latest runs: it is what the schedule would have come to.
    const other = id === latest ? undefined : ({ id: latest!, status: 'QUEUED', yields: false } as const)
    const execution = decision.run ? start(schedule, id, decision, overlapping ?? other) : undefined
    if (execution !== undefined) executions.push(execution)
    ticks.push(tickFor(schedule, decision, execution, jitter))
  }
  return { ticks, executions, move: moveTo(schedule, next, OVER) }
}

const start = (schedule: DueSchedule, id: string, { dueAt }: Decision, live: LiveRun | undefined) =>
  executionFor(schedule, {
    id,
    trigger: 'SCHEDULE',
    startedBy: schedule.name,
    priority: 0,
    dueAt: new Date(dueAt),
    live,
  })

const tickFor = (
  schedule: DueSchedule,
  { dueAt, missedCount }: Decision,
  execution: ScheduledExecution | undefined,
  jitter: number,
): NewTick => ({
  scheduleId: schedule.id,
  dueAt: new Date(dueAt),
  outcome: execution === undefined ? 'MISSED' : outcomeOf(execution),
  reason:
    execution === undefined
      ? 'No server was running at the time, and missed runs are skipped'
      : execution.message,
  executionId: execution?.id,
  runAt: new Date(dueAt + jitter),
  decidedAt: schedule.now,
  missedCount,
  backfillId: undefined,
})
