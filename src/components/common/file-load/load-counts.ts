import type { StepContext } from '../../component.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { shownTable } from '../sql.ts'
import type { LoadSettings } from './load-settings.ts'
import type { TargetTable } from './target-table.ts'

/** So many files or records of one kind are named in the log. */
export const SHOWN_BY_NAME = 20

/** What a load has come to so far. */
export interface LoadCounts {
  rows: number
  leftOut: number
  /** Files in which no record is, not even one that was left out. */
  withoutRecords: number
  loggedAt: number
}

export const newCounts = (): LoadCounts => ({
  rows: 0,
  leftOut: 0,
  withoutRecords: 0,
  loggedAt: Date.now(),
})

interface Counting {
  readonly context: Pick<StepContext, 'log'>
  readonly settings: LoadSettings
  readonly store: FileStore
  readonly target: TargetTable
  readonly counts: LoadCounts
}

/**
 * Counts a file that was read, and says so of one without records: it may be a header, or the one line that
 * was not meant to be skipped.
 */
export function countFile(
  { context, settings, store, counts }: Counting,
  file: FileEntry,
  records: number,
): void {
  if (records > 0) return
  counts.withoutRecords++
  if (counts.withoutRecords <= SHOWN_BY_NAME)
    context.log(`${store.shown(file.name)} has no records${behindHeader(settings)}`)
}

const behindHeader = ({ format: { type, csv } }: LoadSettings): string =>
  type === 'CSV' && csv.skipHeader > 0 ? ` behind the lines that Skip Header skips (${csv.skipHeader})` : ''

/** How many files were read, skipped for what is in them, and left out because they were loaded before. */
export interface FileCounts {
  readonly read: number
  readonly skipped: number
  readonly known: number
}

/** What a load has come to, in words. */
export function loadMessage(
  { counts, settings, target }: Counting,
  { read, skipped, known }: FileCounts,
): string {
  const files = read === 1 ? '1 file' : `${read} files`
  const parts = [`${counts.rows} rows of ${files} are in ${shownTable(target.name)}`]
  if (counts.withoutRecords > 0)
    parts.push(
      `${counts.withoutRecords === 1 ? '1 file has' : `${counts.withoutRecords} files have`} no records${behindHeader(settings)}`,
    )
  if (counts.leftOut > 0) parts.push(`${counts.leftOut} records were left out`)
  if (skipped > 0) parts.push(`${skipped} files were skipped because of their contents`)
  if (known > 0)
    parts.push(`${known} were loaded before and have not changed since; Force Load loads them again`)
  return parts.join('; ')
}
