import Type from 'typebox'
import { rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { conditionCells, conditionFaults } from '../common-properties.ts'

const properties = Type.Object({
  valueMap: rows('Value Map', ...conditionCells, 'result'),
  columnName: text('Column Name'),
  other: Type.Optional(text('Other')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['map-values'],
  title: 'Map Values',
  summary: 'A text column with the result of the first condition that is true, or the other value',
  properties,
  effects: 'none',
  validate: ({ valueMap }) => conditionFaults('Value Map ("valueMap")', valueMap),
}
