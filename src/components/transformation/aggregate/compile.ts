import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { aggregateNamed } from '../aggregates.ts'
import { columnOf, columnsOf, passed, selectItems } from '../columns.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
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
      return {
        sql: sql(warehouse.quoteName(found), types.get(found) ?? '', warehouse.parts),
        name: `${prefix}_${found}`,
      }
    })
    return selectItems(
      warehouse,
      [...passed(warehouse, groups), ...items],
      `from ${input.from}`,
      groupBy(warehouse, groupingType, groups.map(warehouse.quoteName)),
    )
  },
}

function groupBy({ parts }: Warehouse, kind: string, groups: readonly string[]): string {
  if (groups.length === 0) return ''
  if (kind === 'Group By') return `group by ${groups.join(', ')}`
  const sql = parts.subtotals(kind === 'Cube' ? 'cube' : 'rollup', groups)
  if (sql !== undefined) return sql
  throw new CompileError(parts.refusals.cubes ?? `A ${kind} cannot be computed here`)
}
