import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import type { StepContext } from '../../component.ts'
import type { Load } from '../../orchestration/modular-api-extract-input-v2/load.ts'
import { loadQuery } from '../load-query.ts'
import { failure } from '../outcome.ts'
import { columnLetters } from './cell-range.ts'
import { cellText, type SheetCell } from './cells.ts'
import { fits } from './filters.ts'
import { createGatheredRows, type GatheredRows } from './gathered-rows.ts'
import type { SheetQuery } from './sheet-query.ts'

const LOG_EVERY_MS = 2_000

/** The rows of a sheet in order, each with a cell for every column of the range. */
export interface SheetRows {
  /** For messages. */
  readonly shown: string
  readonly firstColumn: number
  readonly width: number
  rows(): AsyncIterable<readonly SheetCell[]>
}

/** Loads what a query finds in a sheet. Rows without any value are left out. */
export async function loadSheet(
  context: StepContext,
  parameters: Parameters,
  sheet: SheetRows,
  query: SheetQuery,
): Promise<Outcome> {
  const gathered = await createGatheredRows(await context.scratchFolder())
  try {
    const found = await readSheet(context, sheet, query, gathered)
    if ('fault' in found) return failure(found.fault)
    const fields = gathered.columns(found.names, query.asText)
    const columns = fields.filter((_, index) => query.columns.length > 0 || found.isKept(index))
    if (columns.length === 0) return failure(`${sheet.shown} has no cells`)
    const read = async (load: Load) => {
      for await (const element of gathered.elements(columns)) await load.add(element)
    }
    return await loadQuery(context, parameters, columns, read, { keepsColumns: gathered.rows === 0 })
  } finally {
    await gathered.close()
  }
}

interface Header {
  readonly names: readonly string[]
  /** Columns that nobody named and nothing is in are none. */
  readonly isKept: (index: number) => boolean
}

interface Plan extends Header {
  /** Where the wanted columns are, and those of the filters. */
  readonly wanted: readonly number[]
  readonly tested: readonly number[]
}

async function readSheet(
  context: StepContext,
  sheet: SheetRows,
  query: SheetQuery,
  gathered: GatheredRows,
): Promise<Header | { readonly fault: string }> {
  let plan: Plan | undefined
  let loggedAt = Date.now()
  for await (const row of sheet.rows()) {
    if (plan === undefined) {
      const made = planOf(sheet, query, row)
      if ('fault' in made) return made
      plan = made
      if (query.hasHeader) continue
    }
    if (query.limit !== undefined && gathered.rows >= query.limit) break
    if (row.every((cell) => cell === null) || !fitsAll(row, query, plan.tested)) continue
    await gathered.add(plan.wanted.map((index) => row[index] ?? null))
    if (Date.now() - loggedAt < LOG_EVERY_MS) continue
    context.log(`${gathered.rows} rows so far`)
    loggedAt = Date.now()
  }
  const { names, wanted, isKept } = plan ?? { names: [], wanted: [], isKept: () => false }
  return {
    names: wanted.map((index) => names[index] ?? ''),
    isKept: (index) => isKept(index) || gathered.isUsed(index),
  }
}

/** Which columns are read, from the first row of the range. */
function planOf(
  sheet: SheetRows,
  query: SheetQuery,
  first: readonly SheetCell[],
): Plan | { readonly fault: string } {
  const header = headerOf(sheet, query.hasHeader ? first : [])
  const wanted = positionsOf(header.names, query.columns)
  const filtered = query.filters.map(({ column }) => column)
  const tested = positionsOf(header.names, filtered)
  const missing = [...new Set([...wanted.missing, ...tested.missing])].map((name) => `"${name}"`)
  if (missing.length > 0)
    return { fault: `${sheet.shown} has no column ${missing.join(', ')}; it has ${header.names.join(', ')}` }
  const everything = header.names.map((_, index) => index)
  return {
    ...header,
    wanted: query.columns.length === 0 ? everything : wanted.positions,
    tested: tested.positions,
  }
}

function fitsAll(
  row: readonly SheetCell[],
  { filters, combine }: SheetQuery,
  at: readonly number[],
): boolean {
  if (filters.length === 0) return true
  const test = (filter: SheetQuery['filters'][number], index: number) => fits(row[at[index]!] ?? null, filter)
  return combine === 'Or' ? filters.some(test) : filters.every(test)
}

/**
 * Columns are called as the first row says, or by their letters. Names do not differ by case alone; one that
 * the row says is that of the first column that has it, whatever the letters are.
 */
function headerOf({ firstColumn, width }: SheetRows, first: readonly SheetCell[]): Header {
  const said = Array.from({ length: width }, (_, index) => {
    const cell = first[index] ?? null
    return cell === null ? '' : cellText(cell).trim()
  })
  const taken = new Set(said.map((text) => text.toLowerCase()))
  const free = new Set(taken)
  const names = said.map((text, index) => {
    if (text !== '' && free.delete(text.toLowerCase())) return text
    const wanted = text === '' ? columnLetters(firstColumn + index) : text
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
    taken.add(name.toLowerCase())
    return name
  })
  return { names, isKept: (index) => said[index] !== '' }
}

function positionsOf(names: readonly string[], wanted: readonly string[]) {
  const lower = names.map((name) => name.toLowerCase())
  const positions = wanted.map((name) => {
    const exact = names.indexOf(name)
    return exact === -1 ? lower.indexOf(name.toLowerCase()) : exact
  })
  return { positions, missing: wanted.filter((_, index) => positions[index] === -1) }
}
