import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import { readClaimed } from '../queue/run-message-store.ts'
import { listHeldExecutions } from './held-store.ts'
import type { SendRuns } from './send-runs.ts'
import type { Session } from './session.ts'
import { dropTakenAway } from './taken-away.ts'

/**
 * After a broken connection both ends may have missed something. Compares what the session holds in the
 * database with what its runner holds: passes cancellations on, stops what is not the runner's any more, and
 * sends what it never received.
 */
export function createReconcile(db: Db, log: Log, sendRuns: SendRuns) {
  return async (session: Session, held: readonly string[]): Promise<void> => {
    const known = await listHeldExecutions(db, session.id)
    const cancelling = known.filter((one) => one.cancelling)
    session.send(cancelling.map(({ id }) => ({ kind: 'cancel', root: id })))
    const withRunner = new Set(held)
    const gone = await dropTakenAway(db, session, held)
    const missing = known.filter(({ id }) => !withRunner.has(id)).map(({ id }) => id)
    log.debug(
      {
        session: session.id,
        held: held.length,
        gone,
        missing: missing.length,
        cancelling: cancelling.length,
      },
      'Reconciled a resumed session',
    )
    sendRuns(session, await readClaimed(db, session.id, missing))
  }
}
