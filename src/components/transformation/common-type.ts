import { isNumber, kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { commonNumberType } from './common-number.ts'
import { CompileError } from './relation.ts'

/** Two columns whose values are of different kinds. */
type Pair = readonly [QueryColumn, QueryColumn]

/**
 * The first two columns whose types databases combine in different ways: some would turn the numbers into
 * texts, others refuse. Numbers of all types go together, and so do dates and timestamps. Other types are
 * left to the database.
 */
export function differentKinds(
  { parts }: Pick<Warehouse, 'parts'>,
  columns: readonly (QueryColumn | undefined)[],
): Pair | undefined {
  const known = columns.filter((column) => column !== undefined && !isUntyped(column.type)) as QueryColumn[]
  const [first] = known
  const kindOfColumn = ({ type }: QueryColumn) =>
    parts.truthsAreNumbers && kindOf(type) === 'boolean' ? NUMBER : groupOf(type)
  const other = known.find((one) => first !== undefined && kindOfColumn(one) !== kindOfColumn(first))
  return first === undefined || other === undefined ? undefined : [first, other]
}

const NUMBER = 'a number'

/** What DuckDB says of a column that holds nothing but `null`, which goes together with everything. */
const isUntyped = (type: string): boolean => /^"?null"?$/i.test(type)

function groupOf(type: string): string {
  if (isNumber(type)) return NUMBER
  const kind = kindOf(type)
  return kind === 'day' || kind === 'moment' ? 'a date' : kind
}

const words: Readonly<Record<string, string>> = { boolean: 'true or false', binary: 'bytes' }

/** What a column holds, for messages: `text`, `a number`, or its type where it is of no known kind. */
export function heldBy({ type }: QueryColumn): string {
  const group = groupOf(type)
  return group === 'other' ? type : (words[group] ?? group)
}

/**
 * The type in which the values of these columns stand below one another, which one of a row's columns became;
 * undefined where they have one already or the database finds it. Throws CompileError where they are of
 * different kinds.
 */
export function commonTypeOf(
  warehouse: Pick<Warehouse, 'parts'>,
  columns: readonly (QueryColumn | undefined)[],
): string | undefined {
  const pair = differentKinds(warehouse, columns)
  if (pair === undefined) return commonNumberType(columns)
  const [first, other] = pair
  throw new CompileError(
    `"${first.name}" contains ${heldBy(first)} and "${other.name}" ${heldBy(other)}, which cannot become one column: convert one of them first`,
  )
}
