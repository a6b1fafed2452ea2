import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../blocks.ts'
import { qualifierFaults } from '../condition-words.ts'
import { wholeNumberFault } from '../numbers.ts'
import { type CellRange, cellRangeOf, wholeSheet } from './cell-range.ts'
import { comparators, filterOf, type SheetFilter } from './filters.ts'

/** What a step reads of one sheet. */
export interface SheetQuery {
  /** Empty: the first one. */
  readonly sheet: string
  readonly range: CellRange
  readonly hasHeader: boolean
  /** Empty: all of them. */
  readonly columns: readonly string[]
  readonly filters: readonly SheetFilter[]
  readonly combine: 'And' | 'Or'
  readonly limit: number | undefined
  readonly asText: boolean
}

/** Reads the parameters of a query. `faults` say what is wrong with them, one sentence each. */
export function sheetQueryOf(parameters: Parameters): {
  readonly query: SheetQuery
  readonly faults: readonly string[]
} {
  const isAdvanced = textOf(parameters['basicAdvancedMode']) === 'Advanced'
  const { selection, faults } = isAdvanced ? advanced(parameters) : basic(parameters)
  const query = {
    ...selection,
    hasHeader: textOf(parameters['containsHeaderRow']).toLowerCase() !== 'no',
    asText: rowsOf(parameters['connectionOptions']).some(
      ([option = '', value = '']) => /^type\s*detection\s*scheme$/i.test(option) && /^none$/i.test(value),
    ),
  }
  return { query, faults }
}

type Selection = Omit<SheetQuery, 'hasHeader' | 'asText'>

interface Selected {
  readonly selection: Selection
  readonly faults: readonly string[]
}

function basic(parameters: Parameters): Selected {
  const { dataSourceFilter } = parameters
  const label = 'Data Source Filter ("dataSourceFilter")'
  const faults = [...qualifierFaults(label, dataSourceFilter)]
  const filters: SheetFilter[] = []
  for (const row of rowsOf(dataSourceFilter)) {
    const filter = filterOf(row)
    if (filter !== undefined) filters.push(filter)
    else if (!row.some((cell) => cell.includes('${')))
      faults.push(`${label} has "${row[2] ?? ''}"; it must be one of: ${comparators.join(', ')}`)
  }
  const range = textOf(parameters['cellRange'])
  const cells = range === '' ? wholeSheet : cellRangeOf(range)
  if (cells === undefined && !range.includes('${'))
    faults.push(`Cell Range ("cellRange") is "${range}"; it must look like A5:E100, or A5:E* for all rows`)
  const limit = textOf(parameters['limit'])
  if (limit !== '')
    faults.push(...wholeNumberFault('Limit ("limit")', limit, { least: 0, most: 2_000_000_000 }))
  const selection: Selection = {
    sheet: textOf(parameters['dataSource']),
    range: cells ?? wholeSheet,
    columns: listOf(parameters['dataSelection']),
    filters,
    combine: /^or$/i.test(textOf(parameters['combineFilters'])) ? 'Or' : 'And',
    limit: limit === '' ? undefined : Number(limit),
  }
  return { selection, faults }
}

const nothing: Selection = {
  sheet: '',
  range: wholeSheet,
  columns: [],
  filters: [],
  combine: 'And',
  limit: undefined,
}

function advanced(parameters: Parameters): Selected {
  const sql = textOf(parameters['sqlQuery'])
  if (sql === '') return { selection: nothing, faults: ['Query ("sqlQuery") is missing'] }
  if (sql.includes('${')) return { selection: nothing, faults: [] }
  const selection = selectionOf(sql)
  if (selection !== undefined) return { selection, faults: [] }
  const fault =
    'Query ("sqlQuery") must look like SELECT a, "b c" FROM "Sheet 1" LIMIT 10, where the sheet may be followed by its cells ' +
    '("Sheet 1#A5:E100"); for conditions use Basic mode, and a transformation for everything else'
  return { selection: nothing, faults: [fault] }
}

interface Word {
  readonly text: string
  /** Names in quotes or brackets are never words of the language. */
  readonly isQuoted: boolean
}

/** `SELECT … FROM … [LIMIT …]`; undefined for everything that says more. */
function selectionOf(sql: string): Selection | undefined {
  const words = wordsOf(sql.replace(/;\s*$/, ''))
  if (words === undefined || !isWord(words[0], 'select')) return undefined
  const from = words.findIndex((word) => isWord(word, 'from'))
  const [source, limit, most, ...rest] = words.slice(from + 1)
  const columns = from === -1 ? undefined : columnsOf(words.slice(1, from))
  if (columns === undefined || source === undefined || source.text === ',' || rest.length > 0)
    return undefined
  if (limit !== undefined && !(isWord(limit, 'limit') && /^\d{1,10}$/.test(most?.text ?? '')))
    return undefined
  const [, sheet = '', cells] = /^(.*?)(?:#([^#]*))?$/s.exec(source.text) ?? []
  const range = cells === undefined ? wholeSheet : cellRangeOf(cells)
  if (range === undefined || sheet === '') return undefined
  return { ...nothing, sheet, range, columns, limit: most === undefined ? undefined : Number(most.text) }
}

function wordsOf(sql: string): readonly Word[] | undefined {
  const words: Word[] = []
  const pattern = /\s*(?:\[([^\]]+)\]|"([^"]+)"|`([^`]+)`|([^\s,;[\]"`()]+|,))/y
  const text = sql.trim()
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (found === null) return undefined
    const [, bracketed, quoted, ticked, bare] = found
    const name = bracketed ?? quoted ?? ticked
    words.push({ text: name ?? bare ?? '', isQuoted: name !== undefined })
  }
  return words
}

const isWord = (word: Word | undefined, text: string): boolean =>
  word !== undefined && !word.isQuoted && word.text.toLowerCase() === text

/** Names with a comma between each two; none for `*`. */
function columnsOf(words: readonly Word[]): readonly string[] | undefined {
  if (words.length === 1 && isWord(words[0], '*')) return []
  const isList =
    words.length % 2 === 1 && words.every((word, index) => isWord(word, ',') === (index % 2 === 1))
  return isList ? words.filter((_, index) => index % 2 === 0).map(({ text }) => text) : undefined
}

/** Before the run a grid may stand in for a list. */
const rowsOf = (value: unknown): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row.map(textOf) : [])) : []

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(textOf).filter((name) => name !== '') : []
