import type { Log } from '../../../lib/log.ts'
import { type RunMessage, TRACES_SINCE_PROTOCOL } from '../../../protocol/messages.ts'
import type { Session } from './session.ts'

/** Sends executions that a session holds to its runner. */
export type SendRuns = (session: Session, runs: readonly RunMessage[]) => void

/**
 * New executions are sent as they are; those that another session began are handed to `resume`, which sends
 * their journals with them. An execution that the runner has already is left out.
 */
export function createSendRuns(log: Log, resume: SendRuns): SendRuns {
  return (session, runs) => {
    const tellsTraces = session.protocol >= TRACES_SINCE_PROTOCOL
    const missing = runs
      .filter(({ execution }) => !session.credit.has(execution))
      .map((run) => (tellsTraces ? run : withoutTrace(run)))
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

function withoutTrace({ traceContext, ...run }: RunMessage): RunMessage {
  return run
}
const hasJournal = ({ nextN }: RunMessage): boolean => nextN > 1
