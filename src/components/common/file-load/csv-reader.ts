import type { Cell } from '../../../warehouses/warehouse.ts'
import type { CsvFormat } from './file-format.ts'
import { MAX_RECORD_CHARACTERS, RecordError, type RecordSink, type TextReader, tooLong } from './records.ts'

/**
 * What stands between records unless the step says so: a line feed, with or without a carriage return before
 * it.
 */
const LINE_END = '\n'

/**
 * Reads delimited text into rows of `columns` cells. It begins in `line`: behind the header, unless that is
 * 1.
 */
export function createCsvReader(format: CsvFormat, columns: number, sink: RecordSink, line = 1): TextReader {
  return new CsvReader(format, columns, sink, line)
}

class CsvReader implements TextReader {
  readonly #format: CsvFormat
  readonly #columns: number
  readonly #sink: RecordSink
  readonly #nulls: ReadonlySet<string>
  readonly #end: string
  /** Characters that are escaped to be themselves, letters with another meaning among them. */
  readonly #literal: ReadonlySet<string>
  #text = ''
  #line: number
  #toSkip: number
  /** Nothing is tried before the text is this long: a long record is not read again for every piece of it. */
  #wanted = 0
  #isEnd = false

  constructor(format: CsvFormat, columns: number, sink: RecordSink, line: number) {
    this.#format = format
    this.#columns = columns
    this.#sink = sink
    this.#nulls = new Set(format.nullIf)
    this.#end = format.recordDelimiter ?? LINE_END
    const { fieldDelimiter, quote = '', escaping = '', unenclosedEscape = '' } = format
    this.#literal = new Set([...fieldDelimiter, ...this.#end, quote, escaping, unenclosedEscape])
    this.#line = line
    this.#toSkip = line === 1 ? format.skipHeader : 0
  }

  push(piece: string): void {
    this.#text += piece
    if (this.#text.length >= this.#wanted) this.#read()
  }

  end(): void {
    this.#isEnd = true
    this.#read()
  }

  #read(): void {
    let at = 0
    while (at < this.#text.length) {
      const next = this.#record(at)
      if (next === undefined) break
      at = next
    }
    this.#text = this.#text.slice(at)
    if (this.#text.length > MAX_RECORD_CHARACTERS) throw tooLong(this.#line)
    this.#wanted = 2 * this.#text.length
  }

  /** Reads one record, and answers where the next begins; undefined when the rest of it has not arrived. */
  #record(from: number): number | undefined {
    const found = this.#text.indexOf(this.#end, from)
    if (found === -1 && !this.#isEnd) return undefined
    const to = found === -1 ? this.#text.length : found
    const next = found === -1 ? to : found + this.#end.length
    if (this.#toSkip > 0) {
      if (found === -1) this.#refuseReturns(this.#text.slice(from, this.#contentEnd(from, to)))
      this.#toSkip--
      this.#line++
      return next
    }
    const line = this.#text.slice(from, this.#contentEnd(from, to))
    const { quote, escaping, unenclosedEscape } = this.#format
    const isPlain =
      (quote === undefined || !line.includes(quote)) &&
      (escaping === undefined || !line.includes(escaping)) &&
      (unenclosedEscape === undefined || !line.includes(unenclosedEscape))
    if (!isPlain) return this.#careful(from)
    const cells: Cell[] = line.split(this.#format.fieldDelimiter)
    for (let index = 0; index < cells.length; index++) cells[index] = this.#plainCell(cells[index] as string)
    this.#take(cells, line === '')
    this.#line++
    return next
  }

  /** A header that is the whole of a file would take its records along. */
  #refuseReturns(header: string): void {
    if (this.#format.recordDelimiter !== undefined || !header.includes('\r')) return
    throw new RecordError('its lines end with a carriage return: set Record Delimiter to \\r', this.#line)
  }

  /** Without the carriage return that Windows writes before a line feed. */
  #contentEnd(from: number, to: number): number {
    const isWindows = this.#format.recordDelimiter === undefined && to > from && this.#text[to - 1] === '\r'
    return isWindows ? to - 1 : to
  }

  #trimmed(text: string): string {
    return this.#format.trimSpace ? text.trim() : text
  }

  /** What the character behind an escape stands for. */
  #meaningOf(character: string): string {
    return this.#literal.has(character) ? character : (meanings[character] ?? character)
  }

  #plainCell(raw: string): Cell {
    const text = this.#trimmed(raw)
    if (text === '') return this.#format.emptyAsNull ? null : ''
    return this.#nulls.has(text) ? null : text
  }

  /** Field by field, with quotes and escapes; undefined when the record is not all there. */
  #careful(from: number): number | undefined {
    const cells: Cell[] = []
    let at = from
    for (;;) {
      const field = this.#field(at)
      if (field === undefined) return undefined
      cells.push(field.cell)
      if (field.ends) {
        this.#take(cells, false)
        this.#line += this.#lineEnds(from, field.next)
        return field.next
      }
      at = field.next
    }
  }

  #lineEnds(from: number, to: number): number {
    let count = 0
    for (
      let at = this.#text.indexOf(this.#end, from);
      at !== -1 && at < to;
      at = this.#text.indexOf(this.#end, at + 1)
    )
      count++
    return count
  }

  #field(from: number): Field | undefined {
    const { quote, trimSpace } = this.#format
    let at = from
    if (trimSpace) while (this.#text[at] === ' ' || this.#text[at] === '\t') at++
    return quote !== undefined && this.#text[at] === quote
      ? this.#enclosed(at + 1, quote)
      : this.#unenclosed(from)
  }

  #enclosed(from: number, quote: string): Field | undefined {
    const text = this.#text
    const { escaping } = this.#format
    let value = ''
    let hasEscape = false
    for (let at = from; at < text.length; at++) {
      const one = text[at]!
      if (one === escaping && (escaping !== quote || text[at + 1] === quote)) {
        if (at + 1 >= text.length) break
        at++
        hasEscape = true
        value += this.#meaningOf(text[at]!)
      } else if (one !== quote) value += one
      else if (text[at + 1] === quote) {
        value += quote
        at++
      } else if (at + 1 >= text.length && !this.#isEnd) return undefined
      else return this.#afterQuote(at + 1, !hasEscape && this.#nulls.has(value) ? null : value)
    }
    if (!this.#isEnd) return undefined
    throw new RecordError(`the field that begins with ${quote} is never closed`, this.#line)
  }

  #afterQuote(from: number, cell: Cell): Field | undefined {
    let at = from
    if (this.#format.trimSpace) while (this.#text[at] === ' ' || this.#text[at] === '\t') at++
    const boundary = this.#boundary(at)
    if (boundary !== undefined) return { cell, ...boundary }
    const { fieldDelimiter } = this.#format
    const needed = Math.max(fieldDelimiter.length, this.#end.length + 1)
    if (this.#text.length - at < needed && !this.#isEnd) return undefined
    const found = JSON.stringify(this.#text[at])
    throw new RecordError(`${found} follows an enclosed field, where a field delimiter should be`, this.#line)
  }

  /** What ends a field at `at`, if anything does. */
  #boundary(at: number): Omit<Field, 'cell'> | undefined {
    const text = this.#text
    if (at >= text.length) return this.#isEnd ? { next: at, ends: true } : undefined
    if (text.startsWith(this.#format.fieldDelimiter, at))
      return { next: at + this.#format.fieldDelimiter.length, ends: false }
    if (text.startsWith(this.#end, at)) return { next: at + this.#end.length, ends: true }
    if (this.#format.recordDelimiter === undefined && text[at] === '\r') {
      if (text[at + 1] === '\n') return { next: at + 2, ends: true }
      if (at + 1 === text.length && this.#isEnd) return { next: at + 1, ends: true }
    }
    return undefined
  }

  #unenclosed(from: number): Field | undefined {
    const escaping = this.#format.escaping ?? this.#format.unenclosedEscape
    let value = ''
    let hasEscape = false
    let at = from
    for (;;) {
      const boundary = this.#boundary(at)
      if (boundary !== undefined) {
        const raw = this.#plainCell(this.#text.slice(from, at))
        // What is escaped is a text: \\N is no null, though \N is one.
        return { cell: raw === null || !hasEscape ? raw : this.#trimmed(value), ...boundary }
      }
      if (at >= this.#text.length) return undefined
      if (this.#text[at] === escaping) {
        at++
        if (at >= this.#text.length && !this.#isEnd) return undefined
        hasEscape = true
        value += this.#meaningOf(this.#text[at] ?? escaping!)
      } else value += this.#text[at]
      at++
    }
  }

  #take(cells: Cell[], isBlank: boolean): void {
    const { skipBlankLines, exactColumns } = this.#format
    if (isBlank && skipBlankLines) return
    if (isBlank && this.#columns > 1) {
      this.#sink.problem('the line is blank: set Skip Blank Lines to True to skip such lines', this.#line)
      return
    }
    if (cells.length !== this.#columns) {
      if (exactColumns) {
        const counts = `${cells.length} fields, and ${this.#columns} columns are loaded`
        this.#sink.problem(
          `there are ${counts}: set Load Columns, or allow it with Error On Column Count Mismatch`,
          this.#line,
        )
        return
      }
      while (cells.length < this.#columns) cells.push(null)
      cells.length = this.#columns
    }
    this.#sink.row(cells, this.#line)
  }
}

interface Field {
  readonly cell: Cell
  /** Where reading goes on. */
  readonly next: number
  /** Whether it is the last of its record. */
  readonly ends: boolean
}

const meanings: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }
