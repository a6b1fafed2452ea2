import type { ColumnDescription, QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'

/** Words for types, by what they hold: databases name the same thing differently. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(N?VARCHAR|CHARACTER|CHAR|(TINY|MEDIUM|LONG)?TEXT|STRING|BPCHAR|NAME)/, 'text'],
  [
    /^((U?(TINY|SMALL|MEDIUM|BIG|HUGE)?|BYTE)INT(EGER)?\d*( UNSIGNED)?$|NUMBER|(BIG)?NUMERIC|DECIMAL)/,
    'number',
  ],
  [/^(FLOAT|DOUBLE|REAL)/, 'float'],
  [/^BOOL/, 'boolean'],
  [/^DATE(32)?$/, 'date'],
  [/^(TIMESTAMP|DATETIME)/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^((TINY|MEDIUM|LONG)?BLOB|BYTES|BYTEA|BINARY|VARBINARY|VARBYTE)/, 'binary'],
  [/^(VARIANT|OBJECT|ARRAY|JSON|SUPER)/, 'semi-structured'],
]

/** What a type holds; an array has no family but its own type. */
function familyOf(type: string): string {
  const word = type.trim().toUpperCase()
  return (word.endsWith(']') ? undefined : families.find(([pattern]) => pattern.test(word))?.[1]) ?? word
}

/** A column; sizes are those that the database keeps. */
type Column = QueryColumn & Partial<Pick<ColumnDescription, 'size' | 'precision'>>

/**
 * How the columns differ from the stated rows [name, type, size, precision], names in any case and any order.
 * A type is a word of the database or one that it has another for, and compared by family; cells that are
 * empty are not compared, nor are sizes that the database does not keep.
 */
export function columnDeviations(
  warehouse: Pick<Warehouse, 'typeSql'>,
  stated: readonly (readonly string[])[],
  columns: readonly Column[],
): readonly string[] {
  const actual = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const deviations = stated.flatMap((row) => {
    const [name = ''] = row
    const column = actual.get(name.toLowerCase())
    return column === undefined ? [`Column "${name}" is missing`] : deviationsOf(warehouse, row, column)
  })
  const names = new Set(stated.map(([name = '']) => name.toLowerCase()))
  const surplus = columns.filter(({ name }) => !names.has(name.toLowerCase()))
  return [...deviations, ...surplus.map(({ name }) => `Column "${name}" is not among the expected columns`)]
}

function deviationsOf(
  { typeSql }: Pick<Warehouse, 'typeSql'>,
  [name = '', given = '', ...digits]: readonly string[],
  column: Column,
): readonly string[] {
  const type = given.trim()
  const family = familyOf(column.type)
  const isOther = type !== '' && familyOf(type) !== family && familyMade(typeSql, type) !== family
  if (isOther) return [`Column "${name}" is ${column.type}, not ${type}`]
  return (['size', 'precision'] as const).flatMap((what, index) => {
    const wanted = digits[index]?.trim() ?? ''
    const actual = column[what]
    if (wanted === '' || actual === undefined || Number(wanted) === actual) return []
    return [`Column "${name}" has the ${what} ${actual}, not ${wanted}`]
  })
}

/** The family of what the database makes of a type; undefined for what is no type of a component. */
function familyMade(typeSql: Warehouse['typeSql'], type: string): string | undefined {
  try {
    return familyOf(typeSql({ type }))
  } catch (error) {
    if (error instanceof WarehouseError) return undefined
    throw error
  }
}
