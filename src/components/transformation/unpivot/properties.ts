import Type from 'typebox'
import { list, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  columnsToNarrow: list('Columns to Narrow'),
  outputNamesColumnName: text('Output Names Column Name'),
  outputValuesColumnName: text('Output Values Column Name'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['unpivot'],
  title: 'Unpivot',
  summary: 'Turns the named columns into rows of name and value; nulls are left out',
  properties,
  effects: 'none',
}
