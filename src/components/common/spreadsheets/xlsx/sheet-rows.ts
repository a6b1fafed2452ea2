import { ContentError } from '../../file-load/decode.ts'
import { columnIndex } from '../cell-range.ts'
import { textReader, unescaped } from './text.ts'
import { readXml } from './xml.ts'

/** A cell as its sheet has it. */
export interface RawCell {
  readonly column: number
  /**
   * `s` a shared text, `b` a boolean, `e` an error, `d` a date, `str` and `inlineStr` a text, `n` a number.
   */
  readonly type: string
  readonly style: number
  /** Undefined: nothing is in it. */
  readonly value: string | undefined
  /** A formula that was never worked out has no value. */
  readonly isFormula: boolean
}

export interface RawRow {
  /** From 0. */
  readonly number: number
  readonly cells: readonly RawCell[]
}

/** What a sheet can have. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
/** A row is held whole; one with more is made to fill the memory. */
export const MAX_ROW_CHARACTERS = 64 * 1024 * 1024

/** The rows of a sheet that have cells, in order. Throws ContentError. */
export async function* rawRows(
  name: string,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<RawRow> {
  const reader = new SheetReader(name)
  for await (const _ of readXml(name, bytes, reader)) {
    signal.throwIfAborted()
    yield* reader.taken()
  }
}

class SheetReader {
  readonly #name: string
  readonly #texts = textReader()
  #rows: RawRow[] = []
  #row = -1
  #column = -1
  #cells: RawCell[] = []
  #characters = 0
  #type = 'n'
  #style = 0
  #value: string | undefined
  #isFormula = false
  #isValue = false
  #isInline = false
  #isInData = false

  constructor(name: string) {
    this.#name = name
  }

  taken(): readonly RawRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === 'sheetData') this.#isInData = true
    if (!this.#isInData) return
    if (element === 'row') this.#openRow(attributes['r'])
    else if (element === 'c') this.#openCell(attributes)
    else if (element === 'v') {
      this.#isValue = true
      this.#value = ''
    } else if (element === 'f') this.#isFormula = true
    else if (element === 'is') {
      this.#isInline = true
      this.#texts.begin()
    } else if (this.#isInline) this.#texts.open(element)
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text
    else if (this.#isInline) this.#texts.text(text)
  }

  close(element: string): void {
    if (!this.#isInData) return
    if (element === 'v') this.#isValue = false
    else if (element === 'is') {
      this.#isInline = false
      this.#value = this.#texts.end()
    } else if (element === 'c') this.#closeCell()
    else if (element === 'row') {
      this.#rows.push({ number: this.#row, cells: this.#cells })
      this.#cells = []
    } else if (element === 'sheetData') this.#isInData = false
    else if (this.#isInline) this.#texts.close(element)
  }

  /** The number of a row may be left out where it follows the one before. */
  #openRow(said: string | undefined): void {
    const row = said === undefined ? this.#row + 1 : Number(said) - 1
    if (!Number.isInteger(row) || row <= this.#row || row >= MAX_ROWS)
      throw new ContentError(`${this.#name} has row ${said ?? row + 1} after row ${this.#row + 1}`)
    this.#row = row
    this.#column = -1
    this.#cells = []
    this.#characters = 0
  }

  #openCell({ r, t, s }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnIndex(/^[A-Z]{1,3}/.exec(r)?.[0] ?? '')
    if (column <= this.#column || column >= MAX_COLUMNS)
      throw new ContentError(`${this.#name} has cell ${r ?? column + 1} in row ${this.#row + 1} out of order`)
    this.#column = column
    this.#type = t ?? 'n'
    this.#style = Number(s ?? 0)
    this.#value = undefined
    this.#isFormula = false
  }

  #closeCell(): void {
    if (this.#value === undefined && !this.#isFormula) return
    this.#characters += this.#value?.length ?? 0
    if (this.#characters > MAX_ROW_CHARACTERS)
      throw new ContentError(`row ${this.#row + 1} has more than ${MAX_ROW_CHARACTERS} characters`)
    const value = this.#type === 'str' && this.#value !== undefined ? unescaped(this.#value) : this.#value
    this.#cells.push({
      column: this.#column,
      type: this.#type,
      style: this.#style,
      value,
      isFormula: this.#isFormula,
    })
  }
}
