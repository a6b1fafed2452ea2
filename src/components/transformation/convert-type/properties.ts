import Type from 'typebox'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  conversions: rows('Conversions', 'column', 'type', 'size', 'precision'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['convert-type'],
  title: 'Convert Type',
  summary: 'Changes the types of columns; a value that does not fit fails the run',
  properties,
  effects: 'none',
}
