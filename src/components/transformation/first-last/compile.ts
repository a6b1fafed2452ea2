import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { columnOf, columnsOf, type Item, passed, selectItems } from '../columns.ts'
import { orderBy } from '../ordering.ts'
import { CompileError, onlyInput, type Relation, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/** The last value is the first in the reverse order. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { groupingColumns = [], orderingInPartitions, firstLastColumns, ignoreNulls }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const groups = columnsOf(input, groupingColumns)
    const { parts } = warehouse
    const items = firstLastColumns.map(([column = '', which = '']) => {
      const word = which.trim().toLowerCase()
      if (word !== 'first' && word !== 'last') {
        throw new CompileError(`"${column}" has "${which}"; it must be First or Last`)
      }
      const name = columnOf(input, column)
      const value = warehouse.quoteName(name)
      const order = orderBy(context, input, orderingInPartitions, word === 'last')
      if (parts.first === undefined) {
        const skipped = ignoreNulls === 'Yes' ? [`${value} is null`] : []
        return { sql: firstInWindow(warehouse, groups, value, [...skipped, order]), name }
      }
      const filter = ignoreNulls === 'Yes' ? ` filter (where ${value} is not null)` : ''
      return { sql: `${parts.first(value, order)}${filter}`, name }
    })
    if (parts.first === undefined) return ofFirstRows(warehouse, groups, items, input.from)
    // Without groups there is one row, but none of no rows.
    const grouped =
      groups.length === 0 ? 'having count(*) > 0' : `group by ${groups.map(warehouse.quoteName).join(', ')}`
    return selectItems(warehouse, [...passed(warehouse, groups), ...items], `from ${input.from}`, grouped)
  },
}

const partition = ({ quoteName }: Warehouse, groups: readonly string[]): string =>
  groups.length === 0 ? '' : `partition by ${groups.map(quoteName).join(', ')}`

/** The value of the first row of a group, beside each of its rows. */
function firstInWindow(
  warehouse: Warehouse,
  groups: readonly string[],
  value: string,
  orders: readonly string[],
): string {
  const terms = orders.map((order) => order.replace(/^order by /, '')).filter((term) => term !== '')
  const order = terms.length === 0 ? warehouse.parts.noOrder : `order by ${terms.join(', ')}`
  // Without an order a window is the whole partition, and Redshift takes no frame.
  const all = order === '' ? '' : 'rows between unbounded preceding and unbounded following'
  return `${warehouse.parts.windowEnd('first', value)} over (${partition(warehouse, groups)} ${order} ${all})`
}

/** One row of each group, where databases have no aggregate that takes the first value. */
function ofFirstRows(
  warehouse: Warehouse,
  groups: readonly string[],
  items: readonly Item[],
  from: string,
): Relation {
  const number = {
    sql: `row_number() over (${partition(warehouse, groups)} ${warehouse.parts.noOrder})`,
    name: 'headrace_row',
  }
  const all = selectItems(warehouse, [...passed(warehouse, groups), ...items, number], `from ${from}`)
  const columns = [...groups, ...items.map(({ name }) => name)]
  const rows = `from (\n${all.sql}\n) as headrace_firsts\nwhere headrace_row = 1`
  return selectItems(warehouse, passed(warehouse, columns), rows)
}
