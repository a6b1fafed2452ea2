import Type from 'typebox'
import { rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { truth } from '../common-properties.ts'

const properties = Type.Object({
  inputColumn: text('Input Column'),
  delimiter: text('Delimiter'),
  outputColumns: rows('Output Columns', 'index from 0', 'output column'),
  includeInputColumn: Type.Optional(truth('Include Input Column')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['split-field'],
  title: 'Split Field',
  summary: 'Splits a text column at a delimiter into several columns',
  properties,
  effects: 'none',
}
