import { parseDocument } from 'yaml'
import { CsvError, csvLine, defusedCell, readCsv, restoredCell } from '../../lib/csv.ts'
import { errorText } from '../../lib/error-text.ts'
import { decimalOf, losesDigits, plainNumber } from '../../lib/plain-number.ts'
import { badRequest } from '../../lib/problem.ts'
import type { FileVariable, Override, Variable, VariableFile, VariableValue } from './schema.ts'

/** Files of variables with their overrides, in three formats that say the same. */

export type FileFormat = 'json' | 'yaml' | 'csv'
export const fileTypes: Readonly<Record<FileFormat, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  csv: 'text/csv',
}

type Exported = Variable & { readonly overrides: readonly Override[] }

/**
 * The text of a file, piece by piece. Each portion has a variable, and is asked for when the text before it
 * was taken.
 */
export async function* fileText(
  format: FileFormat,
  portions: AsyncIterable<readonly Exported[]> | Iterable<readonly Exported[]>,
): AsyncGenerator<string> {
  const { head, item, between, tail, empty = tail } = writers[format]
  yield head
  let isEmpty = true
  for await (const some of portions) {
    const text = some.map(item).join(between)
    yield isEmpty ? text : between + text
    isEmpty = false
  }
  yield isEmpty ? empty : tail
}

interface Writer {
  readonly head: string
  readonly item: (variable: Exported) => string
  readonly between: string
  readonly tail: string
  readonly empty?: string
}

const csvColumns = [
  'name',
  'environmentName',
  'type',
  'behaviour',
  'value',
  'columns',
  'description',
  'supportsDoubleResolution',
] as const

const withoutId = ({ id: _, overrides, ...rest }: Exported) => ({ ...rest, overrides })

const writers: Readonly<Record<FileFormat, Writer>> = {
  json: {
    head: '{"formatVersion":1,"variables":[\n',
    item: (variable) => JSON.stringify(withoutId(variable)),
    between: ',\n',
    tail: '\n]}\n',
  },
  yaml: { head: 'formatVersion: 1\nvariables:\n', item: yamlItem, between: '', tail: '', empty: '  []\n' },
  csv: { head: csvLine(csvColumns), item: csvItem, between: '', tail: '' },
}

/** Scalars and grids are written as JSON, which YAML 1.2 reads: no text can be taken for something else. */
function yamlItem(variable: Exported): string {
  const { overrides, ...fields } = withoutId(variable)
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const each = overrides.map(
    ({ environmentName, value }) =>
      `      - environmentName: ${JSON.stringify(environmentName)}\n        value: ${JSON.stringify(value)}\n`,
  )
  const last = overrides.length === 0 ? '    overrides: []\n' : `    overrides:\n${each.join('')}`
  return `  - ${lines.join('\n    ')}\n${last}`
}

function csvItem(variable: Exported): string {
  const { name, type, behaviour, value, columns, description, supportsDoubleResolution, overrides } = variable
  const own = [
    name,
    '',
    type,
    behaviour,
    csvValue(value),
    columns === undefined ? '' : JSON.stringify(columns),
  ]
  const rows = overrides.map((one) => [
    name,
    defusedCell(one.environmentName),
    '',
    '',
    csvValue(one.value),
    '',
    '',
    '',
  ])
  return [[...own, defusedCell(description), String(supportsDoubleResolution)], ...rows].map(csvLine).join('')
}

/** A negative number is no formula, and stays a number in a spreadsheet. */
const csvValue = (value: VariableValue): string =>
  typeof value === 'string' ? defusedCell(value) : JSON.stringify(value)

/** The content of a YAML file, not judged yet. Throws `bad-request` with the line of every violation. */
export function readYaml(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, intAsBigInt: true })
  const [first] = document.errors
  if (first !== undefined)
    throw badRequest(document.errors.map(({ message }) => `body: ${message.trimEnd()}`))
  const long = new Set<string>()
  let content: unknown
  try {
    content = document.toJS({ maxAliasCount: 100, reviver: (_, value) => asNumber(value, long) })
  } catch (error) {
    throw badRequest([`body: ${errorText(error)}`])
  }
  if (long.size > 0) throw badRequest([...long].map((digits) => `body: ${tooLong(digits)}`))
  return content
}

function asNumber(value: unknown, long: Set<string>): unknown {
  if (typeof value !== 'bigint') return value
  if (losesDigits(String(value))) long.add(String(value))
  return Number(value)
}

const tooLong = (digits: string): string =>
  `${digits} would be read as ${plainNumber(Number(digits))}; quote it to make it text`

/**
 * The content of a CSV file: a line for each variable, and one for each override that repeats its name and
 * says the environment. Grids and their columns are JSON. Throws `bad-request` listing the violations with
 * their lines.
 */
export function readCsvFile(text: string): VariableFile {
  const [head, ...records] = csvRecords(text)
  const places = placesOf(head?.cells ?? [])
  const violations: string[] = []
  const variables = new Map<string, FileVariable & { overrides: Override[] }>()
  for (const { cells, line } of records) {
    const cell = (column: (typeof csvColumns)[number]) => restoredCell(cells[places.get(column) ?? -1] ?? '')
    const name = cell('name')
    const environmentName = cell('environmentName')
    const present = variables.get(name)
    const tell = (violation: string) => violations.push(`line ${line}: ${violation}`)
    if (environmentName === '') {
      if (present !== undefined) tell(`the variable ${name} already has a line`)
      else variables.set(name, variableOf(cell, tell))
    } else if (present === undefined) tell(`the line of the variable ${name} must come before its overrides`)
    else present.overrides.push({ environmentName, value: typedValue(present.type, cell('value'), tell) })
  }
  if (violations.length > 0) throw badRequest(violations)
  return { variables: [...variables.values()] }
}

function csvRecords(text: string) {
  try {
    return readCsv(text)
  } catch (error) {
    if (error instanceof CsvError) throw badRequest([`line ${error.line}: ${error.message}`])
    throw error
  }
}

function placesOf(head: readonly string[]): ReadonlyMap<string, number> {
  const unknown = head.filter((title) => !(csvColumns as readonly string[]).includes(title))
  const missing = (['name', 'type', 'behaviour', 'value'] as const).filter((title) => !head.includes(title))
  const violations = [
    ...unknown.map((title) => `line 1: there is no column ${JSON.stringify(title)}`),
    ...missing.map((title) => `line 1: the column ${title} is missing`),
  ]
  if (violations.length > 0) throw badRequest(violations)
  return new Map(head.map((title, at) => [title, at]))
}

function variableOf(
  cell: (column: (typeof csvColumns)[number]) => string,
  tell: (violation: string) => void,
): FileVariable & { overrides: Override[] } {
  // Wrong words stay as they are: the check of the whole file names them.
  const type = cell('type') as FileVariable['type']
  const columns = cell('columns') === '' ? undefined : json(cell('columns'), 'columns', tell)
  const doubly = cell('supportsDoubleResolution')
  if (!['', 'true', 'false'].includes(doubly)) tell('supportsDoubleResolution must be true or false')
  return {
    name: cell('name'),
    type,
    behaviour: cell('behaviour') as FileVariable['behaviour'],
    value: typedValue(type, cell('value'), tell),
    ...(columns !== undefined && { columns: columns as string[] }),
    description: cell('description'),
    supportsDoubleResolution: doubly === 'true',
    overrides: [],
  }
}

function typedValue(type: string, text: string, tell: (violation: string) => void): VariableValue {
  if (type === 'GRID') return text === '' ? [] : (json(text, 'value', tell) as VariableValue)
  if (type !== 'NUMBER') return text
  const number = decimalOf(text)
  if (losesDigits(text)) tell(`the value ${text} would be read as ${plainNumber(Number(text))}`)
  if (!Number.isFinite(number)) tell(`the value ${JSON.stringify(text)} is not a number`)
  return number
}

function json(text: string, column: string, tell: (violation: string) => void): unknown {
  try {
    return JSON.parse(text)
  } catch {
    tell(`${column} must be JSON`)
    return []
  }
}
