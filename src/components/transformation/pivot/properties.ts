import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { list, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { aggregateWords } from '../words.ts'

const properties = Type.Object({
  aggregateFunction: text('Aggregate Function'),
  pivotColumn: text('Pivot Column'),
  valueColumn: text('Value Column'),
  pivotValues: list('Pivot Values'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['pivot'],
  title: 'Pivot',
  summary: 'Turns each pivot value into a column; rows are grouped by all other columns',
  properties,
  effects: 'none',
  validate: ({ aggregateFunction }) =>
    typeof aggregateFunction === 'string'
      ? wordFaults('Pivot', [[aggregateFunction]], {
          cell: 0,
          what: 'the aggregate function',
          known: aggregateWords,
        })
      : [],
}
