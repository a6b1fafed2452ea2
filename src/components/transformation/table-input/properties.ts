import Type from 'typebox'
import { isTemplate } from '../../../pipeline/expressions/resolve-parameters.ts'
import { tableWithColumns } from '../../common/asset-addresses.ts'
import { textOf } from '../../common/blocks.ts'
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

/**
 * Files for Databricks write the table as `table`; `table-input-1` and `table-input-2` are other spellings.
 */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-input', 'table-input-1', 'table-input-2'],
  title: 'Table Input',
  summary: 'Reads columns of a table or view; all of them when none is named',
  properties,
  effects: 'none',
  links: sourceLinks,
  validate: ({ targetTable, table, timeOffset }) => [
    ...((targetTable ?? table ?? '') === '' ? ['Target Table ("targetTable") is missing'] : []),
    ...(/^(none)?$/i.test(textOf(timeOffset)) || isTemplate(textOf(timeOffset))
      ? []
      : ['Earlier states of tables cannot be read: clear Time Offset ("timeOffset")']),
  ],
  assets: (parameters) => ({
    reads: tableWithColumns(parameters, parameters.targetTable ?? parameters.table, parameters.columnNames),
  }),
}
