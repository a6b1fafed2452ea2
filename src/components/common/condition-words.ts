import { textOf } from './blocks.ts'
import { otherWords, wordFaults } from './cell-words.ts'

/**
 * Whether a condition is turned around: `Not` in any case. `qualifierFaults` refuses what is neither that nor
 * `Is`.
 */
export const isNegated = (qualifier: string | undefined): boolean => textOf(qualifier).toLowerCase() === 'not'

/**
 * Rows [column, Is or Not, …] with another word there; an empty cell is `Is`. `label` is what the faults call
 * the rows.
 */
export const qualifierFaults = (label: string, conditions: unknown): readonly string[] =>
  otherWords(conditions, 1, ['', 'is', 'not']).map((word) => `${label} has "${word}" instead of Is or Not`)

/** Comparators of every condition on the value of a column, in lower case; files write them in any. */
export const commonComparators = [
  'equal to',
  'not equal to',
  'greater than',
  'greater than or equal to',
  'less than',
  'less than or equal to',
  'like',
] as const

/**
 * Faults of rows [column, Is or Not, comparator, …] whose comparator is not one of `known`, all of them in
 * lower case.
 */
export const comparatorFaults = (
  label: string,
  conditions: unknown,
  known: readonly string[],
): readonly string[] => wordFaults(label, conditions, { cell: 2, what: 'the comparator', known })
