import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'
import { rows, text } from '../../shared/properties.ts'
import { conditionCells } from '../shared/properties.ts'

const properties = Type.Object({
  valueMap: rows('Value Map', ...conditionCells, 'result'),
  columnName: text('Column Name'),
  other: Type.Optional(text('Other')),
})

export const mapValues: ComponentProperties<typeof properties> = {
  types: ['map-values'],
  title: 'Map Values',
  summary: 'A text column with the result of the first condition that holds, or the other value',
  properties,
  effects: 'none',
}
