import { quoteText } from '../../../warehouses/sql-text.ts'
import { columnsOf, passed, selectItems } from '../columns.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { columnsToNarrow, outputNamesColumnName, outputValuesColumnName }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const narrowed = columnsOf(input, columnsToNarrow)
    if (narrowed.length === 0) throw new CompileError('Columns to Narrow ("columnsToNarrow") is empty')
    const kept = input.columns.filter((name) => !narrowed.includes(name))
    const pairs = narrowed.map((name) => `  (${quoteText(name)}, ${warehouse.quoteName(name)})`)
    const type = warehouse.typeSql({ type: 'VARCHAR' })
    const items = [
      ...passed(warehouse, kept),
      { sql: `cast(headrace_pair.name as ${type})`, name: outputNamesColumnName },
      { sql: 'headrace_pair.value', name: outputValuesColumnName },
    ]
    return selectItems(
      warehouse,
      items,
      `from ${input.from} cross join lateral (values\n${pairs.join(',\n')}\n) as headrace_pair (name, value)`,
      'where headrace_pair.value is not null',
    )
  },
}
