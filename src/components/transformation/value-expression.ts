import { isNumber, kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { findColumn } from './columns.ts'

const token = /\s+|"(?:[^"]|"")+"|'(?:[^']|'')*'|\d+\.?\d*|\.\d+|[a-z_]\w*|\|\||[-+*/%(),]/giy

/** Functions that DuckDB and PostgreSQL share, none of which reads or writes anything. */
const functions: ReadonlySet<string> = new Set([
  ...['abs', 'ceil', 'ceiling', 'floor', 'round', 'trunc', 'sqrt', 'sign', 'mod'],
  ...['coalesce', 'nullif', 'greatest', 'least', 'date_trunc', 'date_part', 'now'],
  ...['lower', 'upper', 'trim', 'ltrim', 'rtrim', 'length', 'replace', 'substr', 'left', 'right', 'concat'],
])
const moments: ReadonlySet<string> = new Set(['current_date', 'current_timestamp'])

/**
 * The SQL of a value that is an expression of columns in double quotes, numbers, texts in single quotes,
 * `+ - * / % ||`, brackets and the functions above: one that names a column, or calls a function where a
 * number, a day or a moment is compared. undefined when it is a plain value. Nothing else can be an
 * expression, because values may come from variables that a caller sets: neither a query nor a comment nor a
 * bracket too many gets through.
 */
export function valueExpression(
  { quoteName, quoteText, parts }: Pick<Warehouse, 'quoteName' | 'quoteText' | 'parts'>,
  columns: readonly string[],
  compared: QueryColumn | undefined,
  value: string,
): string | undefined {
  const words = tokensOf(value)
  if (words === undefined) return undefined
  const names = words.filter((word) => word.startsWith('"')).map(nameIn)
  if (names.some((name) => findColumn(columns, name) === undefined)) return undefined
  if (names.length === 0 && !(callsFunction(words) && isNumberOrTime(compared))) return undefined
  if (!areClosed(words)) return undefined
  return words
    .map((word) => {
      if (word.startsWith('"')) return quoteName(findColumn(columns, nameIn(word)) ?? '')
      if (word.startsWith("'")) return quoteText(word.slice(1, -1).replaceAll("''", "'"))
      return parts.functionNames[word.toLowerCase()] ?? word
    })
    .join(' ') // with blanks between: two signs beside each other could be a comment
}

/** The pieces without blanks; undefined when there is anything that an expression cannot have. */
function tokensOf(value: string): readonly string[] | undefined {
  const words = value.match(token) ?? []
  if (words.join('') !== value) return undefined
  const shown = words.filter((word) => word.trim() !== '')
  const areKnown = shown.every((word, index) => {
    if (!/^[a-z_]/i.test(word)) return true
    const lower = word.toLowerCase()
    return shown[index + 1] === '(' ? functions.has(lower) : moments.has(lower)
  })
  return areKnown && shown.length > 0 ? shown : undefined
}

const callsFunction = (words: readonly string[]): boolean => words.some((word) => /^[a-z_]/i.test(word))

const isNumberOrTime = (compared: QueryColumn | undefined): boolean =>
  compared !== undefined && (isNumber(compared.type) || ['day', 'moment'].includes(kindOf(compared.type)))

/** Every bracket is closed, none before it is opened, and a comma is inside of one. */
function areClosed(words: readonly string[]): boolean {
  let depth = 0
  for (const word of words) {
    if (word === '(') depth++
    if (word === ')') depth--
    if (depth < 0 || (word === ',' && depth === 0)) return false
  }
  return depth === 0
}

const nameIn = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"')
