import { type Cell, type Column, keyOf, Refused } from './cells.ts'

/** Rows with the columns they have. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What the meaning of a component depends on. */
export interface Meaning {
  /** The same for two names that the database takes for one. */
  readonly nameKey: (name: string) => string
  /** What the SQL texts of a pipeline mean. */
  readonly expressions: ReadonlyMap<string, Expression>
}

/** An expression of SQL, and what it means. */
export interface Expression {
  readonly sql: string
  readonly kind: Column['kind']
  readonly places: number
  readonly unsized: boolean
  /** The columns in it, with the kinds that it takes them for. */
  readonly reads: readonly Pick<Column, 'name' | 'kind'>[]
  evaluate(cellOf: (column: string) => Cell): Cell
}

/** A column that a component makes, with the cell of each row of its input. */
export interface Made {
  readonly column: Column
  readonly cell: (row: readonly Cell[], index: number) => Cell
}

/** Throws Refused, which is open, when a column has another kind than the expression takes it for. */
export function checkReads(
  { reads }: Expression,
  kindOf: (name: string) => Column['kind'] | undefined,
): void {
  const wrong = reads.filter(({ name, kind }) => kindOf(name) !== kind)
  if (wrong.length > 0) throw new Refused('another type than the SQL means', { isOpen: true })
}

/** The position of a column: as written, else in any case. Throws Refused when there is none. */
export function positionOf({ columns }: Table, name: string): number {
  const position = findPosition(columns, name)
  if (position < 0) throw new Refused(`no column ${name}`)
  return position
}

export function findPosition(columns: readonly Column[], name: string): number {
  const same = columns.findIndex((column) => column.name === name)
  if (same >= 0) return same
  return columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase())
}

export const columnOf = (table: Table, name: string): Column => table.columns[positionOf(table, name)]!

export const named = (column: Column, name: string): Column => ({ ...column, name })

/** Columns handed on as they are. */
export const kept = (table: Table, names = table.columns.map(({ name }) => name)): Made[] =>
  names.map((name) => {
    const position = positionOf(table, name)
    return { column: table.columns[position]!, cell: (row) => row[position]! }
  })

/** Columns with those of the same name replaced in place, and new ones behind them. */
export function replaced({ nameKey }: Meaning, old: readonly Made[], more: readonly Made[]): Made[] {
  const keyed = ({ column }: Made) => nameKey(column.name)
  const changed = old.map((made) => more.findLast((one) => keyed(one) === keyed(made)) ?? made)
  return [...changed, ...more.filter((one) => !old.some((made) => keyed(made) === keyed(one)))]
}

/** The rows of `table` with these columns. Throws Refused when two have one name, or there are none. */
export function select(meaning: Meaning, made: readonly Made[], rows: Table['rows']): Table {
  const columns = checkedColumns(
    meaning,
    made.map(({ column }) => column),
  )
  return { columns, rows: rows.map((row, index) => made.map(({ cell }) => cell(row, index))) }
}

export function checkedColumns({ nameKey }: Meaning, columns: readonly Column[]): readonly Column[] {
  if (columns.length === 0) throw new Refused('no columns')
  const keys = columns.map(({ name }) => nameKey(name))
  if (new Set(keys).size < keys.length) throw new Refused('two columns of one name')
  return columns
}

export function withoutDuplicates(table: Table): Table {
  const rows = new Map(table.rows.map((row) => [keyOf(row), row]))
  return { ...table, rows: [...rows.values()] }
}

/** Rows by the values of some columns, in the order in which they first occur. */
export function grouped(rows: Table['rows'], positions: readonly number[]): readonly Table['rows'][] {
  const groups = new Map<string, (readonly Cell[])[]>()
  for (const row of rows) {
    const key = keyOf(positions.map((position) => row[position]!))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()]
}
