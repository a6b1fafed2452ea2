import { columnOf, type Item, passed, selectItems } from '../columns.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/** With input columns, renamed ones stay in their places and the others keep their names. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { columnMapping, includeInputColumns = 'No' }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const mapped = columnMapping.map(([from = '', to = '']): Item & { column: string } => {
      const column = columnOf(input, from)
      return { column, sql: warehouse.quoteName(column), name: to.trim() === '' ? column : to }
    })
    const items =
      includeInputColumns === 'No'
        ? mapped
        : input.columns.flatMap((column) => {
            const renamed = mapped.filter((one) => one.column === column)
            return renamed.length > 0 ? renamed : passed(warehouse, [column])
          })
    return selectItems(warehouse, items, `from ${input.from}`)
  },
}
