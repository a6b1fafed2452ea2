import type { Piece } from '../run.ts'
import {
  asNumber,
  type Cell,
  type Column,
  castCell,
  columnOfTarget,
  isNumberKind,
  ONE,
  Refused,
  type Target,
  textOf,
} from './cells.ts'
import { combined, conditionOn } from './conditions.ts'
import {
  checkedColumns,
  checkReads,
  columnOf,
  findPosition,
  kept,
  type Made,
  type Meaning,
  named,
  positionOf,
  replaced,
  select,
  type Table,
  withoutDuplicates,
} from './table.ts'

/** The meaning of a component: its output for its inputs. */
export type Interpret = (meaning: Meaning, inputs: readonly NamedTable[], parameters: Given) => Table

export interface NamedTable extends Table {
  readonly component: string
}

/** Parameters of a piece; those of one that was generated are as its component declares them. */
type Given = Piece['parameters']

export const rowsOf = (given: Given, key: string) => (given[key] ?? []) as readonly (readonly string[])[]
export const listOf = (given: Given, key: string) => (given[key] ?? []) as readonly string[]
export const wordOf = (given: Given, key: string, otherwise = '') => String(given[key] ?? otherwise)

const target = ([, type = '', size = '', precision = '']: readonly string[]): Target => ({
  type,
  size,
  precision,
})

const filter: Interpret = (_, [input], given) => {
  const conditions = rowsOf(given, 'filterConditions').map((row) => conditionOn(input!, row))
  const combine = wordOf(given, 'combineCondition', 'And')
  const keeps = (row: Table['rows'][number]) =>
    combined(
      conditions.map((condition) => condition(row)),
      combine,
    )
  return { columns: input!.columns, rows: conditions.length === 0 ? input!.rows : input!.rows.filter(keeps) }
}

const mapValues: Interpret = (meaning, [input], given) => {
  const cases = rowsOf(given, 'valueMap').map((row) => ({
    holds: conditionOn(input!, row),
    result: row[4] ?? '',
  }))
  const other = given['other'] === undefined ? null : wordOf(given, 'other')
  const made: Made = {
    column: { name: wordOf(given, 'columnName'), kind: 'text', places: 0 },
    cell: (row) => cases.find(({ holds }) => holds(row) === true)?.result ?? other,
  }
  return select(meaning, replaced(meaning, kept(input!), [made]), input!.rows)
}

const distinct: Interpret = (meaning, [input], given) => {
  const names = listOf(given, 'columns')
  return withoutDuplicates(
    select(meaning, kept(input!, names.length === 0 ? undefined : [...names]), input!.rows),
  )
}

const rename: Interpret = (meaning, [input], given) => {
  const mapped = rowsOf(given, 'columnMapping').map(([from = '', to = '']) => {
    const [made] = kept(input!, [from])
    return { from: made!.column.name, made: { ...made!, column: named(made!.column, to) } }
  })
  const isAll = wordOf(given, 'includeInputColumns', 'No') === 'Yes'
  const made = isAll
    ? kept(input!).flatMap((one) => {
        const renamed = mapped.filter(({ from }) => from === one.column.name)
        return renamed.length === 0 ? [one] : renamed.map((other) => other.made)
      })
    : mapped.map((one) => one.made)
  return select(meaning, made, input!.rows)
}

const calculator: Interpret = (meaning, [input], given) => {
  const outputs: Made[] = []
  for (const [sql = '', name = ''] of rowsOf(given, 'calculations')) {
    const expression = meaning.expressions.get(sql)!
    const above = [...outputs]
    const inInput = (column: string) =>
      input!.columns.findIndex((one) => meaning.nameKey(one.name) === meaning.nameKey(column))
    checkReads(expression, (column) => {
      const found =
        input!.columns[inInput(column)] ?? above.find((made) => made.column.name === column)?.column
      return found?.kind
    })
    outputs.push({
      column: { name, kind: expression.kind, places: expression.places, unsized: expression.unsized },
      cell: (row, index) =>
        expression.evaluate((column) => {
          const position = inInput(column)
          if (position >= 0) return row[position]!
          return above.find((made) => made.column.name === column)!.cell(row, index)
        }),
    })
  }
  checkedColumns(
    meaning,
    outputs.map(({ column }) => column),
  )
  const isAll = wordOf(given, 'includeInputColumns', 'Yes') === 'Yes'
  return select(meaning, isAll ? replaced(meaning, kept(input!), outputs) : outputs, input!.rows)
}

const convertType: Interpret = (meaning, [input], given) => {
  const made = rowsOf(given, 'conversions').map((row): Made => {
    const position = positionOf(input!, row[0] ?? '')
    const from = input!.columns[position]!
    const column = columnOfTarget(from.name, target(row), from)
    return { column, cell: (cells) => castCell(cells[position]!, from, target(row)) }
  })
  return select(meaning, replaced(meaning, kept(input!), made), input!.rows)
}

const splitField: Interpret = (meaning, [input], given) => {
  const column = columnOf(input!, wordOf(given, 'inputColumn'))
  const [whole] = kept(input!, [column.name])
  const delimiter = wordOf(given, 'delimiter')
  const pieces = rowsOf(given, 'outputColumns').map(([index = '', name = '']): Made => {
    const cell: Made['cell'] = (row, at) => {
      const text = textOf(whole!.cell(row, at), column)
      return text === null ? null : (text.split(delimiter)[Number(index)] ?? '')
    }
    return { column: { name, kind: 'text', places: 0 }, cell }
  })
  const isKept = ({ column: one }: Made) => one !== column || wordOf(given, 'includeInputColumn') !== 'No'
  return select(meaning, replaced(meaning, kept(input!).filter(isKept), pieces), input!.rows)
}

const fixedFlow: Interpret = (meaning, _, given) => {
  const text: Column = { name: '', kind: 'text', places: 0 }
  const columns = rowsOf(given, 'columns')
  const made = columns.map((row, index): Made => {
    const column = columnOfTarget(row[0] ?? '', target(row))
    const isText = column.kind === 'text'
    return {
      column,
      cell: (cells) => (cells[index] === '' && !isText ? null : castCell(cells[index]!, text, target(row))),
    }
  })
  return select(meaning, made, rowsOf(given, 'values'))
}

const generateSequence: Interpret = (_, __, given) => {
  const [start, step, end] = ['startValue', 'incrementValue', 'endValue'].map((key) =>
    BigInt(wordOf(given, key)),
  )
  const rows: bigint[][] = []
  for (let n = start!; step! > 0n ? n <= end! : n >= end!; n += step!) rows.push([n * ONE])
  return { columns: [{ name: wordOf(given, 'outputColumn'), kind: 'integer', places: 0 }], rows }
}

/**
 * The column that holds values of all of these: numbers keep their decimal places, and days become moments
 * beside moments. Throws Refused for any other mixture.
 */
export function commonColumn(columns: readonly Column[]): Column {
  const [first] = columns
  const kinds = new Set(columns.map(({ kind }) => kind))
  const places = Math.max(...columns.map((column) => column.places))
  const unsized = columns.some((column) => column.unsized === true)
  if (kinds.size === 1) return { ...first!, places, unsized }
  if ([...kinds].every((kind) => kind === 'day' || kind === 'moment')) return { ...first!, kind: 'moment' }
  if (![...kinds].every(isNumberKind)) throw new Refused('types that do not fit together')
  return kinds.has('float')
    ? { ...first!, kind: 'float', places: 0 }
    : { ...first!, kind: 'decimal', places, unsized }
}

/** A cell of `from` in a column that `commonColumn` made of it and others. */
export function inCommon(cell: Cell, from: Column, { kind }: Column): Cell {
  if (cell === null || kind === from.kind) return cell
  if (kind === 'text') return textOf(cell, from)
  if (kind === 'float') return asNumber(cell)
  return kind === 'moment' ? castCell(cell, from, { type: 'TIMESTAMP', size: '', precision: '' }) : cell
}

const unite: Interpret = (meaning, inputs, given) => {
  const names: string[] = []
  for (const { name } of inputs.flatMap(({ columns }) => columns)) {
    if (
      findPosition(
        names.map((one) => ({ name: one, kind: 'text', places: 0 })),
        name,
      ) < 0
    )
      names.push(name)
  }
  const all = names.map((name) => inputs.map(({ columns }) => columns[findPosition(columns, name)]))
  const isCommon = wordOf(given, 'method') === 'Common Columns'
  const united = all.flatMap((found, index) => {
    if (isCommon && found.includes(undefined)) return []
    const there = found.filter((one) => one !== undefined)
    const isText = wordOf(given, 'castTypes') === 'Yes' && isMixed(there)
    const column: Column = isText ? { name: '', kind: 'text', places: 0 } : commonColumn(there)
    return [{ found, column: named(column, names[index]!) }]
  })
  const label = wordOf(given, 'addSourceComponentColumn') === 'Yes'
  const rows = inputs.flatMap(({ component, columns, rows: ofInput }, part) =>
    ofInput.map((row) => {
      const cells = united.map(({ found, column }) => {
        const from = found[part]
        return from === undefined ? null : inCommon(row[columns.indexOf(from)]!, from, column)
      })
      return label ? [...cells, component] : cells
    }),
  )
  const labelled: Column[] = label ? [{ name: 'Source Component', kind: 'text', places: 0 }] : []
  const columns = checkedColumns(meaning, [...united.map(({ column }) => column), ...labelled])
  return wordOf(given, 'removeDuplicates') === 'Yes'
    ? withoutDuplicates({ columns, rows })
    : { columns, rows }
}

export const isMixed = (columns: readonly Column[]): boolean =>
  new Set(columns.map(({ kind }) => kind)).size > 1 && !columns.every(({ kind }) => isNumberKind(kind))

/** Components that look at one row at a time, and those that make rows. */
export const rowComponents: Readonly<Record<string, Interpret>> = {
  filter,
  distinct,
  rename,
  calculator,
  unite,
  'map-values': mapValues,
  'convert-type': convertType,
  'split-field': splitField,
  'fixed-flow': fixedFlow,
  'generate-sequence': generateSequence,
}
