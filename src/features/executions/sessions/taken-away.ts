import type { Db } from '../../../db/database.ts'
import { listTakenAway } from './held-store.ts'
import type { Session } from './session.ts'

/**
 * Has the runner of a session stop those of these executions that are not its own any more; answers how many
 * they are.
 */
export async function dropTakenAway(db: Db, session: Session, held: readonly string[]): Promise<number> {
  const gone = await listTakenAway(db, session.id, held)
  session.send(gone.map((root) => ({ kind: 'dropped', root, reason: 'It was taken from the runner' })))
  for (const root of gone) session.credit.end(root)
  return gone.length
}
