import { columnOf, passed, selectItems, withItems } from '../columns.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { conversions }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const items = conversions.map(([column = '', type = '', size, precision]) => {
      const name = columnOf(input, column)
      const typeSql = warehouse.typeSql({ type: type.trim(), size, precision })
      return { sql: `cast(${warehouse.quoteName(name)} as ${typeSql})`, name }
    })
    return selectItems(
      warehouse,
      withItems(warehouse, passed(warehouse, input.columns), items),
      `from ${input.from}`,
    )
  },
}
