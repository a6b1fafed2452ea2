import { kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { type BasicQuery, basicComparators, basicQueryFaults, isAdvanced } from './basic-query-properties.ts'
import { isNegated } from './condition-words.ts'
import { literalFor } from './literals.ts'
import { columnPositions, shownTable, tableName } from './sql.ts'

export type BuiltQuery = { readonly sql: string } | { readonly fault: string }

/**
 * The query of a component with `mode`: the given one, or one built from a table with `columns` unless
 * stated.
 */
export async function queryOf(
  parameters: BasicQuery,
  columns: readonly string[],
  warehouse: Warehouse,
  options: StatementOptions,
): Promise<BuiltQuery> {
  const faults = basicQueryFaults(parameters)
  if (faults.length > 0) return { fault: faults.join('. ') }
  if (isAdvanced(parameters)) return { sql: parameters.query ?? '' }
  return basicQuery(parameters, columns, warehouse, options)
}

/** Names are found in any case, as other components find them, and nulls are the greatest values. */
async function basicQuery(
  parameters: BasicQuery,
  columns: readonly string[],
  warehouse: Warehouse,
  options: StatementOptions,
): Promise<BuiltQuery> {
  const { tableColumns = [], filterConditions = [], orderBy = [], sort, limit = '' } = parameters
  const table = tableName(parameters, parameters.table ?? parameters.targetTable ?? '')
  const from = `from ${warehouse.quoteTable(table)}`
  const typed = await warehouse.describeQuery(`select * ${from}`, options)
  const selected = tableColumns.length > 0 ? tableColumns : columns
  const filtered = filterConditions.map(([column = '']) => column)
  const found = columnPositions(
    typed.map(({ name }) => name),
    [...selected, ...orderBy, ...filtered],
    `The table ${shownTable(table)}`,
  )
  if ('fault' in found) return found
  const named = found.positions.map((position) => typed[position]!)
  const quoted = named.map(({ name }) => warehouse.quoteName(name))
  const behindSelected = selected.length + orderBy.length
  const where = whereOf(parameters, named.slice(behindSelected), warehouse)
  if ('fault' in where) return where
  const terms = quoted
    .slice(selected.length, behindSelected)
    .map((value) => warehouse.parts.orderTerm({ value, ...(sort === 'Descending' ? descending : ascending) }))
  const clauses = [
    `select ${selected.length === 0 ? '*' : [...new Set(quoted.slice(0, selected.length))].join(', ')}`,
    from,
    where.sql,
    terms.length === 0 ? '' : `order by ${terms.join(', ')}`,
    limit.trim() === '' ? '' : `limit ${Number(limit)}`,
  ]
  return { sql: clauses.filter((clause) => clause !== '').join('\n') }
}

const ascending = { direction: 'asc', nulls: 'last' } as const
const descending = { direction: 'desc', nulls: 'first' } as const

/** `columns` are those of the conditions. */
function whereOf(parameters: BasicQuery, columns: readonly QueryColumn[], warehouse: Warehouse): BuiltQuery {
  const { filterConditions = [], combineCondition, combineConditions } = parameters
  if (filterConditions.length === 0) return { sql: '' }
  const conditions: string[] = []
  for (const [index, row] of filterConditions.entries()) {
    const condition = conditionOf(row, columns[index]!, warehouse)
    if ('fault' in condition) return condition
    conditions.push(condition.sql)
  }
  const combined = (combineCondition ?? combineConditions) === 'Or' ? ' or ' : ' and '
  return { sql: `where ${conditions.join(combined)}` }
}

const operators: Readonly<Record<string, string>> = {
  'equal to': '=',
  'not equal to': '<>',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
  like: 'like',
}

/** One row [column, Is or Not, comparator, value] of a column. */
function conditionOf(row: readonly string[], column: QueryColumn, warehouse: Warehouse): BuiltQuery {
  const [, qualifier, comparator = '', value = ''] = row
  const test = testOf(warehouse, column, comparator.trim().toLowerCase(), value)
  if (test === undefined) {
    return {
      fault: `A filter of "${column.name}" has the comparator "${comparator}"; it must be one of: ${basicComparators.join(', ')}`,
    }
  }
  return { sql: isNegated(qualifier) ? `not (${test})` : `(${test})` }
}

function testOf(
  warehouse: Warehouse,
  column: QueryColumn,
  comparator: string,
  value: string,
): string | undefined {
  const { parts, typeSql, quoteName, quoteText } = warehouse
  const name = quoteName(column.name)
  const text = kindOf(column.type) === 'text' ? name : parts.cast(name, typeSql({ type: 'VARCHAR' }))
  if (comparator === 'null') return `${name} is null`
  if (comparator === 'blank') return `${text} = ''`
  if (comparator === 'null or blank') return `${name} is null or ${text} = ''`
  const operator = operators[comparator]
  if (operator === undefined) return undefined
  if (operator !== 'like') return `${name} ${operator} ${literalFor(warehouse, column, value)}`
  return parts.like(text, quoteText(value), false) // no letter escapes, a backslash neither
}
