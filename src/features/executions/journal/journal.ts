import { setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../../../db/batcher.ts'
import type { Db } from '../../../db/database.ts'
import { isTransient } from '../../../db/errors.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Log } from '../../../lib/log.ts'
import { failUnstorable } from '../endings/runner-loss-store.ts'
import { type LogChunk, writeLogs } from '../logs/log-store.ts'
import type { RootReports } from './journal-rows.ts'
import { writeReports } from './journal-store.ts'

/** Whether what was sent is on disk, or belongs to an execution that is no longer the sender's. */
export type Written = 'written' | 'not-held'

/** Writes what all connections of this process report, many executions with one statement (group commit). */
export interface Journal {
  report(reports: RootReports): Promise<Written>
  log(chunk: LogChunk): Promise<Written>
}

/** Few, so that batches are large: each costs as much as some rows. */
const LANES = 2
const MAX_BATCH = 500
/** Under load reports wait this long for those of others. */
const GATHER_MS = 1
const RETRY_MS = 200

/**
 * Reports of one execution are written in the order they arrived. While the database is away they wait: nothing is
 * acknowledged that is not on disk, and nothing is thrown away. Writing them twice changes nothing, so what failed
 * after it was done is simply done again. An execution of which the database refuses a report for good ends as FAILED.
 */
export function createJournal(db: Db, log: Log): Journal {
  const reports = createBatcher<RootReports, Written>(
    { laneCount: LANES, maxItems: MAX_BATCH, gatherMs: GATHER_MS },
    writer(log, (items) => writeReports(db, items), giveUp),
  )
  const logs = createBatcher<LogChunk, Written>(
    { laneCount: 1, maxItems: MAX_BATCH },
    writer(
      log,
      (items) => writeLogs(db, items),
      async () => undefined,
    ),
  )

  async function giveUp({ root, session }: RootReports, error: unknown): Promise<void> {
    const reason = errorText(error)
    await patiently(log, () =>
      failUnstorable(db, root, session, `A report of the runner could not be stored: ${reason}`),
    )
  }

  return {
    report: (item) => reports.add(item.root, item),
    log: (chunk) => logs.add(chunk.root, chunk),
  }
}

interface Item {
  readonly root: string
}
type Write<T> = (items: readonly T[]) => Promise<Set<string>>

/** Writes a batch with patience; one item that the database cannot take must not keep back those of others. */
function writer<T extends Item>(
  log: Log,
  write: Write<T>,
  giveUp: (item: T, error: unknown) => Promise<void>,
): (batch: readonly T[]) => Promise<Written[]> {
  async function oneByOne(batch: readonly T[]): Promise<Set<string>> {
    const held = new Set<string>()
    const refused = new Set<string>()
    for (const item of batch) {
      if (refused.has(item.root)) continue
      const written = await patiently(log, () => write([item])).catch(async (error: unknown) => {
        log.error({ err: error, root: item.root }, 'A report could not be stored; its execution is given up')
        refused.add(item.root)
        await giveUp(item, error)
        return new Set<string>()
      })
      for (const root of written) held.add(root)
    }
    return held.difference(refused)
  }

  return async (batch) => {
    const held = await patiently(log, () => write(batch)).catch((error: unknown) => {
      const fields = { err: error, items: batch.length }
      log.error(fields, 'A batch of reports was refused; writing them one by one')
      return oneByOne(batch)
    })
    return batch.map(({ root }) => (held.has(root) ? 'written' : 'not-held'))
  }
}

async function patiently<T>(log: Log, action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error }, 'The database is away; reports wait')
      await sleep(RETRY_MS)
    }
  }
}
