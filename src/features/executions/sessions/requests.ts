import type { Db } from '../../../db/database.ts'
import { currentValue, dueByAny } from '../../../db/lookout.ts'
import { RESTART_EXIT_CODE } from '../../../protocol/exit-codes.ts'
import type { ToRunner } from '../../../protocol/messages.ts'
import { cancellationsAreDue, findHolder, readCancelling } from './held-store.ts'
import type { Registry } from './registry.ts'
import { type Command, commandsAreDue, readPauseEnds, readPendingCommands } from './session-store.ts'
import { dropTakenAway } from './taken-away.ts'

export interface RequestDependencies {
  readonly db: Db
  readonly registry: Registry
  /** Wakes the dispatch pass. */
  readonly wake: () => void
}

/** Pauses that end before the next pass are waited for with a timer. */
const PAUSE_LOOK_AHEAD_MS = 2_500

/** Passes requests on to the runners that are connected here: to cancel an execution, to stop, to restart. */
export function createRequests({ db, registry, wake }: RequestDependencies) {
  /**
   * Tells the runner that holds this execution, if it is connected here, to cancel it. Empty: notifications
   * may have been missed, and those of forced cancellations leave nothing that `passOn` would find.
   */
  async function cancel(execution: string): Promise<void> {
    if (registry.all().length === 0) return
    if (execution === '') {
      for (const session of registry.all()) await dropTakenAway(db, session, session.credit.inFlight())
      return
    }
    const holder = await findHolder(db, execution)
    if (holder?.status === 'CANCELLED') {
      // A forced cancellation has cleared the holder: it may be any.
      for (const session of registry.all()) {
        session.credit.end(execution)
        session.send([{ kind: 'dropped', root: execution, reason: 'It was cancelled by force' }])
      }
    } else if (holder?.status === 'CANCELLING') {
      registry.find(holder.sessionId)?.send([{ kind: 'cancel', root: execution }])
    }
  }

  /** Idempotent pass: finds requests of which the notification was lost. */
  async function passOn(): Promise<void> {
    const ids = registry.ids()
    const [commands, cancelling, pauseEnds] = await Promise.all([
      readPendingCommands(db, ids),
      readCancelling(db, ids),
      readPauseEnds(db, ids, PAUSE_LOOK_AHEAD_MS),
    ])
    for (const ms of pauseEnds) setTimeout(wake, ms + 1).unref()
    for (const { id, sessionId } of cancelling) registry.find(sessionId)?.send([{ kind: 'cancel', root: id }])
    for (const command of commands) send(command)
  }

  function send({ id, command }: Command): void {
    const exitCode = command === 'STOP' ? 0 : RESTART_EXIT_CODE
    const message: ToRunner =
      command === 'END'
        ? { kind: 'ended', reason: 'The lease expired, or the runner was deleted' }
        : { kind: 'stop', reason: `${command} was requested`, exitCode }
    const session = registry.find(id)
    session?.credit.drain()
    session?.send([message])
  }

  const ids = currentValue(registry.ids)
  const due = dueByAny(commandsAreDue(ids, PAUSE_LOOK_AHEAD_MS), cancellationsAreDue(ids))
  return { cancel, passOn, due }
}
