import { setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../../db/batcher.ts'
import type { Db } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { RootReports } from './journal-rows.ts'
import { writeReports } from './journal-store.ts'
import { type LogChunk, writeLogs } from './log-store.ts'

/** Whether what was sent is on disk, or belongs to an execution that is no longer the sender's. */
export type Written = 'written' | 'not-held'

/** Writes what all connections of this process report, many executions with one statement (group commit). */
export interface Journal {
  report(reports: RootReports): Promise<Written>
  log(chunk: LogChunk): Promise<Written>
}

const LANES = 4
const MAX_BATCH = 500
const RETRY_MS = 200

/**
 * Reports of one execution are written in the order they arrived. While the database is away they wait: nothing is
 * acknowledged that is not on disk, and nothing is thrown away.
 */
export function createJournal(db: Db, log: Log): Journal {
  const reports = createBatcher<RootReports, Written>({ laneCount: LANES, maxItems: MAX_BATCH }, (batch) =>
    answers(batch, (items) => writeReports(db, items)),
  )
  const logs = createBatcher<LogChunk, Written>({ laneCount: 1, maxItems: MAX_BATCH }, (batch) =>
    answers(batch, (items) => writeLogs(db, items)),
  )

  async function answers<T extends { root: string }>(
    batch: readonly T[],
    write: (items: readonly T[]) => Promise<Set<string>>,
  ): Promise<Written[]> {
    const held = await patiently(() => write(batch)).catch((error: unknown) => {
      log.error(
        { err: error, items: batch.length },
        'A batch of reports was refused; writing them one by one',
      )
      return oneByOne(batch, write)
    })
    return batch.map(({ root }) => (held.has(root) ? 'written' : 'not-held'))
  }

  /** One report that the database cannot take must not keep back those of others. */
  async function oneByOne<T extends { root: string }>(
    batch: readonly T[],
    write: (items: readonly T[]) => Promise<Set<string>>,
  ): Promise<Set<string>> {
    const held = new Set<string>()
    const refused = new Set<string>()
    for (const item of batch) {
      if (refused.has(item.root)) continue
      const written = await patiently(() => write([item])).catch((error: unknown) => {
        log.error({ err: error, root: item.root }, 'A report could not be stored; its execution is given up')
        refused.add(item.root)
        return new Set<string>()
      })
      for (const root of written) held.add(root)
    }
    return held.difference(refused)
  }

  async function patiently<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'The database is away; reports wait')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    report: (item) => reports.add(item.root, item),
    log: (chunk) => logs.add(chunk.root, chunk),
  }
}
