import { quoteText } from '../../../warehouses/sql-text.ts'
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
      const common = commonTypeOf(names.map((name) => columns.find((one) => one.name === name)))
      return names.map((name) => (common === undefined ? cell(name) : `cast(${cell(name)} as ${common})`))
    })
    const rows = columnToRowMapping.map(
      ([label = ''], row) => `  (${[quoteText(label), ...outputs.map((cells) => cells[row])].join(', ')})`,
    )
    const names = outputColumns.map((_, index) => `value_${index + 1}`)
    const type = warehouse.typeSql({ type: 'VARCHAR' })
    const items = [
      ...columnsOf(input, ordinaryColumns).map((name) => ({ sql: cell(name), name })),
      { sql: `cast(headrace_row.label as ${type})`, name: rowLabelName },
      ...outputColumns.map((name, index) => ({ sql: `headrace_row.${names[index]}`, name })),
    ]
    return selectItems(
      warehouse,
      items,
      `from ${input.from} as headrace_input cross join lateral (values\n${rows.join(',\n')}\n) as headrace_row (${['label', ...names].join(', ')})`,
    )
  },
}
