import { quoteText } from '../../warehouses/sql-text.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { columnOf } from './columns.ts'
import { CompileError, type Input } from './relation.ts'

const operators: Readonly<Record<string, string>> = {
  'equal to': '=',
  'not equal to': '<>',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
}

const patterns: Readonly<Record<string, string>> = { like: 'like', ilike: 'ilike' }

/**
 * One row [column, Is or Not, comparator, value] as SQL. A value that is spelled like a column of the input
 * is
 * that column, any other is text, which the database reads as the column's type. Throws CompileError.
 */
export function conditionSql({ quoteName }: Warehouse, input: Input, row: readonly string[]): string {
  const [column = '', qualifier = '', comparator = '', value = ''] = row
  const name = quoteName(columnOf(input, column))
  const other = input.columns.includes(value) ? quoteName(value) : quoteText(value)
  const test = testOf(name, comparator.trim().toLowerCase(), value, other)
  if (test === undefined) {
    const known = [
      ...Object.keys(operators),
      ...Object.keys(patterns),
      'in',
      'null',
      'blank',
      'null or blank',
    ]
    throw new CompileError(
      `A condition on "${column}" says "${comparator}"; it must be one of: ${known.join(', ')}`,
    )
  }
  return qualifier.trim().toLowerCase() === 'not' ? `not (${test})` : `(${test})`
}

function testOf(name: string, comparator: string, value: string, other: string): string | undefined {
  if (comparator === 'null') return `${name} is null`
  if (comparator === 'blank') return `cast(${name} as varchar) = ''`
  if (comparator === 'null or blank') return `${name} is null or cast(${name} as varchar) = ''`
  if (comparator === 'in') {
    const values = value.split(',').map((one) => quoteText(one.trim()))
    return `${name} in (${values.join(', ')})`
  }
  const pattern = patterns[comparator]
  if (pattern !== undefined) return `${name} ${pattern} ${quoteText(value)}`
  const operator = operators[comparator]
  return operator && `${name} ${operator} ${other}`
}
