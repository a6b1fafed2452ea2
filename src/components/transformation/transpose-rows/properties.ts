import Type from 'typebox'
import { list, rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { directionFaults } from '../words.ts'

const properties = Type.Object({
  aggregations: list('Aggregations'),
  sortOrder: Type.Optional(rows('Sort Order', 'column', 'Ascending or Descending')),
  groupings: Type.Optional(list('Groupings')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['transpose-rows'],
  title: 'Transpose Rows',
  summary: 'One row for each group with the values of its rows as JSON arrays',
  properties,
  effects: 'none',
  validate: ({ sortOrder }) => directionFaults('Sort Order ("sortOrder")', sortOrder),
}
