import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import {
  LOG_BYTES_SINCE_PROTOCOL,
  type RunMessage,
  TRACES_SINCE_PROTOCOL,
} from '../../../protocol/messages.ts'
import { failHeld } from '../endings/runner-loss-store.ts'
import { oversized } from './oversized.ts'
import type { Session } from './session.ts'

/** Sends executions that a session holds to its runner. */
export type SendRuns = (session: Session, runs: readonly RunMessage[]) => void

/**
 * New executions are sent as they are; those that another session began are handed to `resume`, which sends
 * their journals with them. An execution that the runner has already is left out; one that no message can
 * carry fails.
 */
export function createSendRuns(
  { db, log }: { readonly db: Db; readonly log: Log },
  resume: SendRuns,
): SendRuns {
  /** Where it cannot be failed now, it is still held, and `unsent.ts` finds it. */
  function fits(session: Session, run: RunMessage): boolean {
    const reason = oversized(run)
    if (reason === undefined) return true
    failHeld(db, run.execution, session.id, reason).catch((error: unknown) =>
      log.warn(
        { err: error, execution: run.execution },
        'Could not fail an execution that is too large to be sent',
      ),
    )
    return false
  }

  return (session, runs) => {
    const missing = runs
      .filter((run) => !session.credit.has(run.execution) && fits(session, run))
      .map((run) => understood(run, session.protocol))
    if (missing.length === 0) return
    session.credit.markSent(missing.map(({ execution }) => execution))
    const [begun, fresh] = [missing.filter(hasJournal), missing.filter((run) => !hasJournal(run))]
    session.send(fresh)
    if (begun.length > 0) resume(session, begun)
    const { id, runnerId, credit } = session
    log.debug(
      { session: id, runnerId, sent: fresh.length, resumed: begun.length, free: credit.free() },
      'Sent executions to a runner',
    )
  }
}

/** An execution without what runners of that version do not know. */
function understood(run: RunMessage, protocol: number): RunMessage {
  if (protocol >= LOG_BYTES_SINCE_PROTOCOL) return run
  const { logBytes, traceContext, ...known } = run
  return protocol >= TRACES_SINCE_PROTOCOL && traceContext !== undefined ? { ...known, traceContext } : known
}

const hasJournal = ({ nextN }: RunMessage): boolean => nextN > 1
