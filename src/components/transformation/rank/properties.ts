import Type from 'typebox'
import { list, rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

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
}
