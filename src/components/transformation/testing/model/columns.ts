import { type Cell, type Column, type Kind, ONE } from './cells.ts'
import type { Choices } from './choices.ts'
import type { Table } from './table.ts'

/**
 * Names that only careful SQL carries: of functions, reserved words, with quotes, blanks and dots, in several
 * cases.
 */
export const NAMES = [
  ...[
    'id',
    'amount',
    'Amount',
    'user',
    'order',
    "it's",
    'a"b',
    'current_date',
    'name',
    'value',
    'x.y',
    'Ä ö',
    'AMOUNT',
  ],
] as const

/**
 * Of tables: few, so that two tables share some, and never two of one name but for case, which not every
 * database has.
 */
const TABLE_COLUMNS = ['id', 'amount', 'user', 'order', "it's", 'Ä ö']

/** Texts that are empty, alike, look like something else, or have signs of SQL, patterns and scripts. */
export const TEXTS = [
  '',
  'a',
  'A',
  'ä',
  'Ä',
  '10',
  '2.5',
  ' a',
  "isn't",
  'a,b',
  'a\\b',
  '%',
  '_x',
  'null',
  '日本',
  '😀',
  'off',
]

interface ColumnType {
  readonly sql: string
  readonly kind: Kind
  readonly places: number
  readonly cells: readonly Exclude<Cell, null>[]
}

const whole = (...numbers: number[]) => numbers.map((one) => BigInt(one) * ONE)
/** Multiples of an eighth, so that floats add up exactly in any order. */
const eighths = (...numbers: number[]) => numbers.map((one) => (BigInt(one) * ONE) / 8n)

/** Types of both databases, with values that go wrong easily. */
const COLUMN_TYPES: readonly ColumnType[] = [
  { sql: 'integer', kind: 'integer', places: 0, cells: whole(0, 1, 2, 3, -1, 7) },
  { sql: 'varchar(20)', kind: 'text', places: 0, cells: TEXTS },
  { sql: 'decimal(9, 2)', kind: 'decimal', places: 2, cells: eighths(0, 12, 20, -20, 8, 2) },
  { sql: 'bigint', kind: 'integer', places: 0, cells: whole(0, 1, 3_000_000_000, -3_000_000_000) },
  { sql: 'decimal(12, 3)', kind: 'decimal', places: 3, cells: eighths(0, 12, 20, 1, -1, 19) },
  { sql: 'decimal(38, 0)', kind: 'decimal', places: 0, cells: whole(0, 1, 2, 3, -2) },
  { sql: 'double precision', kind: 'float', places: 0, cells: [0, 1, 2.5, -2.5, 0.125, 1e6] },
  { sql: 'boolean', kind: 'boolean', places: 0, cells: [false, true] },
  { sql: 'date', kind: 'day', places: 0, cells: ['2024-01-31', '2024-02-29', '1999-12-31'] },
  {
    sql: 'timestamp',
    kind: 'moment',
    places: 0,
    cells: ['2024-01-31 00:00:00', '2024-01-31 12:30:00', '2024-02-29 23:59:59.5'],
  },
]

/** A table that is made before a pipeline runs. */
export interface BaseTable extends Table {
  readonly name: string
  /** The SQL types of its columns. */
  readonly types: readonly string[]
}

export function baseTable(choices: Choices, name: string): BaseTable {
  const names = choices.some(TABLE_COLUMNS, 1, 5)
  const types = names.map(() => choices.one(COLUMN_TYPES))
  const columns = types.map(({ kind, places }, index): Column => ({ name: names[index]!, kind, places }))
  const row = () => types.map(({ cells }) => (choices.rarely(5) ? null : choices.one(cells)))
  const rows = Array.from({ length: choices.below(7) }, row)
  // Rows that are there twice are what distinct, unite and joins are about.
  const twice = rows.length > 0 && choices.rarely() ? [choices.one(rows)] : []
  return { name, types: types.map(({ sql }) => sql), columns, rows: [...rows, ...twice] }
}

export const isExact = ({ kind }: Column): boolean => kind === 'integer' || kind === 'decimal'
export const isNumeric = (column: Column): boolean => isExact(column) || column.kind === 'float'

/** Whether the text of its values is the same on every database. */
export const hasText = (column: Column): boolean => column.unsized !== true

/** Columns whose values may be compared with those of `column`. */
export const comparableWith =
  (column: Column) =>
  (other: Column): boolean =>
    other.kind === column.kind || (isNumeric(other) && isNumeric(column))
