import { aggregateNamed } from '../aggregates.ts'
import { columnOf, columnsOf, passed, selectItems } from '../columns.ts'
import { onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { groupings = [], aggregations = [], groupingType = 'Group By' }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const groups = columnsOf(input, groupings)
    const types = new Map((await typedColumns(context, input)).map((one) => [one.name, one.type]))
    const items = aggregations.map(([column = '', name = '']) => {
      const { sql, prefix } = aggregateNamed(name)
      const found = columnOf(input, column)
      return { sql: sql(warehouse.quoteName(found), types.get(found) ?? ''), name: `${prefix}_${found}` }
    })
    return selectItems(
      warehouse,
      [...passed(warehouse, groups), ...items],
      `from ${input.from}`,
      groupBy(groupingType, groups.map(warehouse.quoteName)),
    )
  },
}

function groupBy(kind: string, groups: readonly string[]): string {
  if (groups.length === 0) return ''
  const list = groups.join(', ')
  return kind === 'Group By' ? `group by ${list}` : `group by ${kind.toLowerCase()} (${list})`
}
