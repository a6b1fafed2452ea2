import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { list, rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { directionFaults, rankWords } from '../words.ts'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  partitionData: Type.Optional(list('Partition Data')),
  orderingWithinPartitions: Type.Optional(
    rows('Ordering Within Partitions', 'column', 'Ascending or Descending'),
  ),
  functions: rows('Functions', 'function', 'output column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['rank'],
  title: 'Rank',
  summary: 'Numbers the rows of each partition: Row Number, Rank, Dense Rank, Percent Rank, Cume Dist',
  properties,
  effects: 'none',
  validate: ({ functions, orderingWithinPartitions }) => [
    ...wordFaults('Functions ("functions")', functions, {
      cell: 0,
      what: 'the function',
      known: rankWords,
      takesUnderscores: true,
    }),
    ...directionFaults('Ordering Within Partitions ("orderingWithinPartitions")', orderingWithinPartitions),
  ],
}
