import Type from 'typebox'
import { rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  calculations: rows('Calculations', 'SQL expression', 'output column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['calculator'],
  title: 'Calculator',
  summary: 'Computes columns with SQL expressions; one named like an input column replaces it',
  properties,
  effects: 'none',
}
