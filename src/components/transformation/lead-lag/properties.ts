import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { list, rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { directionFaults } from '../words.ts'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  partitionData: Type.Optional(list('Partition Data')),
  orderingsWithinPartitions: Type.Optional(
    rows('Orderings Within Partitions', 'column', 'Ascending or Descending'),
  ),
  functions: rows('Functions', 'Lead or Lag', 'column', 'offset', 'output column'),
  ignoreNulls: Type.Optional(yesNo('Ignore Nulls')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['lead-lag'],
  title: 'Lead/Lag',
  summary: 'Values of rows that follow (Lead) or precede (Lag) in the same partition',
  properties,
  effects: 'none',
  validate: ({ functions, orderingsWithinPartitions }) => [
    ...wordFaults('Functions ("functions")', functions, {
      cell: 0,
      what: 'the function',
      known: ['lead', 'lag'],
    }),
    ...directionFaults(
      'Orderings Within Partitions ("orderingsWithinPartitions")',
      orderingsWithinPartitions,
    ),
  ],
  needs: ({ ignoreNulls }) => (ignoreNulls === 'Yes' ? ['skippedNulls'] : []),
}
