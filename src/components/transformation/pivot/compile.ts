import { literalFor } from '../../common/literals.ts'
import { aggregateNamed } from '../aggregates.ts'
import { columnOf, passed, selectItems } from '../columns.ts'
import { onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { aggregateFunction, pivotColumn, valueColumn, pivotValues }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const by = columnOf(input, pivotColumn)
    const value = columnOf(input, valueColumn)
    const typed = await typedColumns(context, input)
    const pivoted = typed.find(({ name }) => name === by)
    const valueType = typed.find(({ name }) => name === value)?.type ?? ''
    // Every other column groups: a pivot keeps one row for each combination of them.
    const groups = input.columns.filter((name) => name !== by && name !== value)
    const { sql } = aggregateNamed(aggregateFunction)
    // Conditional aggregates, because PostgreSQL has no PIVOT. They ignore the nulls that other values
    // become.
    const items = pivotValues.map((one) => {
      const matching = `${warehouse.quoteName(by)} = ${literalFor(warehouse, pivoted, one)}`
      return {
        sql: sql(`case when ${matching} then ${warehouse.quoteName(value)} end`, valueType, warehouse.parts),
        name: one,
      }
    })
    // Without grouping columns the aggregates give one row, and an empty `group by` is a syntax error.
    const grouped = groups.length === 0 ? '' : `group by ${groups.map(warehouse.quoteName).join(', ')}`
    return selectItems(warehouse, [...passed(warehouse, groups), ...items], `from ${input.from}`, grouped)
  },
}
