import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ChangeTerms } from '../../http/conditional.ts'
import { once } from '../../http/idempotency/once.ts'
import type { PageRequest } from '../../http/page.ts'
import { newId, type ScheduleId } from '../../lib/ids.ts'
import { badRequest, conflict, Problem } from '../../lib/problem.ts'
import { type CheckValues, insertScheduledExecution } from '../executions/service.ts'
import { enterProject } from '../projects/access.ts'
import { enterSchedule } from './access.ts'
import { type Definition, define, draftOf, isRetimed, patched, unknownSchedule } from './definition.ts'
import { executionFor } from './firing/due-runs.ts'
import { jitterOf } from './firing/missed-runs.ts'
import { lockTarget } from './firing/target-store.ts'
import { readBlocking } from './firing/yielding-store.ts'
import { firesBetween, nextFire } from './recurrence/fire-times.ts'
import { readRecurrence } from './recurrence/read-recurrence.ts'
import { blockedReason, overlapReason } from './rules.ts'
import type { NewSchedule, PreviewRequest, ScheduleAddress, SchedulePatch, ScheduleQuery } from './schema.ts'
import * as store from './store.ts'
import { refuseMisfits } from './variables.ts'

export interface ScheduleOptions {
  readonly db: Db
  readonly maxPerProject: number
  readonly checkValues: CheckValues
}

/** Use cases of the specification's "List schedules of a project" and of decisions.md §7. */
export function createSchedules({ db, maxPerProject, checkValues }: ScheduleOptions) {
  async function list(caller: Caller, projectId: string, query: ScheduleQuery, page: PageRequest) {
    return store.listSchedules(db, await enterProject(db, caller, projectId, 'schedules:read'), query, page)
  }

  const get = (caller: Caller, projectId: string, id: string) =>
    enterSchedule(db, caller, projectId, id, 'schedules:read', 'environment:read')

  /** Throws unless the caller may change the schedule, or run it. */
  async function admit(
    caller: Caller,
    { projectId, scheduleId }: ScheduleAddress,
    permission: 'schedules:write' | 'executions:run',
  ): Promise<void> {
    await enterSchedule(db, caller, projectId, scheduleId, permission, 'environment:run')
  }

  async function create(caller: Caller, projectId: string, wanted: NewSchedule, { key }: ChangeTerms) {
    const grant = await enterProject(db, caller, projectId, 'schedules:write')
    return once(db, caller.principalId, key, async (tx) => {
      const now = await store.readNow(tx)
      const draft = draftOf(wanted, now)
      const places = { timing: 'body/schedule', pipeline: 'body/pipeline', runner: 'body/pipeline/agentId' }
      const definition = await define(tx, grant, draft, recheckAll, places, now)
      await refuseMisfits(tx, grant, definition, places.pipeline, checkValues)
      const scheduleId = newId<ScheduleId>()
      const next = nextTimes(definition, scheduleId, now)
      await store.insertSchedule(tx, grant, scheduleId, definition, next, maxPerProject)
      return (await store.findSchedule(tx, grant, scheduleId))!.schedule
    })
  }

  async function update(
    caller: Caller,
    projectId: string,
    id: string,
    patch: SchedulePatch,
    terms: ChangeTerms,
  ) {
    const { grant } = await enterSchedule(db, caller, projectId, id, 'schedules:write', 'environment:run')
    return once(db, caller.principalId, terms.key, async (tx) => {
      const locked = await store.lockSchedule(tx, grant, id)
      const found = await store.findSchedule(tx, grant, id)
      if (locked === undefined || found === undefined) throw unknownSchedule(id)
      terms.precondition.check(found.revision)
      const { schedule } = found
      const draft = patched(schedule, locked.runnerId, patch)
      const retimed = isRetimed(schedule, draft)
      const resumed = draft.scheduleEnabled && !schedule.scheduleEnabled
      const moved = patch.environmentName !== undefined
      const recheck = {
        timing: retimed || resumed,
        pipeline: moved || resumed || patch.pipelineName !== undefined || patch.versionName != null,
        runner: moved || resumed || patch.runnerId != null,
      }
      const places = { timing: 'body', pipeline: 'body', runner: 'body/runnerId' }
      const definition = await define(tx, grant, draft, recheck, places, locked.now)
      const given = [patch.scalarVariables, patch.gridVariables, patch.dueTimeVariable]
      if (recheck.pipeline || given.some((one) => one != null))
        await refuseMisfits(tx, grant, definition, places.pipeline, checkValues)
      const planned = retimed || resumed ? undefined : locked.nextDueAt
      const next = nextTimes(definition, id, locked.now, planned)
      await store.updateSchedule(tx, id, definition, next, patch.scheduleEnabled !== undefined)
      return (await store.findSchedule(tx, grant, id))!
    })
  }

  async function remove(caller: Caller, projectId: string, id: string, terms: ChangeTerms): Promise<void> {
    const { grant } = await enterSchedule(db, caller, projectId, id, 'schedules:write', 'environment:run')
    await once(db, caller.principalId, terms.key, async (tx) => {
      const found = (await store.lockSchedule(tx, grant, id)) && (await store.findSchedule(tx, grant, id))
      if (found === undefined) throw unknownSchedule(id)
      terms.precondition.check(found.revision)
      await store.deleteSchedule(tx, grant, id)
    })
  }

  /**
   * Runs a schedule now, in the caller's name, whether it is enabled or not; its due times stay as they are.
   */
  async function runNow(caller: Caller, projectId: string, id: string, { key }: ChangeTerms) {
    await enterSchedule(db, caller, projectId, id, 'executions:run', 'environment:run')
    return once(db, caller.principalId, key, async (tx) => {
      const target = await lockTarget(tx, id)
      if (target === undefined) throw unknownSchedule(id)
      const violation = blockedReason(target)
      if (violation !== undefined && target.isDisabled) throw new Problem('gone', violation)
      if (violation !== undefined) throw conflict(violation)
      const live = target.allowConcurrent ? undefined : (await readBlocking(tx, [target])).get(target.id)
      if (live !== undefined) throw conflict(`${overlapReason(live)}; cancel it or wait`)
      const start = { trigger: 'SCHEDULE_RUN_NOW', startedBy: caller.name, priority: 0 } as const
      const execution = executionFor(target, { id: newId(), ...start, dueAt: target.now, live })
      const created = await insertScheduledExecution(tx, execution)
      await store.noteRun(tx, id, target.now)
      return created
    })
  }

  /**
   * The next times that a schedule starts a run, jitter included; those of a disabled one as if it were
   * enabled.
   */
  async function fireTimes(
    caller: Caller,
    projectId: string,
    id: string,
    { count, after }: { count: number; after?: string },
  ) {
    const { schedule } = await get(caller, projectId, id)
    const from = after === undefined ? await store.readNow(db) : new Date(after)
    const jitter = jitterOf(id, schedule.jitterSeconds)
    const { recurrence } = readRecurrence(schedule, new Date(schedule.effectiveFrom), 'schedule', new Date(0))
    if (recurrence === undefined) return { fireTimes: [] }
    const fires = firesBetween(recurrence, from.getTime() - jitter, Number.POSITIVE_INFINITY, count)
    return { fireTimes: fires.map((due) => new Date(due + jitter).toISOString()) }
  }

  /** Fire times of a schedule that is not saved (decisions.md §7). Any caller may ask. */
  async function preview(wanted: PreviewRequest) {
    const after = wanted.after === undefined ? await store.readNow(db) : new Date(wanted.after)
    const effectiveFrom = wanted.effectiveFrom === undefined ? after : new Date(wanted.effectiveFrom)
    const { recurrence, violations } = readRecurrence(wanted, effectiveFrom, 'body', after)
    if (recurrence === undefined) throw badRequest(violations)
    const fires = firesBetween(recurrence, after.getTime(), Number.POSITIVE_INFINITY, wanted.count ?? 10)
    return { fireTimes: fires.map((due) => new Date(due).toISOString()) }
  }

  return { admit, list, get, create, update, remove, runNow, fireTimes, preview }
}

export type Schedules = ReturnType<typeof createSchedules>

const recheckAll = { timing: true, pipeline: true, runner: true }

/**
 * @param after no due time up to it counts
 * @param planned the due time to keep, when nothing about the times has changed
 */
function nextTimes(definition: Definition, id: string, after: Date, planned?: Date | null): store.NextTimes {
  if (!definition.scheduleEnabled) return { dueAt: null, runAt: null }
  const due = planned?.getTime() ?? nextFire(recurrenceFor(definition), after.getTime())
  if (due === undefined) return { dueAt: null, runAt: null }
  return { dueAt: new Date(due), runAt: new Date(due + jitterOf(id, definition.jitterSeconds)) }
}

/** The recurrence of a definition, whose times were checked. */
function recurrenceFor(definition: Definition) {
  const { recurrence, violations } = readRecurrence(definition, definition.effectiveFrom, 'body', new Date(0))
  if (recurrence === undefined) throw badRequest(violations)
  return recurrence
}
