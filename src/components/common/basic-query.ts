import { kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { type BasicQuery, basicQueryFaults, isAdvanced } from './basic-query-properties.ts'
import { literalFor } from './literals.ts'
import { tableName } from './sql.ts'

export type BuiltQuery = { readonly sql: string } | { readonly fault: string }

/** The query of a component with `mode`: the given one, or one built from a table with `columns` unless stated. */
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

async function basicQuery(
  parameters: BasicQuery,
  columns: readonly string[],
  warehouse: Warehouse,
  options: StatementOptions,
): Promise<BuiltQuery> {
  const { tableColumns = [], orderBy = [], sort = 'Ascending', limit = '' } = parameters
  const selected = tableColumns.length > 0 ? tableColumns : [...new Set(columns)]
  const quoted = (names: readonly string[], after = '') =>
    names.map((name) => `${warehouse.quoteName(name)}${after}`).join(', ')
  const table = tableName(parameters, parameters.table ?? parameters.targetTable ?? '')
  const isFiltered = (parameters.filterConditions ?? []).length > 0
  const select = `select * from ${warehouse.quoteTable(table)}`
  const typed = isFiltered ? await warehouse.describeQuery(select, options) : []
  const where = whereOf(parameters, typed, warehouse)
  if ('fault' in where) return where
  const clauses = [
    `select ${selected.length === 0 ? '*' : quoted(selected)}`,
    `from ${warehouse.quoteTable(table)}`,
    where.sql,
    orderBy.length === 0 ? '' : `order by ${quoted(orderBy, sort === 'Descending' ? ' desc' : '')}`,
    limit.trim() === '' ? '' : `limit ${Number(limit)}`,
  ]
  return { sql: clauses.filter((clause) => clause !== '').join('\n') }
}

function whereOf(parameters: BasicQuery, columns: readonly QueryColumn[], warehouse: Warehouse): BuiltQuery {
  const { filterConditions = [], combineCondition, combineConditions } = parameters
  if (filterConditions.length === 0) return { sql: '' }
  const conditions: string[] = []
  for (const row of filterConditions) {
    const condition = conditionOf(row, columns, warehouse)
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

/** One row [column, Is or Not, comparator, value]. */
function conditionOf(
  row: readonly string[],
  columns: readonly QueryColumn[],
  warehouse: Warehouse,
): BuiltQuery {
  const [column = '', qualifier = 'Is', comparator = '', value = ''] = row
  const name = warehouse.quoteName(column)
  const typed = columns.find((one) => one.name.toLowerCase() === column.toLowerCase())
  const test = testOf(warehouse, name, comparator.trim().toLowerCase(), value, typed)
  if (test === undefined) {
    const known = [...Object.keys(operators), 'null', 'blank', 'null or blank'].join(', ')
    return {
      fault: `A filter of "${column}" has the comparator "${comparator}"; it must be one of: ${known}`,
    }
  }
  return { sql: qualifier.trim().toLowerCase() === 'not' ? `not (${test})` : `(${test})` }
}

function testOf(
  warehouse: Warehouse,
  name: string,
  comparator: string,
  value: string,
  column: QueryColumn | undefined,
): string | undefined {
  const { parts, typeSql, quoteText } = warehouse
  if (comparator === 'null') return `${name} is null`
  if (comparator === 'blank') return `${name} = ''`
  if (comparator === 'null or blank') return `${name} is null or ${name} = ''`
  const operator = operators[comparator]
  if (operator === undefined) return undefined
  if (operator !== 'like') return `${name} ${operator} ${literalFor(warehouse, column, value)}`
  const text = kindOf(column?.type ?? '') === 'text' ? name : parts.cast(name, typeSql({ type: 'VARCHAR' }))
  return parts.like(text, quoteText(value), false) // no letter escapes, a backslash neither
}
