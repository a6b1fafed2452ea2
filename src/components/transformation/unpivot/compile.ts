import { columnsOf, selectItems } from '../columns.ts'
import { commonTypeOf } from '../common-type.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { columnsToNarrow, outputNamesColumnName, outputValuesColumnName }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const narrowed = [...new Set(columnsOf(input, columnsToNarrow))]
    if (narrowed.length === 0) throw new CompileError('Columns to Narrow ("columnsToNarrow") is empty')
    const kept = input.columns.filter((name) => !narrowed.includes(name))
    // Qualified: alone, `user` would be whoever is connected, and `value` the pair's as well as the input's.
    const cell = (name: string) => `headrace_input.${warehouse.quoteName(name)}`
    const columns = (await typedColumns(context, input)).filter(({ name }) => narrowed.includes(name))
    const common = commonTypeOf(warehouse, columns)
    const value = (name: string) =>
      common === undefined ? cell(name) : warehouse.parts.cast(cell(name), common)
    const pairs = warehouse.parts.rowsBeside({
      alias: 'headrace_pair',
      columns: ['name', 'value'],
      rows: narrowed.map((name) => [warehouse.quoteText(name), value(name)]),
    })
    const type = warehouse.typeSql({ type: 'VARCHAR' })
    const items = [
      ...kept.map((name) => ({ sql: cell(name), name })),
      { sql: warehouse.parts.cast(pairs.cell(0), type), name: outputNamesColumnName },
      { sql: pairs.cell(1), name: outputValuesColumnName },
    ]
    return selectItems(
      warehouse,
      items,
      `from ${input.from} as headrace_input ${pairs.join}`,
      `where ${pairs.cell(1)} is not null`,
    )
  },
}
