import { kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { isNegated } from '../common/condition-words.ts'
import { literalFor } from '../common/literals.ts'
import { columnOf } from './columns.ts'
import { commonNumberType } from './common-number.ts'
import { comparators } from './common-properties.ts'
import { type CompileContext, CompileError, type Input, typedColumns } from './relation.ts'
import { valueExpression } from './value-expression.ts'

const operators: Readonly<Record<string, string>> = {
  'equal to': '=',
  'not equal to': '<>',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
}

const patterns: ReadonlySet<string> = new Set(['like', 'ilike'])

/** Makes conditions on `input`, whose types the database is asked for. */
export async function conditionsOn(context: CompileContext, input: Input): Promise<Conditions> {
  const columns = await typedColumns(context, input)
  return (row) => conditionSql(context.warehouse, columns, row)
}

/**
 * One row [column, Is or Not, comparator, value] as SQL. A value that is spelled like a column of the input
 * is that column, and an expression (see `valueExpression`) is computed; any other is compared as a value of
 * the column's kind. Throws CompileError.
 */
type Conditions = (row: readonly string[]) => string

function conditionSql(warehouse: Warehouse, columns: readonly QueryColumn[], row: readonly string[]): string {
  const [wanted = '', qualifier, comparator = '', value = ''] = row
  const names = columns.map(({ name }) => name)
  const column = columns[names.indexOf(columnOf({ columns: names }, wanted))]
  const name = warehouse.quoteName(column?.name ?? wanted)
  const varchar = warehouse.typeSql({ type: 'VARCHAR' })
  const test = testOf(name, comparator.trim().toLowerCase(), value, {
    warehouse,
    plainText: warehouse.parts.cast(name, varchar),
    literal: (text) => literalFor(warehouse, column, text),
    comparison: (operator) => comparisonSql(warehouse, columns, column, operator, value),
    text: isText(column) ? name : warehouse.castSql(name, column?.type ?? '', varchar),
  })
  if (test === undefined) {
    throw new CompileError(
      `A condition on "${wanted}" has the comparator "${comparator}"; it must be one of: ${comparators.join(', ')}`,
    )
  }
  return isNegated(qualifier) ? `not (${test})` : `(${test})`
}

const isText = (column: QueryColumn | undefined): boolean => kindOf(column?.type ?? '') === 'text'

/** Two columns of numbers are compared in a type that holds both: DuckDB would round one of them. */
function comparisonSql(
  warehouse: Warehouse,
  columns: readonly QueryColumn[],
  column: QueryColumn | undefined,
  operator: string,
  value: string,
): string {
  const { quoteName } = warehouse
  const name = quoteName(column?.name ?? '')
  const other = columns.find((one) => one.name === value || quoteName(one.name) === value.trim())
  if (other === undefined) {
    const names = columns.map((one) => one.name)
    const expression = valueExpression(warehouse, names, column, value)
    return `${name} ${operator} ${expression === undefined ? literalFor(warehouse, column, value) : `(${expression})`}`
  }
  const common = commonNumberType([column, other])
  const wide = (cell: string) => (common === undefined ? cell : warehouse.parts.cast(cell, common))
  return `${wide(name)} ${operator} ${wide(quoteName(other.name))}`
}

interface Compared {
  readonly literal: (text: string) => string
  /** The column compared with the value. */
  readonly comparison: (operator: string) => string
  /** The column as text. */
  readonly text: string
  /** The same as the database itself writes it. */
  readonly plainText: string
  readonly warehouse: Warehouse
}

function testOf(
  name: string,
  comparator: string,
  value: string,
  { literal, comparison, text, plainText, warehouse }: Compared,
): string | undefined {
  if (comparator === 'null') return `${name} is null`
  if (comparator === 'blank') return `${plainText} = ''`
  if (comparator === 'null or blank') return `${name} is null or ${plainText} = ''`
  if (comparator === 'in')
    return `${name} in (${value
      .split(',')
      .map((one) => literal(one.trim()))
      .join(', ')})`
  // No letter escapes: PostgreSQL would take a backslash for one, DuckDB would not.
  if (patterns.has(comparator))
    return warehouse.parts.like(text, warehouse.quoteText(value), comparator === 'ilike')
  const operator = operators[comparator]
  return operator && comparison(operator)
}
