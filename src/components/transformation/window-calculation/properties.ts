import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { choice, list, rows, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { directionFaults, windowWords } from '../words.ts'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  partitionData: Type.Optional(list('Partition Data')),
  orderingWithinPartitions: Type.Optional(
    rows('Ordering Within Partitions', 'column', 'Ascending or Descending'),
  ),
  lowerBound: Type.Optional(
    choice('Lower Bound', ['unbounded preceding', 'current row', 'offset preceding']),
  ),
  lowerBoundOffset: Type.Optional(text('Lower Bound Offset', 'Rows before the current one')),
  upperBound: Type.Optional(
    choice('Upper Bound', ['unbounded following', 'current row', 'offset following']),
  ),
  upperBoundOffset: Type.Optional(text('Upper Bound Offset', 'Rows after the current one')),
  functions: rows('Functions', 'window function', 'column', 'output column'),
})

/** Further rows than any table has would be an error of the database. */
const offsets = { least: 0, most: 1_000_000_000 } as const

export const declaration: ComponentProperties<typeof properties> = {
  types: ['window-calculation'],
  title: 'Window Calculation',
  summary:
    'Values computed from the rows around each row: running sums, moving averages, first and last values',
  properties,
  effects: 'none',
  validate: ({ functions, orderingWithinPartitions, ...bounds }) => [
    ...wordFaults('Functions ("functions")', functions, {
      cell: 0,
      what: 'the function',
      known: windowWords,
      takesUnderscores: true,
    }),
    ...directionFaults('Ordering Within Partitions ("orderingWithinPartitions")', orderingWithinPartitions),
    ...boundFaults('Lower Bound', bounds.lowerBound === 'offset preceding', bounds.lowerBoundOffset),
    ...boundFaults('Upper Bound', bounds.upperBound === 'offset following', bounds.upperBoundOffset),
  ],
}

function boundFaults(
  title: string,
  hasOffset: boolean,
  offset: Parameters<typeof wholeNumberFault>[1],
): readonly string[] {
  if (!hasOffset) return []
  if ((offset ?? '') === '') return [`${title} Offset is missing: ${title} is a number of rows away`]
  return wholeNumberFault(`${title} Offset`, offset, offsets)
}
