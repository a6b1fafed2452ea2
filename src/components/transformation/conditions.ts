import { quoteText } from '../../warehouses/sql-text.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { literalFor } from '../common/literals.ts'
import { columnOf, findColumn } from './columns.ts'
import { type CompileContext, CompileError, type Input, typedColumns } from './relation.ts'

const operators: Readonly<Record<string, string>> = {
  'equal to': '=',
  'not equal to': '<>',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
}

const patterns: Readonly<Record<string, string>> = { like: 'like', ilike: 'ilike' }

/** Makes conditions on `input`, whose types the database is asked for. */
export async function conditionsOn(context: CompileContext, input: Input): Promise<Conditions> {
  const columns = await typedColumns(context, input)
  return (row) => conditionSql(context.warehouse, columns, row)
}

/**
 * One row [column, Is or Not, comparator, value] as SQL. A value that is spelled like a column of the input, in double
 * quotes or not, is that column; any other is compared as a value of the column's kind. Throws CompileError.
 */
type Conditions = (row: readonly string[]) => string

function conditionSql(
  { quoteName }: Warehouse,
  columns: readonly QueryColumn[],
  row: readonly string[],
): string {
  const [wanted = '', qualifier = '', comparator = '', value = ''] = row
  const names = columns.map(({ name }) => name)
  const column = columns[names.indexOf(columnOf({ columns: names }, wanted))]
  const literal = (text: string) => literalFor(column, text)
  const other = otherColumn(names, value)
  const test = testOf(quoteName(column?.name ?? wanted), comparator.trim().toLowerCase(), value, {
    literal,
    other: other === undefined ? literal(value) : quoteName(other),
  })
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
      `A condition on "${wanted}" says "${comparator}"; it must be one of: ${known.join(', ')}`,
    )
  }
  return qualifier.trim().toLowerCase() === 'not' ? `not (${test})` : `(${test})`
}

/** The column that a value names. */
function otherColumn(columns: readonly string[], value: string): string | undefined {
  if (columns.includes(value)) return value
  const quoted = /^\s*"((?:[^"]|"")+)"\s*$/.exec(value)?.[1]
  return quoted === undefined ? undefined : findColumn(columns, quoted.replaceAll('""', '"'))
}

interface Compared {
  readonly other: string
  readonly literal: (text: string) => string
}

function testOf(
  name: string,
  comparator: string,
  value: string,
  { other, literal }: Compared,
): string | undefined {
  if (comparator === 'null') return `${name} is null`
  if (comparator === 'blank') return `cast(${name} as varchar) = ''`
  if (comparator === 'null or blank') return `${name} is null or cast(${name} as varchar) = ''`
  if (comparator === 'in')
    return `${name} in (${value
      .split(',')
      .map((one) => literal(one.trim()))
      .join(', ')})`
  const pattern = patterns[comparator]
  if (pattern !== undefined) return `${name} ${pattern} ${quoteText(value)}`
  const operator = operators[comparator]
  return operator && `${name} ${operator} ${other}`
}
