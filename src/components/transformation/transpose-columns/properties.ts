import Type from 'typebox'
import { list, rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ordinaryColumns: Type.Optional(list('Ordinary Columns')),
  rowLabelName: text('Row Label Name'),
  outputColumns: list('Output Columns'),
  columnToRowMapping: rows('Column To Row Mapping', 'row label', 'input column of each output column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['transpose-columns'],
  title: 'Transpose Columns',
  summary: 'Creates several labelled rows from each row, one for each set of its columns',
  properties,
  effects: 'none',
  validate({ outputColumns, columnToRowMapping }) {
    if (!Array.isArray(outputColumns) || !Array.isArray(columnToRowMapping)) return []
    const lengths = new Set(columnToRowMapping.map((row) => (Array.isArray(row) ? row.length : 1)))
    const wanted = outputColumns.length + 1
    return [...lengths].some((length) => length !== wanted)
      ? [
          `A row of Column To Row Mapping ("columnToRowMapping") needs ${wanted} cells: its label, and the column of each output`,
        ]
      : []
  },
}
