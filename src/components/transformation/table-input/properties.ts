import Type from 'typebox'
import { tableWithColumns } from '../../common/asset-addresses.ts'
import { list, text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sourceLinks } from '../common-properties.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: Type.Optional(text('Target Table')),
  table: Type.Optional(text('Table')),
  columnNames: Type.Optional(list('Column Names')),
  timeOffset: Type.Optional(text('Time Offset')),
})

/** Files for Databricks write the table as `table`; `table-input-1` and `table-input-2` are other spellings. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-input', 'table-input-1', 'table-input-2'],
  title: 'Table Input',
  summary: 'Reads columns of a table or view; all of them when none is named',
  properties,
  effects: 'none',
  links: sourceLinks,
  validate: ({ targetTable, table }) =>
    (targetTable ?? table ?? '') === '' ? ['Target Table ("targetTable") is missing'] : [],
  assets: (parameters) => ({
    reads: tableWithColumns(parameters, parameters.targetTable ?? parameters.table, parameters.columnNames),
  }),
}
