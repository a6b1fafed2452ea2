import { type Cell, type Column, keyOf } from './cells.ts'
import { figureOf, present } from './groups.ts'
import {
  commonColumn,
  type Interpret,
  inCommon,
  isMixed,
  listOf,
  type NamedTable,
  rowsOf,
  wordOf,
} from './rows.ts'
import {
  checkedColumns,
  findPosition,
  kept,
  type Made,
  named,
  positionOf,
  replaced,
  select,
  type Table,
  withoutDuplicates,
} from './table.ts'
import { windowed, withRowsOfTheirOwn } from './windows.ts'

/** The rows of each input in the columns that all have. */
function inCommonColumns(inputs: readonly NamedTable[], castTypes: string): readonly Table[] {
  const all = inputs[0]!.columns
  // As in unite, names of one component that differ by case alone are one.
  const first = all.filter((column, index) => findPosition(all.slice(0, index), column.name) < 0)
  const found = first.flatMap(({ name }) => {
    const positions = inputs.map(({ columns }) => findPosition(columns, name))
    return positions.includes(-1) ? [] : [{ name, positions }]
  })
  const columns = found.map(({ name, positions }): Column => {
    const matched = positions.map((position, index) => inputs[index]!.columns[position]!)
    if (castTypes === 'Yes' && isMixed(matched)) return { name, kind: 'text', places: 0 }
    return named(commonColumn(matched), name)
  })
  return inputs.map((input, part) => ({
    columns,
    rows: input.rows.map((row) =>
      found.map(({ positions }, index) => {
        const position = positions[part]!
        return inCommon(row[position]!, input.columns[position]!, columns[index]!)
      }),
    ),
  }))
}

const compared =
  (isKept: (isInOther: boolean) => boolean): Interpret =>
  (meaning, inputs, given) => {
    const primary = wordOf(given, 'primaryTable', inputs[0]!.component)
    const ordered = inputs.toSorted(
      (a, b) => Number(b.component === primary) - Number(a.component === primary),
    )
    const [first, ...others] = inCommonColumns(ordered, wordOf(given, 'castTypes'))
    const columns = checkedColumns(meaning, first!.columns)
    const known = new Set(others.flatMap(({ rows }) => rows).map(keyOf))
    return withoutDuplicates({ columns, rows: first!.rows.filter((row) => isKept(known.has(keyOf(row)))) })
  }

const transposeColumns: Interpret = (meaning, [input], given) => {
  const mapping = rowsOf(given, 'columnToRowMapping')
  const ordinary = kept(input!, [...listOf(given, 'ordinaryColumns')])
  const outputs = listOf(given, 'outputColumns').map((name, index) => {
    const positions = mapping.map((row) => positionOf(input!, row[index + 1] ?? ''))
    const from = positions.map((position) => input!.columns[position]!)
    return { positions, from, column: named(commonColumn(from), name) }
  })
  const label: Column = { name: wordOf(given, 'rowLabelName'), kind: 'text', places: 0 }
  const columns = [...ordinary.map(({ column }) => column), label, ...outputs.map(({ column }) => column)]
  const rows = input!.rows.flatMap((row, index) =>
    mapping.map(([word = ''], at) => [
      ...ordinary.map(({ cell }) => cell(row, index)),
      word,
      ...outputs.map(({ positions, from, column }) => inCommon(row[positions[at]!]!, from[at]!, column)),
    ]),
  )
  return { columns: checkedColumns(meaning, columns), rows }
}

/** The rows of a partition that a row's window holds. */
function frameOf(given: Parameters<Interpret>[2], ordered: Table['rows'], at: number): Table['rows'] {
  const bound = (key: string) =>
    wordOf(given, key).startsWith('offset') ? Number(wordOf(given, `${key}Offset`)) : 0
  const from = wordOf(given, 'lowerBound').startsWith('unbounded') ? 0 : at - bound('lowerBound')
  const to = wordOf(given, 'upperBound').startsWith('unbounded')
    ? ordered.length
    : at + bound('upperBound') + 1
  return ordered.slice(Math.max(0, from), to)
}

const windowCalculation: Interpret = (meaning, [input], given) => {
  const table = withRowsOfTheirOwn(input!)
  const made = rowsOf(given, 'functions').map(([word = '', column = '', name = '']): Made => {
    const position = positionOf(table, column)
    const from = table.columns[position]!
    const isEnd = word.endsWith('Value')
    const figure = isEnd ? undefined : figureOf(word, from)
    const cellOf = (rows: Table['rows']): Cell => {
      if (figure !== undefined) return figure.of(present(rows, position))
      return rows.at(word === 'First Value' ? 0 : -1)?.[position] ?? null
    }
    const ordering = rowsOf(given, 'orderingWithinPartitions')
    const cells = windowed(table, listOf(given, 'partitionData'), ordering, (ordered, at) =>
      cellOf(frameOf(given, ordered, at)),
    )
    return { column: { ...from, ...figure?.column(from), name }, cell: (row) => cells.get(row)! }
  })
  const inputs = wordOf(given, 'includeInputColumns') === 'No' ? [] : kept(table)
  return select(meaning, replaced(meaning, inputs, made), table.rows)
}

const replicate: Interpret = (meaning, [input]) => select(meaning, kept(input!), input!.rows)

/** Components that compare whole rows, or look at several rows or columns of their input alike. */
export const setComponents: Readonly<Record<string, Interpret>> = {
  except: compared((isInOther) => !isInOther),
  intersect: compared((isInOther) => isInOther),
  replicate,
  'transpose-columns': transposeColumns,
  'window-calculation': windowCalculation,
}
