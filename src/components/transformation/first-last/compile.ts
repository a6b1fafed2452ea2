import { columnOf, columnsOf, passed, selectItems } from '../columns.ts'
import { orderBy } from '../ordering.ts'
import { CompileError, onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/** The last value is the first in the reverse order. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { groupingColumns = [], orderingInPartitions, firstLastColumns, ignoreNulls }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const groups = columnsOf(input, groupingColumns)
    const items = firstLastColumns.map(([column = '', which = '']) => {
      const word = which.trim().toLowerCase()
      if (word !== 'first' && word !== 'last') {
        throw new CompileError(`"${column}" is to be "${which}"; it must be First or Last`)
      }
      const name = columnOf(input, column)
      const value = warehouse.quoteName(name)
      const order = orderBy(context, input, orderingInPartitions, word === 'last')
      const filter = ignoreNulls === 'Yes' ? ` filter (where ${value} is not null)` : ''
      return { sql: `(array_agg(${value} ${order})${filter})[1]`, name }
    })
    // Without groups there is one row, but none of no rows.
    const grouped =
      groups.length === 0 ? 'having count(*) > 0' : `group by ${groups.map(warehouse.quoteName).join(', ')}`
    return selectItems(warehouse, [...passed(warehouse, groups), ...items], `from ${input.from}`, grouped)
  },
}
