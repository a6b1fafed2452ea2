import type { Db } from '../../src/db/database.ts'
import { countEndedExecutions } from '../../src/features/statistics/counting/work.ts'

/** Counts all that ended. The server counts too, and only one of them at a time, so this may take several attempts. */
export async function countAllEnded(db: Db): Promise<void> {
  const waiting = db.selectFrom('consumption_end').select('seq').limit(1)
  do await countEndedExecutions(db, new AbortController().signal)
  while ((await waiting.execute()).length > 0)
}
