import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { choice, list, rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { aggregateWords } from '../words.ts'

const properties = Type.Object({
  groupings: Type.Optional(list('Groupings')),
  aggregations: Type.Optional(rows('Aggregations', 'column', 'function')),
  groupingType: Type.Optional(choice('Grouping Type', ['Group By', 'Cube', 'Rollup'])),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['aggregate'],
  title: 'Aggregate',
  summary: 'One row for each group, with sums, counts and the like named sum_<column>, count_<column>, …',
  properties,
  effects: 'none',
  needs: ({ groupingType, groupings }) =>
    groupingType === 'Cube' && Array.isArray(groupings) && groupings.length > 1 ? ['cubes'] : [],
  validate: ({ aggregations }) =>
    wordFaults('Aggregations ("aggregations")', aggregations, {
      cell: 1,
      what: 'the function',
      known: aggregateWords,
    }),
}
