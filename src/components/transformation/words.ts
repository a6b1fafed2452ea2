import { wordFaults } from '../common/cell-words.ts'

/** Words that cells of transformation components may say, in lower case; files write them in any. */

export const aggregateWords = [
  'sum',
  'count',
  'count distinct',
  'average',
  'avg',
  'max',
  'maximum',
  'min',
  'minimum',
  'median',
  'standard deviation',
  'standard deviation sample',
  'standard deviation population',
  'variance',
  'variance sample',
  'variance population',
] as const

/** Aggregates that databases do not compute over windows. */
const notInWindows: readonly string[] = ['count distinct', 'median']
/** Of a window; with blanks or `_`. */
export const windowWords: readonly string[] = [
  ...aggregateWords.filter((word) => !notInWindows.includes(word)),
  'first value',
  'last value',
]

/** With blanks or `_`. */
export const rankWords = [
  'row number',
  'rank',
  'dense rank',
  'percent rank',
  'cume dist',
  'cumulative distribution',
] as const

export const joinWords: readonly string[] = ['inner', 'left', 'right', 'full', 'cross']

/** Of rows [column, direction]; none is ascending. */
export const directionWords = [
  '',
  'ascending',
  'asc',
  'descending',
  'desc',
  'nulls first',
  'nulls last',
] as const

/** Rows [column, direction] with another word there. */
export const directionFaults = (label: string, rows: unknown): readonly string[] =>
  wordFaults(label, rows, { cell: 1, what: 'the direction', known: directionWords })
