import {
  asNumber,
  type Cell,
  type Column,
  compare,
  exact,
  isNumberKind,
  keyOf,
  ONE,
  Refused,
} from './cells.ts'
import { commonColumn, type Interpret, listOf, rowsOf, wordOf } from './rows.ts'
import {
  checkedColumns,
  columnOf,
  findPosition,
  grouped,
  kept,
  named,
  positionOf,
  type Table,
} from './table.ts'
import { sorted } from './windows.ts'

interface Figure {
  readonly prefix: string
  readonly column: (column: Column) => Pick<Column, 'kind' | 'places' | 'unsized'>
  /** Of the values that are not null. */
  readonly of: (cells: readonly Cell[]) => Cell
}

const count = { kind: 'integer', places: 0 } as const
const float = { kind: 'float', places: 0 } as const
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function average(cells: readonly Cell[]): Cell {
  return cells.length === 0 ? null : sumOf(cells.map(asNumber)) / cells.length
}

/** `less`: 1 of a sample, 0 of a population. */
const variance = (less: number) => (cells: readonly Cell[]) => {
  if (cells.length <= less) return null
  const mean = Number(average(cells))
  return sumOf(cells.map((cell) => (asNumber(cell) - mean) ** 2)) / (cells.length - less)
}

function median(cells: readonly Cell[]): Cell {
  const numbers = cells.map(asNumber).toSorted((a, b) => a - b)
  const middle = (numbers.length - 1) / 2
  return numbers.length === 0 ? null : (numbers[Math.floor(middle)]! + numbers[Math.ceil(middle)]!) / 2
}

function sum(cells: readonly Cell[]): Cell {
  if (cells.length === 0) return null
  if (cells.some((cell) => typeof cell === 'number')) return sumOf(cells.map(asNumber))
  return cells.reduce<bigint>((total, cell) => total + (cell as bigint), 0n)
}

const root = (cell: Cell): Cell => (cell === null ? null : Math.sqrt(Number(cell)))
const extreme = (sign: number) => (cells: readonly Cell[]) =>
  cells.reduce<Cell>((best, cell) => (best === null || compare(cell, best) * sign > 0 ? cell : best), null)

/** The functions of aggregate and pivot. */
const FIGURES: Readonly<Record<string, Figure>> = {
  Sum: { prefix: 'sum', column: (column) => column, of: sum },
  Count: { prefix: 'count', column: () => count, of: (cells) => BigInt(cells.length) * ONE },
  'Count Distinct': {
    prefix: 'count_distinct',
    column: () => count,
    of: (cells) => BigInt(new Set(cells.map((cell) => keyOf([cell]))).size) * ONE,
  },
  Average: { prefix: 'avg', column: () => float, of: average },
  Max: { prefix: 'max', column: (column) => column, of: extreme(1) },
  Min: { prefix: 'min', column: (column) => column, of: extreme(-1) },
  Median: { prefix: 'median', column: () => float, of: median },
  'Standard Deviation': { prefix: 'stddev', column: () => float, of: (cells) => root(variance(1)(cells)) },
  'Variance Population': { prefix: 'var_pop', column: () => float, of: variance(0) },
}

/** Throws Refused, which is open, where figures of numbers are asked of what is none. */
export function figureOf(word: string, { kind }: Column): Figure {
  const isGeneral = word.startsWith('Count') || word === 'Max' || word === 'Min'
  if (!isGeneral && !isNumberKind(kind)) throw new Refused(`${word} of no number`, { isOpen: true })
  return FIGURES[word]!
}

export const present = (rows: Table['rows'], position: number): Cell[] =>
  rows.flatMap((row) => (row[position] === null ? [] : [row[position]!]))

const aggregate: Interpret = (meaning, [input], given) => {
  const groups = listOf(given, 'groupings').map((name) => positionOf(input!, name))
  const figures = rowsOf(given, 'aggregations').map(([name = '', word = '']) => {
    const position = positionOf(input!, name)
    const column = input!.columns[position]!
    const figure = figureOf(word, column)
    return {
      position,
      figure,
      column: { ...column, ...figure.column(column), name: `${figure.prefix}_${column.name}` },
    }
  })
  const columns = [
    ...groups.map((position) => input!.columns[position]!),
    ...figures.map(({ column }) => column),
  ]
  const rows = groupSets(groups, wordOf(given, 'groupingType', 'Group By')).flatMap((set) => {
    const found = grouped(input!.rows, set)
    // Without groups there is one row, whatever the input has.
    const parts = set.length === 0 && found.length === 0 ? [[]] : found
    return parts.map((part) => [
      ...groups.map((position) => (set.includes(position) ? part[0]![position]! : null)),
      ...figures.map(({ position, figure }) => figure.of(present(part, position))),
    ])
  })
  return { columns: checkedColumns(meaning, columns), rows }
}

/** The sets of columns by which rows are grouped. */
function groupSets(groups: readonly number[], type: string): readonly (readonly number[])[] {
  if (type === 'Rollup') return [...groups.keys(), groups.length].map((length) => groups.slice(0, length))
  if (type !== 'Cube') return [groups]
  let sets: readonly (readonly number[])[] = [[]]
  for (const position of groups) sets = [...sets, ...sets.map((set) => [...set, position])]
  return sets
}

const pivot: Interpret = (meaning, [input], given) => {
  const by = columnOf(input!, wordOf(given, 'pivotColumn'))
  const value = columnOf(input!, wordOf(given, 'valueColumn'))
  const [byAt, valueAt] = [by, value].map((column) => input!.columns.indexOf(column))
  const groups = [...input!.columns.keys()].filter((position) => position !== byAt && position !== valueAt)
  const figure = figureOf(wordOf(given, 'aggregateFunction'), value)
  const values = listOf(given, 'pivotValues')
  const isReadable = isNumberKind(by.kind)
    ? values.every((one) => exact(one) !== undefined)
    : by.kind === 'text'
  if (!isReadable) throw new Refused('values of another type', { isOpen: true })
  const found = grouped(input!.rows, groups)
  const parts = groups.length === 0 && found.length === 0 ? [[]] : found
  const columns = [
    ...groups.map((position) => input!.columns[position]!),
    ...values.map((name) => named({ ...value, ...figure.column(value) }, name)),
  ]
  const cellsOf = (part: Table['rows'], one: string): readonly Cell[] =>
    present(
      part.filter((row) => row[byAt!] !== null && isSpelled(row[byAt!]!, one)),
      valueAt!,
    )
  const rows = parts.map((part) => [
    ...groups.map((position) => part[0]![position]!),
    ...values.map((one) => figure.of(cellsOf(part, one))),
  ])
  return { columns: checkedColumns(meaning, columns), rows }
}

const isSpelled = (cell: Cell, text: string): boolean =>
  typeof cell === 'string' ? cell === text : asNumber(cell) === Number(text)

const unpivot: Interpret = (meaning, [input], given) => {
  const narrowed = listOf(given, 'columnsToNarrow').map((name) => positionOf(input!, name))
  if (narrowed.length === 0) throw new Refused('nothing to narrow')
  const others = [...input!.columns.keys()].filter((position) => !narrowed.includes(position))
  const value = commonColumn(narrowed.map((position) => input!.columns[position]!))
  const columns: Column[] = [
    ...others.map((position) => input!.columns[position]!),
    { name: wordOf(given, 'outputNamesColumnName'), kind: 'text', places: 0 },
    named(value, wordOf(given, 'outputValuesColumnName')),
  ]
  const rows = input!.rows.flatMap((row) =>
    narrowed
      .filter((position) => row[position] !== null)
      .map((position) => [
        ...others.map((other) => row[other]!),
        input!.columns[position]!.name,
        value.kind === 'float' ? asNumber(row[position]!) : row[position]!,
      ]),
  )
  return { columns: checkedColumns(meaning, columns), rows }
}

const firstLast: Interpret = (meaning, [input], given) => {
  const groups = kept(input!, [...listOf(given, 'groupingColumns')])
  const positions = groups.map(({ column }) => findPosition(input!.columns, column.name))
  const wanted = rowsOf(given, 'firstLastColumns').map(([name = '', which = '']) => ({
    position: positionOf(input!, name),
    isLast: which === 'Last',
  }))
  const skipsNulls = wordOf(given, 'ignoreNulls') === 'Yes'
  const rows = grouped(input!.rows, positions).map((part) => {
    const ordered = sorted(input!, part, rowsOf(given, 'orderingInPartitions'))
    const ends = wanted.map(({ position, isLast }) => {
      const cells = ordered.map((row) => row[position]!).filter((cell) => !skipsNulls || cell !== null)
      return cells.at(isLast ? -1 : 0) ?? null
    })
    return [...positions.map((position) => part[0]![position]!), ...ends]
  })
  const columns = [...positions, ...wanted.map(({ position }) => position)].map((at) => input!.columns[at]!)
  return { columns: checkedColumns(meaning, columns), rows }
}

/** Components that make one row of several, or several of one. */
export const groupComponents: Readonly<Record<string, Interpret>> = {
  aggregate,
  pivot,
  unpivot,
  'first-last': firstLast,
}
