import { noRowChanges, type RowChanges, sumOfChanges } from './row-changes.ts'
import type { StatementCounts, StatementOptions } from './warehouse.ts'

/** What one statement did. */
export interface Counts {
  /** Rows changed; undefined for a statement that changes none by its nature. */
  readonly changed: number | undefined
  readonly returned: number
  /** The same changes by kind; undefined when this database does not tell them apart. */
  readonly changes: RowChanges | undefined
  /** It is the report of a merge in several statements, and counts what all of them did. */
  readonly isReport?: boolean
}

/** The columns of such a report: INSERT, UPDATE or DELETE, and how many rows. */
export const MERGE_COLUMNS = ['headrace_action', 'headrace_rows'] as const

/** Counts of the statements of a script, in order: `counting` says whose changes are meant. */
export function countsOf(
  all: readonly Counts[],
  counting: StatementOptions['count'] = 'all',
): StatementCounts {
  const report = all.find(({ isReport }) => isReport === true)
  const statements = report === undefined ? all : [report]
  const changing = statements.filter(({ changed }) => changed !== undefined)
  const meant = counting === 'all' ? changing : changing.slice(-1)
  const rowCount =
    meant.length === 0
      ? (statements.at(-1)?.returned ?? 0)
      : meant.reduce((sum, { changed = 0 }) => sum + changed, 0)
  const changes =
    meant.length === 0
      ? undefined
      : meant.reduce<RowChanges | undefined>((sum, one) => sumOfChanges(sum, one.changes), noRowChanges)
  return { rowCount, changes }
}

/** Changes of a merge, action by action as databases name them: INSERT, UPDATE, DELETE. */
export function changesByAction(actions: readonly (readonly [action: string, rows: number])[]): RowChanges {
  const of = (action: string) =>
    actions.reduce((sum, [one, rows]) => (one.toUpperCase() === action ? sum + rows : sum), 0)
  return { inserted: of('INSERT'), updated: of('UPDATE'), deleted: of('DELETE') }
}

/** What the rows of a report say. */
export const countsOfMerge = (actions: readonly (readonly [action: string, rows: number])[]): Counts => ({
  changed: actions.reduce((sum, [, rows]) => sum + rows, 0),
  returned: 0,
  changes: changesByAction(actions),
  isReport: true,
})
