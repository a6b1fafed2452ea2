import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { list, rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { directionFaults } from '../words.ts'

const properties = Type.Object({
  groupingColumns: Type.Optional(list('Grouping Columns')),
  orderingInPartitions: Type.Optional(rows('Ordering In Partitions', 'column', 'Ascending or Descending')),
  firstLastColumns: rows('First/Last Columns', 'column', 'First or Last'),
  ignoreNulls: Type.Optional(yesNo('Ignore Nulls')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['first-last'],
  title: 'First/Last',
  summary: 'One row for each group with the first or last value of columns, which keep their names',
  properties,
  effects: 'none',
  validate: ({ firstLastColumns, orderingInPartitions }) => [
    ...wordFaults('First/Last Columns ("firstLastColumns")', firstLastColumns, {
      cell: 1,
      what: 'the word',
      known: ['first', 'last'],
    }),
    ...directionFaults('Ordering In Partitions ("orderingInPartitions")', orderingInPartitions),
  ],
}
