import { createBatcher } from '../../../db/batcher.ts'
import type { Db } from '../../../db/database.ts'
import { isDataError, isUnavailable } from '../../../db/errors.ts'
import { errorText } from '../../../lib/error-text.ts'
import { failureLog } from '../../../lib/failure-log.ts'
import type { Log } from '../../../lib/log.ts'
import { patiently } from '../../../lib/patiently.ts'
import type { ReadReport } from '../../../protocol/frames.ts'
import { failHeld } from '../endings/runner-loss-store.ts'
import { type LogChunk, writeLogs } from '../logs/log-store.ts'
import type { RootReports } from './journal-rows.ts'
import { UnreadableReportError, writeReports } from './journal-store.ts'

/** Whether what was sent is on disk, or belongs to an execution that its sender does not hold (any more). */
export type Written = 'written' | 'not-held'

/** Stores what all connections of this process report, many executions with one statement (group commit). */
export interface Journal {
  report(reports: RootReports): Promise<Written>
  log(chunk: LogChunk): Promise<Written>
}

/** One, so that batches are large: a batch costs as much as ten of its rows. */
const LANES = 1
const MAX_BATCH = 500
/** Under load reports wait this many turns of the event loop for those of others. */
const GATHER_TURNS = 3

/**
 * Reports of one execution are written in the order they arrived. Only a report whose data cannot be stored
 * ends its execution, as FAILED. Whatever else goes wrong, known or not, is waited out: nothing is
 * acknowledged that is not on disk, and nothing is thrown away. Writing is idempotent, so a batch whose
 * answer was lost is written again. A promise rejects only when an execution could be neither stored nor
 * failed. An execution does not end before the lines of its log that arrived earlier are on disk, so that who
 * sees the end can read all of it. `onAssets`: a step reported what it read or wrote.
 */
export function createJournal(db: Db, log: Log, onAssets = () => {}): Journal {
  // What is not on disk was not acknowledged: when this process stops, its runner sends it again.
  const onRetry = failureLog(log, 'warn', 'Could not store reports; keeping them and trying again')
  const tools = { log, onRetry }
  const reports = createBatcher<RootReports, Written>(
    { laneCount: LANES, maxItems: MAX_BATCH, gatherTurns: GATHER_TURNS },
    groupWriter(tools, (items) => writeReports(db, items), giveUp),
  )
  const logs = createBatcher<LogChunk, Written>(
    { laneCount: 1, maxItems: MAX_BATCH },
    groupWriter(
      tools,
      (items) => writeLogs(db, items),
      async () => undefined, // an execution does not fail because of its log
    ),
  )

  async function giveUp({ root, session }: RootReports, error: unknown): Promise<void> {
    const why = `A report of the runner could not be stored: ${errorText(error)}`
    await patiently(isData, onRetry, () => failHeld(db, root, session, why))
  }

  /** The last lines of each root that are being written. */
  const open = new Map<string, Promise<unknown>>()

  return {
    report(item) {
      const lines = item.reports.some(endsRoot) ? open.get(item.root) : undefined
      const add = () => reports.add(item.root, item)
      const written = lines === undefined ? add() : lines.then(add)
      if (item.reports.some(hasAssets)) written.then(onAssets, () => undefined)
      return written
    },
    log(chunk) {
      const { root } = chunk
      const written = logs.add(root, chunk)
      const settled = written.then(noteSettled, noteSettled)
      function noteSettled() {
        if (open.get(root) === settled) open.delete(root)
      }
      open.set(root, settled)
      return written
    },
  }
}

const endsRoot = (report: ReadReport): boolean =>
  report.kind === 'execution-finished' && report.execution === report.root

function hasAssets(report: ReadReport): boolean {
  if (report.kind === 'step-finished') return report.assets !== undefined
  return report.kind === 'step-started' && report.ended?.assets !== undefined
}

interface Item {
  readonly root: string
  readonly session: string
}
/** Writes items, all of one root from one session, and answers the roots whose sender holds them. */
type Write<T> = (items: readonly T[]) => Promise<Set<string>>

/**
 * Writes batches patiently. While the database is unavailable a lane waits. A batch that is refused for
 * another reason is written item by item, so that each waits or fails alone and others in its lane continue.
 */
function groupWriter<T extends Item>(
  { log, onRetry }: { readonly log: Log; readonly onRetry: (error: unknown) => void },
  write: Write<T>,
  giveUp: (item: T, error: unknown) => Promise<void>,
): (batch: readonly T[]) => Promise<(Written | Promise<Written>)[]> {
  const answer = (isHeld: boolean): Written => (isHeld ? 'written' : 'not-held')
  /**
   * The last item of each sender that is being written alone: what follows waits for it, its journal has no
   * gap.
   */
  const alone = new Map<string, Promise<Written>>()

  function writeAlone(item: T): Promise<Written> {
    const sender = senderOf(item)
    const before = alone.get(sender) ?? Promise.resolve<Written>('written')
    const result = before.then((previous) => (previous === 'not-held' ? previous : writeOne(item)))
    alone.set(sender, result)
    const forget = () => {
      if (alone.get(sender) === result) alone.delete(sender)
    }
    result.then(forget, forget)
    return result
  }

  async function writeOne(item: T): Promise<Written> {
    try {
      return answer((await patiently(isData, onRetry, () => write([item]))).has(item.root))
    } catch (error) {
      log.error({ err: error, root: item.root }, 'Could not store a report; giving its execution up')
      await giveUp(item, error)
      return 'not-held'
    }
  }

  async function writeTogether(batch: readonly T[]): Promise<readonly (Written | Promise<Written>)[]> {
    try {
      const held = await patiently(
        (error) => !isUnavailable(error),
        onRetry,
        () => write(batch),
      )
      log.debug({ items: batch.length, held: held.size }, 'Committed a batch')
      return batch.map(({ root }) => answer(held.has(root)))
    } catch (error) {
      const fields = { err: error, items: batch.length }
      log.error(fields, 'The database refused a batch of reports; writing them one by one')
      return batch.map(writeAlone)
    }
  }

  return async (batch) => {
    const free = batch.filter((item) => !alone.has(senderOf(item)))
    const results = new Map<T, Written | Promise<Written>>()
    for (const part of withOneSessionEach(free)) {
      const written = await writeTogether(part)
      for (const [i, item] of part.entries()) results.set(item, written[i]!)
    }
    return batch.map((item) => results.get(item) ?? writeAlone(item))
  }
}

const senderOf = ({ root, session }: Item): string => `${root} ${session}`

/**
 * A batch in parts, in each of which one session speaks of a root: a runner that lost an execution and the
 * one that has it now may report at the same time, and each is held or refused by itself. Nearly always one
 * part.
 */
function withOneSessionEach<T extends Item>(batch: readonly T[]): T[][] {
  const sessions = new Map<string, string[]>()
  function partOf({ root, session }: T): number {
    const known = sessions.get(root) ?? []
    if (!known.includes(session)) sessions.set(root, [...known, session])
    return known.includes(session) ? known.indexOf(session) : known.length
  }
  return [...Map.groupBy(batch, partOf).values()]
}

/** Whether repeating it is pointless, because the data itself is refused. */
const isData = (error: unknown): boolean => isDataError(error) || error instanceof UnreadableReportError
