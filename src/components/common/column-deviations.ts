import type { QueryColumn } from '../../warehouses/warehouse.ts'

/** Words for types, by what they hold: databases name the same thing differently. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(VARCHAR|N?VARCHAR|CHARACTER|CHAR|TEXT|STRING|BPCHAR|NAME)/, 'text'],
  [/^((U?(TINY|SMALL|MEDIUM|BIG|HUGE)?|BYTE)INT(EGER)?\d*$|NUMBER|(BIG)?NUMERIC|DECIMAL)/, 'number'],
  [/^(FLOAT|DOUBLE|REAL)/, 'float'],
  [/^BOOL/, 'boolean'],
  [/^DATE$/, 'date'],
  [/^(TIMESTAMP|DATETIME)/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^(BLOB|BYTES|BYTEA|BINARY|VARBINARY)/, 'binary'],
  [/^(VARIANT|OBJECT|ARRAY|JSON|SUPER)/, 'semi-structured'],
]

const familyOf = (type: string): string => {
  const word = type.trim().toUpperCase()
  return families.find(([pattern]) => pattern.test(word))?.[1] ?? word
}

/** How the columns differ from the stated rows [name, type, …], names in any case, types by family, any order. */
export function columnDeviations(
  stated: readonly (readonly string[])[],
  columns: readonly QueryColumn[],
): readonly string[] {
  const actual = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const deviations: string[] = []
  for (const [name = '', type = ''] of stated) {
    const column = actual.get(name.toLowerCase())
    if (column === undefined) deviations.push(`Column "${name}" is missing`)
    else if (type.trim() !== '' && familyOf(type) !== familyOf(column.type)) {
      deviations.push(`Column "${name}" is ${column.type}, not ${type}`)
    }
  }
  const names = new Set(stated.map(([name = '']) => name.toLowerCase()))
  const surplus = columns.filter(({ name }) => !names.has(name.toLowerCase()))
  return [...deviations, ...surplus.map(({ name }) => `Column "${name}" is not among the expected columns`)]
}
