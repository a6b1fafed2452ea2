import { quoteName } from '../../../../warehouses/sql-text.ts'
import type { Piece } from '../run.ts'
import {
  type Cell,
  type Column,
  castCell,
  columnOfTarget,
  compare,
  ONE,
  Refused,
  type Target,
} from './cells.ts'
import type { Choices } from './choices.ts'
import { type BaseTable, hasText } from './columns.ts'
import { CONVERSIONS } from './makers.ts'
import { columnOf, positionOf, type Table } from './table.ts'

/** The table or view that a pipeline writes. */
export const RESULT = 'compared result'

/** How a pipeline ends: what it writes to, with what, and what is there then. */
export interface End {
  readonly piece: Pick<Piece, 'type' | 'parameters'>
  /** The table that is there before. */
  readonly before?: BaseTable
  readonly written: (input: Table) => Table
}

type EndMaker = (choices: Choices, input: Table) => End | undefined

const rewriteTable: EndMaker = () => ({
  piece: { type: 'rewrite-table', parameters: { targetTable: RESULT } },
  written: (input) => input,
})

const createView: EndMaker = () => ({
  piece: { type: 'create-view', parameters: { viewName: RESULT } },
  written: (input) => input,
})

const sqlTypes: Readonly<Record<string, string>> = { FLOAT: 'double precision', NUMBER: 'decimal' }

function sqlType({ type, size, precision }: Target): string {
  const sized = [size, precision].filter((digits) => digits !== '').join(', ')
  return `${sqlTypes[type] ?? type.toLowerCase()}${sized === '' ? '' : `(${sized})`}`
}

const tableOutput: EndMaker = (choices, input) => {
  const fits = (column: Column, letters: number) =>
    input.rows.every((row) => String(row[input.columns.indexOf(column)] ?? '').length <= letters)
  const mapped = choices.some(input.columns, 1, 3).map((column, index) => {
    // DuckDB's tables keep no length of texts, and what is no number may be refused without a row.
    const fitting = CONVERSIONS[column.kind].filter((one) => {
      if (one === 'VARCHAR,20,') return fits(column, 20)
      if (one.startsWith('VARCHAR')) return one === 'VARCHAR,,'
      return one !== 'NUMBER,,' && (column.kind !== 'text' || input.rows.length > 0)
    })
    const [type = '', size = '', precision = ''] = choices
      .one(fitting.filter((one) => hasText(column) || !one.startsWith('VARCHAR')))
      .split(',')
    return { source: column.name, name: `target ${index}`, target: { type, size, precision } }
  })
  const columns: readonly Column[] = [
    { name: 'untouched', kind: 'integer', places: 0 },
    ...mapped.map(({ name, target }) => columnOfTarget(name, target)),
  ]
  const old = [ONE, ...mapped.map(() => null)]
  const outputMode = choices.one(['Append', 'Truncate'])
  const columnMapping = mapped.map(({ source, name }) => [source, name])
  const written = (rows: Table): Table => {
    const cast = rows.rows.map((row) => [
      null,
      ...mapped.map(({ source, target }) =>
        castCell(row[positionOf(rows, source)]!, columnOf(rows, source), target),
      ),
    ])
    return { columns, rows: outputMode === 'Append' ? [old, ...cast] : cast }
  }
  return {
    piece: {
      type: 'table-output',
      parameters: { targetTable: RESULT, outputMode, fixDataTypeMismatches: 'Yes', columnMapping },
    },
    before: {
      name: RESULT,
      columns,
      types: ['integer', ...mapped.map(({ target }) => sqlType(target))],
      rows: [old],
    },
    written,
  }
}

/** The keys that the target of a merge has. */
const KEYS: Readonly<Record<string, { readonly sql: string; readonly cells: readonly Cell[] }>> = {
  integer: { sql: 'bigint', cells: [0n, ONE, 2n * ONE, 7n * ONE, null] },
  text: { sql: 'varchar(100)', cells: ['a', 'A', '10', '', 'off', null] },
}

const tableUpdate: EndMaker = (choices, input) => {
  const column = choices.one(input.columns)
  const keys = KEYS[column.kind]
  if (keys === undefined) return undefined
  const columns: readonly Column[] = [
    { ...column, name: 'key' },
    { ...column, name: 'value' },
  ]
  const rows = choices.some(keys.cells, 0, 4).map((key) => [key, null])
  const whenMatched = choices.one([[['<none>', 'Update']], [['true', 'Delete']], []])
  const isInserted = whenMatched.length === 0 || choices.rarely(2)
  const mapping = [[column.name, 'value']]
  return {
    piece: {
      type: 'table-update',
      parameters: {
        targetTable: RESULT,
        joinExpression: [[`"target"."key" = "input".${quoteName(column.name)}`, 'Case']],
        whenMatched,
        updateMapping: mapping,
        includeNotMatched: isInserted ? 'Yes' : 'No',
        insertMapping: [[column.name, 'key'], ...mapping],
      },
    },
    before: { name: RESULT, columns, types: [keys.sql, keys.sql], rows },
    written: (source) => {
      if (columnOf(source, column.name).kind !== column.kind) {
        throw new Refused('keys of another type', { isOpen: true })
      }
      const cells = source.rows.map((row) => row[positionOf(source, column.name)] as Cell)
      return { columns, rows: merged(rows, cells, whenMatched[0]?.[1], isInserted) }
    },
  }
}

/** Throws Refused when several of `cells` would change one row. */
function merged(
  rows: readonly (readonly Cell[])[],
  cells: readonly Cell[],
  action: string | undefined,
  isInserted: boolean,
): readonly (readonly Cell[])[] {
  const matches = (key: Cell, cell: Cell) => key !== null && cell !== null && compare(key, cell) === 0
  const changed = rows.flatMap(([key = null, value = null]) => {
    const found = cells.filter((cell) => matches(key, cell))
    if (found.length === 0 || action === undefined) return [[key, value]]
    if (found.length > 1) throw new Refused('several rows would change one')
    return action === 'Delete' ? [] : [[key, found[0] ?? null]]
  })
  const lonely = cells.filter((cell) => !rows.some(([key = null]) => matches(key, cell)))
  return isInserted ? [...changed, ...lonely.map((cell) => [cell, cell])] : changed
}

/** The simplest first. */
export const endMakers: readonly EndMaker[] = [rewriteTable, createView, tableOutput, tableUpdate]
