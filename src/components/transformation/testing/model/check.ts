import { quoteName, quoteTable, quoteText } from '../../../../warehouses/sql-text.ts'
import { kindOf, type TypeKind } from '../../../../warehouses/type-kinds.ts'
import type { Warehouse } from '../../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../../warehouses/warehouse-error.ts'
import { options } from '../pieces.ts'
import { type Piece, runPieces } from '../run.ts'
import { type Cell, type Column, exact, exactText, Refused, rounded } from './cells.ts'
import type { BaseTable } from './columns.ts'
import { RESULT } from './ends.ts'
import type { Case } from './generate.ts'
import { interpret } from './interpret.ts'
import type { NamedTable } from './rows.ts'
import { named, type Table } from './table.ts'

/**
 * Runs a pipeline on a database and compares its rows with their meaning. Throws an Error that shows both.
 */
export async function checkCase(name: string, warehouse: Warehouse, given: Case): Promise<void> {
  const meant = meaningOf(warehouse, given)
  if (meant === 'open') return
  const unsized = 'refused' in meant ? [] : meant.columns.map((column) => column.unsized === true)
  const expected = 'refused' in meant ? meant : shownOutcome(meant.columns, meant.rows, unsized)
  const actual = await outcomeOn(warehouse, given, unsized)
  // What fits no row may be found to be wrong without one.
  if ('refused' in actual && 'rows' in expected && expected.rows.length === 0 && isCast(given)) return
  const isSame =
    'refused' in expected || 'refused' in actual
      ? 'refused' in expected && 'refused' in actual
      : JSON.stringify(expected) === JSON.stringify(actual)
  if (isSame) return
  const pieces = readPieces(given.pieces).map(([component, one]) => `${component}: ${JSON.stringify(one)}`)
  throw new Error(
    [
      `${name} does not do what the documentation says.`,
      ...[...given.tables, ...(given.end.before === undefined ? [] : [given.end.before])].flatMap(tableSql),
      ...pieces,
      `end: ${JSON.stringify(given.end.piece)}`,
      `documented: ${JSON.stringify(expected)}`,
      `found:      ${JSON.stringify(actual)}`,
    ].join('\n'),
  )
}

const isCast = ({ pieces }: Case): boolean => Object.values(pieces).at(-1)?.type === 'convert-type'

/** Columns with the kind of their type and rows, as they are compared; or why it is refused. */
type Outcome =
  | { readonly columns: readonly string[]; readonly rows: readonly string[] }
  | { readonly refused: string }

type Meant = Table | { readonly refused: string } | 'open'

function meaningOf({ nameKey }: Warehouse, { tables, pieces, expressions, end }: Case): Meant {
  const known = new Map<string, Table>(tables.map((table) => [table.name, table]))
  const nodes: NamedTable[] = []
  try {
    for (const [component, piece] of readPieces(pieces)) {
      const inputs = (piece.sources ?? []).map((source) => nodes.find((node) => node.component === source)!)
      nodes.push({ ...interpret({ nameKey, expressions }, known, inputs, piece), component })
    }
    const { columns, rows } = end.written(nodes.at(-1)!)
    return { columns: columns.map((column) => named(column, nameKey(column.name))), rows }
  } catch (error) {
    if (error instanceof Refused && error.isOpen) return 'open'
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}

/** The last component and all that it reads from: nothing else is compiled. */
function readPieces(pieces: Case['pieces']): readonly (readonly [string, Piece])[] {
  const all = Object.entries(pieces)
  const read = new Set(all.slice(-1).map(([component]) => component))
  for (const component of read) for (const source of pieces[component]?.sources ?? []) read.add(source)
  return all.filter(([component]) => read.has(component))
}

async function outcomeOn(warehouse: Warehouse, given: Case, unsized: readonly boolean[]): Promise<Outcome> {
  await dropResult(warehouse)
  const { before } = given.end
  const tables = before === undefined ? given.tables : [...given.tables, before]
  await warehouse.execute(tables.flatMap(tableSql).join(';\n'), options)
  const last = Object.keys(given.pieces).at(-1)!
  const sink: Piece = { ...given.end.piece, sources: [last] }
  try {
    const { failed } = await runPieces(warehouse, { ...given.pieces, Result: sink })
    if (Object.keys(failed).length > 0) return { refused: Object.values(failed).join('. ') }
  } catch (error) {
    if (error instanceof WarehouseError) return { refused: error.message }
    throw error
  }
  return writtenOutcome(warehouse, unsized)
}

/** It may be a view or a table, which are not dropped alike. */
async function dropResult(warehouse: Warehouse): Promise<void> {
  const found = await warehouse.describe({ table: RESULT }, options)
  if (found === undefined) return
  const drop = (kind: string) => warehouse.execute(`drop ${kind} ${quoteName(RESULT)}`, options)
  await drop('table').catch(() => drop('view'))
}

async function writtenOutcome(warehouse: Warehouse, unsized: readonly boolean[]): Promise<Outcome> {
  const select = `select * from ${quoteName(RESULT)}`
  const described = await warehouse.describeQuery(select, options)
  const columns = described.map(({ name, type }) => ({ name: warehouse.nameKey(name), kind: kindOf(type) }))
  const rows: Cell[][] = []
  for await (const batch of (await warehouse.query(select, options)).batches) {
    rows.push(...batch.map((row) => row.map((text, index) => cellOf(columns[index]!.kind, text))))
  }
  return shownOutcome(columns, rows, unsized)
}

function cellOf(kind: TypeKind, text: string | null): Cell {
  if (text === null) return null
  if (kind === 'integer' || kind === 'decimal') return exact(text) ?? text
  if (kind === 'float') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

function shownOutcome(
  columns: readonly { readonly name: string; readonly kind: TypeKind }[],
  rows: readonly (readonly Cell[])[],
  unsized: readonly boolean[],
): Outcome {
  const shownKind = (kind: TypeKind) => (kind === 'integer' || kind === 'decimal' ? 'exact number' : kind)
  const shown = rows.map((row) =>
    JSON.stringify(row.map((cell, index) => shownCell(cell, unsized[index] === true))),
  )
  return { columns: columns.map(({ name, kind }) => `${name}: ${shownKind(kind)}`), rows: shown.toSorted() }
}

/** Decimal places of numbers without size that every database keeps. */
const UNSIZED_PLACES = 9

/** Digits of floats that are compared: databases add up in other orders. */
const FLOAT_DIGITS = 10

function shownCell(cell: Cell, isUnsized: boolean): string | number | boolean | null {
  if (typeof cell === 'bigint') {
    return exactText(isUnsized ? rounded(cell, UNSIZED_PLACES) : cell, 12).replace(/\.?0+$/, '')
  }
  return typeof cell === 'number' ? Number(cell.toPrecision(FLOAT_DIGITS)) + 0 : cell
}

/** Statements after which the table is there. */
function tableSql({ name, types, columns, rows }: BaseTable): string[] {
  const table = quoteTable({ table: name })
  const definitions = columns.map((column, index) => `${quoteName(column.name)} ${types[index]}`)
  const values = rows.map(
    (row) => `(${row.map((cell, index) => literalOf(columns[index]!, cell)).join(', ')})`,
  )
  return [
    `drop table if exists ${table}`,
    `create table ${table} (${definitions.join(', ')})`,
    ...(values.length === 0 ? [] : [`insert into ${table} values ${values.join(', ')}`]),
  ]
}

function literalOf({ kind }: Column, cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell === 'bigint') return exactText(cell, kind === 'integer' ? 0 : 3)
  return typeof cell === 'string' ? quoteText(cell) : String(cell)
}
