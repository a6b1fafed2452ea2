import { columnsOf, passed, selectItems } from '../columns.ts'
import { jsonText } from '../json-text.ts'
import { orderBy } from '../ordering.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { aggregations, sortOrder, groupings = [] }) {
    const input = onlyInput(context)
    const { warehouse } = context
    if (aggregations.length === 0) throw new CompileError('Aggregations ("aggregations") is empty')
    const groups = columnsOf(input, groupings)
    const columns = await typedColumns(context, input)
    const order = orderBy(context, input, sortOrder)
    const items = columnsOf(input, aggregations).map((name) => {
      const type = columns.find((one) => one.name === name)?.type ?? ''
      // An aggregate of texts leaves nulls out.
      const elements = warehouse.parts.joinedTexts(
        jsonText(warehouse, warehouse.quoteName(name), type),
        order,
      )
      return { sql: warehouse.json.parse(`'[' || coalesce(${elements}, '') || ']'`), name }
    })
    // Without groups there is one row, but none of no rows.
    const grouped =
      groups.length === 0 ? 'having count(*) > 0' : `group by ${groups.map(warehouse.quoteName).join(', ')}`
    return selectItems(warehouse, [...passed(warehouse, groups), ...items], `from ${input.from}`, grouped)
  },
}
