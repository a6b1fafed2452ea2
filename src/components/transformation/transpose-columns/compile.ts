import { columnsOf, selectItems } from '../columns.ts'
import { commonTypeOf } from '../common-type.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { ordinaryColumns = [], rowLabelName, outputColumns, columnToRowMapping }) {
    const input = onlyInput(context)
    const { warehouse } = context
    if (columnToRowMapping.length === 0) {
      throw new CompileError('Column To Row Mapping ("columnToRowMapping") is empty')
    }
    const columns = await typedColumns(context, input)
    const cell = (name: string) => `headrace_input.${warehouse.quoteName(name)}`
    const outputs = outputColumns.map((_, index) => {
      const names = columnsOf(
        input,
        columnToRowMapping.map((row) => row[index + 1] ?? ''),
      )
      const common = commonTypeOf(
        warehouse,
        names.map((name) => columns.find((one) => one.name === name)),
      )
      return names.map((name) =>
        common === undefined ? cell(name) : warehouse.parts.cast(cell(name), common),
      )
    })
    const rows = columnToRowMapping.map(([label = ''], row) => [
      warehouse.quoteText(label),
      ...outputs.map((cells) => cells[row] ?? 'null'),
    ])
    const names = outputColumns.map((_, index) => `value_${index + 1}`)
    const table = { alias: 'headrace_row', columns: ['label', ...names], rows }
    const beside = warehouse.parts.rowsBeside(table)
    const type = warehouse.typeSql({ type: 'VARCHAR' })
    const items = [
      ...columnsOf(input, ordinaryColumns).map((name) => ({ sql: cell(name), name })),
      { sql: warehouse.parts.cast(beside.cell(0), type), name: rowLabelName },
      ...outputColumns.map((name, index) => ({ sql: beside.cell(index + 1), name })),
    ]
    return selectItems(warehouse, items, `from ${input.from} as headrace_input ${beside.join}`)
  },
}
