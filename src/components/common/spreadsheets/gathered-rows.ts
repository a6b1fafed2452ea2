import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Field } from '../../orchestration/modular-api-extract-input-v2/fields.ts'
import { cellText, type SheetCell } from './cells.ts'

const WRITE_CHARACTERS = 1024 * 1024

/** Values of one kind make a column of its type; mixed ones are text. */
type ColumnKind = 'none' | 'boolean' | 'integer' | 'number' | 'date' | 'timestamp' | 'text'

/**
 * Rows of a sheet in a file of the step. Sheets do not say what type a column has: it is known only after the
 * last row, so nothing can be loaded before.
 */
export interface GatheredRows {
  readonly rows: number
  add(cells: readonly SheetCell[]): Promise<void>
  /** Whether a column has a value in any row. */
  isUsed(index: number): boolean
  /** The columns of a load, from the values of every row; `asText` leaves everything text. */
  columns(names: readonly string[], asText: boolean): readonly Field[]
  /** Every row as an element with the columns as its members. */
  elements(columns: readonly Field[]): AsyncGenerator<string>
  close(): Promise<void>
}

/** The folder is the step's own. */
export async function createGatheredRows(folder: string): Promise<GatheredRows> {
  const path = join(folder, 'rows')
  const file = await open(path, 'w', 0o600)
  const kinds: ColumnKind[] = []
  let waiting = ''
  let rows = 0

  async function add(cells: readonly SheetCell[]): Promise<void> {
    rows++
    for (const [index, cell] of cells.entries()) {
      if (cell !== null) kinds[index] = joined(kinds[index] ?? 'none', kindOf(cell))
    }
    waiting += `${lineOf(cells)}\n`
    if (waiting.length >= WRITE_CHARACTERS) await write(file)
  }

  async function write(to: FileHandle): Promise<void> {
    const text = waiting
    waiting = ''
    await to.appendFile(text)
  }

  async function* elements(columns: readonly Field[]): AsyncGenerator<string> {
    await write(file)
    const input = createReadStream(path)
    try {
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        const cells = JSON.parse(line) as readonly (string | number | boolean | null)[]
        const members = columns.map(({ member = '', type, definition }) => {
          const cell = cells[Number(member.slice(1))] ?? null
          const isText = type === 'STRING' && definition === undefined
          return [member, isText && cell !== null ? textOfSpelled(cell) : cell]
        })
        yield JSON.stringify(Object.fromEntries(members))
      }
    } finally {
      input.destroy() // a reader of lines that is given up leaves it open
    }
  }

  return {
    get rows() {
      return rows
    },
    add,
    isUsed: (index) => kinds[index] !== undefined,
    columns: (names, asText) =>
      names.map((name, index) => fieldOf(name, index, asText ? 'text' : (kinds[index] ?? 'none'))),
    elements,
    close: () => file.close(),
  }
}

/** Two characters that end a line for a reader of lines stand in JSON as they are. */
const lineOf = (cells: readonly SheetCell[]): string =>
  JSON.stringify(cells.map((cell) => cell?.value ?? null)).replaceAll(/[\u2028\u2029]/g, (one) =>
    one === '\u2028' ? '\\u2028' : '\\u2029',
  )

const textOfSpelled = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? value
    : cellText(typeof value === 'number' ? { kind: 'number', value } : { kind: 'boolean', value })

const kindOf = (cell: NonNullable<SheetCell>): ColumnKind =>
  cell.kind === 'number' && Number.isSafeInteger(cell.value) ? 'integer' : cell.kind

function joined(one: ColumnKind, other: ColumnKind): ColumnKind {
  if (one === 'none' || one === other) return other
  const both = new Set([one, other])
  if (both.has('integer') && both.has('number')) return 'number'
  return both.has('date') && both.has('timestamp') ? 'timestamp' : 'text'
}

/** Members are named by position: names of columns may be anything. */
function fieldOf(name: string, index: number, kind: ColumnKind): Field {
  const column = { name, member: `c${index}` }
  switch (kind) {
    case 'boolean':
      return { ...column, type: 'BOOLEAN' }
    case 'integer':
      return { ...column, type: 'INTEGER' }
    case 'number':
      return { ...column, type: 'NUMBER' }
    case 'date':
      return { ...column, type: 'STRING', definition: { type: 'DATE' } }
    case 'timestamp':
      return { ...column, type: 'STRING', definition: { type: 'TIMESTAMP' } }
    default:
      return { ...column, type: 'STRING' }
  }
}
