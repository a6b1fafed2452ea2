import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { RequestKey } from '../../../http/idempotency/key.ts'
import { once } from '../../../http/idempotency/once.ts'
import type { PageRequest } from '../../../http/page.ts'
import { badRequest, conflict } from '../../../lib/problem.ts'
import { enterTrigger } from '../access.ts'
import { lockOne } from '../firing/target-store.ts'
import {
  MAX_BACKFILL,
  type NewTriggerBackfill,
  type Outcome,
  type TriggerAddress,
  type TriggerBackfill,
} from '../schema.ts'
import * as store from './history-store.ts'

const MAX_SHOWN = 100

/** What happened for triggers, and runs of what started nothing at its time. */
export function createTriggerHistory(db: Db) {
  async function list(
    caller: Caller,
    { projectId, triggerId }: TriggerAddress,
    page: PageRequest,
    outcome: Outcome | undefined,
  ) {
    const { grant } = await enterTrigger(
      db,
      caller,
      projectId,
      triggerId,
      'schedules:read',
      'environment:read',
    )
    return store.listFires(db, grant.caller, triggerId, page, outcome)
  }

  /** Throws unless the caller may run the trigger. */
  async function admit(caller: Caller, { projectId, triggerId }: TriggerAddress): Promise<void> {
    await enterTrigger(db, caller, projectId, triggerId, 'executions:run', 'environment:run')
  }

  /**
   * Says what a backfill would run and, unless it is a dry run, begins it. What was started before is not
   * started again; executions come behind all live work, one after another when they must not overlap.
   */
  async function backfill(
    caller: Caller,
    address: TriggerAddress,
    wanted: NewTriggerBackfill,
    key: RequestKey | undefined,
  ): Promise<TriggerBackfill> {
    const { projectId, triggerId } = address
    const run = await enterTrigger(db, caller, projectId, triggerId, 'executions:run', 'environment:run')
    const { allowConcurrentExecutions, condition } = run.trigger
    const range = rangeOf(wanted)
    const dryRun = wanted.dryRun ?? true
    return once(db, caller.principalId, key, async (tx) => {
      await lockOne(tx, triggerId)
      const left = await store.readLeft(tx, triggerId, range, MAX_BACKFILL + 1)
      const unseen =
        condition.type === 'PIPELINE_END'
          ? await store.readUnseenEnds(tx, triggerId, range, MAX_BACKFILL + 1)
          : []
      const candidates = [...left, ...unseen]
      if (candidates.length > MAX_BACKFILL)
        throw badRequest([`body/to is too late: more than ${MAX_BACKFILL} would run; divide the range`])
      const alreadyRun = await store.countFired(tx, triggerId, range)
      if (!dryRun)
        await store.startCandidates(
          tx,
          triggerId,
          candidates,
          allowConcurrentExecutions ? 'PENDING' : 'WAITING',
        )
      const causes = candidates.slice(0, MAX_SHOWN).map(({ cause }) => cause)
      return { dryRun, total: candidates.length + alreadyRun, alreadyRun, causes }
    })
  }

  /** Stops a backfill whose executions run one after another; what was queued stays. */
  async function stop(caller: Caller, address: TriggerAddress): Promise<void> {
    await admit(caller, address)
    if ((await store.stopWaiting(db, address.triggerId)) === 0)
      throw conflict('This trigger has no backfill in progress')
  }

  return { list, admit, backfill, stop }
}

export type TriggerHistory = ReturnType<typeof createTriggerHistory>

function rangeOf({ from, to }: NewTriggerBackfill): store.Range {
  const range = { from: new Date(from), to: new Date(to) }
  const violations = [
    ...(range.from < range.to ? [] : ['body/to must be later than body/from']),
    ...(range.to <= new Date()
      ? []
      : ['body/to must not be in the future: later events start runs by themselves']),
  ]
  if (violations.length > 0) throw badRequest(violations)
  return range
}
