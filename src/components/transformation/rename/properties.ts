import Type from 'typebox'
import { rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  columnMapping: rows('Column Mapping', 'column', 'new name'),
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['rename'],
  title: 'Rename',
  summary: 'Renames columns; those not named are dropped, or kept when input columns are included',
  properties,
  effects: 'none',
}
