import type { Db } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses, type WakeableService } from '../../lib/service.ts'
import { claimTasks, renewLeases, tasksAreDue } from './lease-store.ts'
import { deleteOldTasks } from './store.ts'
import { advance, type TurnTools } from './turn.ts'

const LOOK_MS = 1_000
const MAX_TASKS_AT_ONCE = 8
const CLEAN_UP_MS = 600_000
const DELETED_AT_ONCE = 100

interface Running {
  /** Its task is to stop. */
  stop(): void
  /** Another process has it. */
  lose(): void
  readonly done: Promise<void>
}

export interface AgentWork {
  readonly advancing: WakeableService
  readonly passes: readonly WakeableService[]
  /** Ends what is under way: another process goes on with it. */
  close(): Promise<void>
}

/**
 * Claims tasks that have work, at most some at once, and keeps their leases. Turns run outside of the pass.
 */
export function agentWork(db: Db, log: Log, deps: TurnTools, retentionDays: number): AgentWork {
  const pass = createPasses(log)
  const leaseId = newId()
  const running = new Map<string, Running>()
  let isClosing = false

  function start(id: string): void {
    const stop = new AbortController()
    let isLost = false
    const lose = () => {
      isLost = true
      stop.abort()
    }
    const turn = { id, leaseId, signal: stop.signal, isLeaving: () => isClosing || isLost }
    const done = advance(turn, deps)
      .catch((error: unknown) =>
        log.error({ err: error, agentTask: id }, 'An agent task could not be advanced'),
      )
      .finally(() => {
        running.delete(id)
        if (!isClosing) advancing.wake()
      })
    running.set(id, { stop: () => stop.abort(), lose, done })
  }

  async function look(): Promise<void> {
    if (running.size > 0) await renew()
    const free = MAX_TASKS_AT_ONCE - running.size
    if (isClosing || free <= 0) return
    for (const { id } of await claimTasks(db, leaseId, free)) {
      // It may have become due again while its last turn is being put away.
      const earlier = running.get(id)
      if (earlier === undefined) start(id)
      else void earlier.done.then(() => start(id))
    }
  }

  async function renew(): Promise<void> {
    const held = await renewLeases(db, leaseId, [...running.keys()])
    for (const [id, entry] of running) {
      if (!held.has(id)) entry.lose()
      else if (held.get(id) === 'STOPPING') entry.stop()
    }
  }

  async function cleanUp(signal: AbortSignal): Promise<void> {
    if (retentionDays === 0) return
    while (!signal.aborted)
      if ((await deleteOldTasks(db, retentionDays, DELETED_AT_ONCE)) < DELETED_AT_ONCE) return
  }

  const advancing = pass(
    'advance agent tasks',
    LOOK_MS,
    look,
    tasksAreDue(() => running.size > 0),
  )
  return {
    advancing,
    passes: [advancing, pass('delete old agent tasks', CLEAN_UP_MS, cleanUp)],
    async close() {
      isClosing = true
      for (const { stop } of running.values()) stop()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
