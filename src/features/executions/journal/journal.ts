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

/** Whether what was sent is on disk, or belongs to an execution that its sender does not hold (any more). */
export type Written = 'written' | 'not-held'

/** Stores what all connections of this process report, many executions with one statement (group commit). */
export interface Journal {
  report(reports: RootReports): Promise<Written>
  log(chunk: LogChunk): Promise<Written>
}

/** Few, so that batches are large: a batch costs as much as several of its rows. */
const LANES = 2
const MAX_BATCH = 500
/** Under load reports wait this long for those of others. */
const GATHER_MS = 1
const RETRY_MS = 200

/**
 * Reports of one execution are written in the order they arrived. While the database is unavailable they
 * wait: nothing is acknowledged that is not on disk, and nothing is thrown away. Writing is idempotent, so a
 * batch whose answer was lost is written again. An execution of which the database refuses a report for good
 * ends as FAILED. A promise rejects only when that fails for good too.
 */
export function createJournal(db: Db, log: Log): Journal {
  const reports = createBatcher<RootReports, Written>(
    { laneCount: LANES, maxItems: MAX_BATCH, gatherMs: GATHER_MS },
    groupWriter(log, (items) => writeReports(db, items), giveUp),
  )
  const logs = createBatcher<LogChunk, Written>(
    { laneCount: 1, maxItems: MAX_BATCH },
    groupWriter(
      log,
      (items) => writeLogs(db, items),
      async () => undefined, // an execution does not fail for its log
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
/** Writes items and answers the roots whose sender holds them. */
type Write<T> = (items: readonly T[]) => Promise<Set<string>>

/**
 * Writes batches patiently. When the database refuses a batch, its items are written one by one and fail
 * alone.
 */
function groupWriter<T extends Item>(
  log: Log,
  write: Write<T>,
  giveUp: (item: T, error: unknown) => Promise<void>,
): (batch: readonly T[]) => Promise<(Written | Promise<Written>)[]> {
  const answer = (isHeld: boolean): Written => (isHeld ? 'written' : 'not-held')

  /**
   * Once an item of a root is refused, nothing later of that root is written: its journal must have no gap.
   */
  async function oneByOne(batch: readonly T[]): Promise<Promise<Written>[]> {
    const refused = new Map<string, Promise<Written>>()
    const written: Promise<Written>[] = []
    for (const item of batch) {
      const result = refused.get(item.root) ?? writeOne(item)
      written.push(result)
      await Promise.allSettled([result])
    }
    return written

    async function writeOne(item: T): Promise<Written> {
      try {
        return answer((await patiently(log, () => write([item]))).has(item.root))
      } catch (error) {
        log.error({ err: error, root: item.root }, 'Could not store a report; giving its execution up')
        const given = giveUp(item, error).then((): Written => 'not-held')
        refused.set(item.root, given)
        return given
      }
    }
  }

  return async (batch) => {
    try {
      const held = await patiently(log, () => write(batch))
      log.debug({ items: batch.length, held: held.size }, 'Committed a batch')
      return batch.map(({ root }) => answer(held.has(root)))
    } catch (error) {
      const fields = { err: error, items: batch.length }
      log.error(fields, 'The database refused a batch of reports; writing them one by one')
      return oneByOne(batch)
    }
  }
}

/** Repeats an action until the database is available. Other errors are thrown. */
async function patiently<T>(log: Log, action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error }, 'The database is unavailable; buffering reports')
      await sleep(RETRY_MS)
    }
  }
}
