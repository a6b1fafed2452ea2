import { kindOf } from '../../../warehouses/type-kinds.ts'
import type { Cell, QueryColumn } from '../../../warehouses/warehouse.ts'
import { UnloadError } from './unload-error.ts'

/** How delimited text is written. */
export interface CsvStyle {
  readonly recordDelimiter: string
  readonly fieldDelimiter: string
  readonly quote: string | undefined
  /** Within quotes; undefined doubles the quote. */
  readonly escaping: string | undefined
  readonly unenclosedEscape: string | undefined
  readonly nullText: string
  readonly hasHeader: boolean
}

/** Rows as text. Both answer whole records, their end included. */
export interface RowWriter {
  /** What every file begins with; it may be empty. */
  readonly header: string
  /** Throws UnloadError for a value that cannot be written so that it can be read. */
  row(cells: readonly Cell[]): string
}

/** Kinds whose values are never in quotes, unless a delimiter is in them. */
const bare: ReadonlySet<string> = new Set(['integer', 'decimal', 'float', 'boolean', 'day', 'moment'])

export function csvWriter(columns: readonly QueryColumn[], style: CsvStyle): RowWriter {
  const { fieldDelimiter, recordDelimiter, nullText } = style
  const write = style.quote === undefined ? unenclosed(style) : enclosed(style, style.quote)
  const isBare = columns.map(({ type }) => bare.has(kindOf(type)))
  function field(cell: Cell, index: number): string {
    if (cell === null) return nullText
    const { name } = columns[index]!
    const text = write(cell, name, isBare[index]!)
    // Without quotes, most files cannot tell an empty text from null; any other text would be lost silently.
    if (text !== nullText || text === '') return text
    throw new UnloadError(
      `Column "${name}" contains the value ${nullText}, which stands for null: set another Null If`,
    )
  }
  const names = columns.map(({ name }) => write(name, name, false)).join(fieldDelimiter)
  return {
    header: style.hasHeader ? `${names}${recordDelimiter}` : '',
    row: (cells) => `${cells.map(field).join(fieldDelimiter)}${recordDelimiter}`,
  }
}

type Write = (text: string, column: string, isBare: boolean) => string

/** Texts are always in quotes, so that an empty one is not taken for null. */
function enclosed({ fieldDelimiter, recordDelimiter, escaping }: CsvStyle, quote: string): Write {
  const special = patternOf([quote, '\n', '\r', fieldDelimiter, recordDelimiter])
  const before = escaping === undefined || escaping === quote ? quote : escaping
  const marked = patternOf(before === quote ? [quote] : [quote, before])
  return (text, _, isBare) =>
    isBare && !special.test(text)
      ? text
      : `${quote}${text.replace(marked.all, `${before.replace('$', '$$$$')}$&`)}${quote}`
}

function unenclosed(style: CsvStyle): Write {
  const { fieldDelimiter, recordDelimiter } = style
  const escaping = style.escaping ?? style.unenclosedEscape
  const lineEnds = ['\n', '\r', ...recordDelimiter]
  if (escaping !== undefined) {
    const marked = patternOf([escaping, ...fieldDelimiter, ...lineEnds])
    return (text) =>
      marked.test(text) ? text.replace(marked.all, `${escaping.replace('$', '$$$$')}$&`) : text
  }
  const special = patternOf([fieldDelimiter, '\n', '\r', recordDelimiter])
  return (text, column) => {
    if (!special.test(text)) return text
    throw new UnloadError(
      `Column "${column}" contains a value with a delimiter: set Field Optionally Enclosed, such as to "`,
    )
  }
}

/** Finds any of these texts, and all of them. */
function patternOf(texts: readonly string[]) {
  const source = [...new Set(texts)].map((text) => RegExp.escape(text)).join('|')
  const one = new RegExp(source)
  return { test: (text: string) => one.test(text), all: new RegExp(source, 'g') }
}
