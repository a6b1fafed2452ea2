import { type Cell, compare, ONE } from './cells.ts'
import { type Interpret, listOf, rowsOf, wordOf } from './rows.ts'
import { grouped, kept, type Made, named, positionOf, replaced, select, type Table } from './table.ts'

type Row = readonly Cell[]

/** How two rows stand in an order of [column, direction]; nulls count as the greatest value. */
function comparing(table: Table, ordering: readonly (readonly string[])[]): (a: Row, b: Row) => number {
  const terms = ordering.map(([name = '', direction = '']) => ({
    position: positionOf(table, name),
    sign: direction.toLowerCase().startsWith('desc') ? -1 : 1,
  }))
  return (a, b) => {
    for (const { position, sign } of terms) {
      const difference = compareNulls(a[position]!, b[position]!) * sign
      if (difference !== 0) return difference
    }
    return 0
  }
}

function compareNulls(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(a, b)
}

export const sorted = (
  table: Table,
  rows: Table['rows'],
  ordering: readonly (readonly string[])[],
): Table['rows'] => rows.toSorted(comparing(table, ordering))

/** The rows of each partition in its order, with the cell that `cellAt` gives each of them. */
export function windowed(
  table: Table,
  partition: readonly string[],
  ordering: readonly (readonly string[])[],
  cellAt: (ordered: Table['rows'], at: number) => Cell,
): ReadonlyMap<Row, Cell> {
  const positions = partition.map((name) => positionOf(table, name))
  const cells = new Map<Row, Cell>()
  for (const part of grouped(table.rows, positions)) {
    const ordered = sorted(table, part, ordering)
    for (const [at, row] of ordered.entries()) cells.set(row, cellAt(ordered, at))
  }
  return cells
}

const rank: Interpret = (meaning, [input], given) => {
  const table = withRowsOfTheirOwn(input!)
  const ordering = rowsOf(given, 'orderingWithinPartitions')
  const order = comparing(table, ordering)
  const before = (ordered: Table['rows'], at: number) =>
    ordered.filter((row) => order(row, ordered[at]!) < 0).length
  const functions: Readonly<Record<string, (ordered: Table['rows'], at: number) => Cell>> = {
    'Row Number': (_, at) => BigInt(at + 1) * ONE,
    Rank: (ordered, at) => BigInt(before(ordered, at) + 1) * ONE,
    'Dense Rank': (ordered, at) => {
      const steps = ordered.slice(1, at + 1).filter((row, index) => order(ordered[index]!, row) !== 0)
      return BigInt(steps.length + 1) * ONE
    },
    'Percent Rank': (ordered, at) => (ordered.length === 1 ? 0 : before(ordered, at) / (ordered.length - 1)),
    'Cume Dist': (ordered, at) =>
      ordered.filter((row) => order(row, ordered[at]!) <= 0).length / ordered.length,
  }
  const made = rowsOf(given, 'functions').map(([word = '', name = '']): Made => {
    const cells = windowed(table, listOf(given, 'partitionData'), ordering, functions[word]!)
    const kind = word === 'Percent Rank' || word === 'Cume Dist' ? 'float' : 'integer'
    return { column: { name, kind, places: 0 }, cell: (row) => cells.get(row)! }
  })
  const inputs = wordOf(given, 'includeInputColumns') === 'No' ? [] : kept(table)
  return select(meaning, replaced(meaning, inputs, made), table.rows)
}

const leadLag: Interpret = (meaning, [input], given) => {
  const table = withRowsOfTheirOwn(input!)
  const skipsNulls = wordOf(given, 'ignoreNulls') === 'Yes'
  const ordering = rowsOf(given, 'orderingsWithinPartitions')
  const made = rowsOf(given, 'functions').map(([kind, column = '', offset = '1', name = '']): Made => {
    const position = positionOf(table, column)
    const count = Number(offset)
    const cells = windowed(table, listOf(given, 'partitionData'), ordering, (ordered, at) => {
      if (count === 0) return ordered[at]![position]!
      const others = kind === 'Lead' ? ordered.slice(at + 1) : ordered.slice(0, at).toReversed()
      const counted = others.map((row) => row[position]!).filter((cell) => !skipsNulls || cell !== null)
      return counted[count - 1] ?? null
    })
    return { column: named(table.columns[position]!, name), cell: (row) => cells.get(row)! }
  })
  const inputs = wordOf(given, 'includeInputColumns') === 'No' ? [] : kept(table)
  return select(meaning, replaced(meaning, inputs, made), table.rows)
}

/** Rows are told apart by being other objects, also where one was handed on twice. */
export const withRowsOfTheirOwn = (table: Table): Table => ({
  ...table,
  rows: table.rows.map((row) => [...row]),
})

/** Components that look at the rows around a row. */
export const windowComponents: Readonly<Record<string, Interpret>> = { rank, 'lead-lag': leadLag }
