import { MAX_RECORD_CHARACTERS, RecordError, type TextReader, tooLong } from './records.ts'

const code = { quote: 34, backslash: 92, comma: 44, open: 91, close: 93, brace: 123, braceEnd: 125, line: 10 }
const isBlank = (one: number): boolean => one === 32 || one === 10 || one === 13 || one === 9

/**
 * Takes the values out of a text of JSON values, one behind the other, whatever stands between them. They
 * come out as the text they are, so that no digit is lost. With `stripOuterArray`, the elements of an array
 * are values themselves.
 */
export function createJsonReader(
  stripOuterArray: boolean,
  take: (value: string, line: number) => void,
): TextReader {
  return new JsonReader(stripOuterArray, take)
}

class JsonReader implements TextReader {
  readonly #strips: boolean
  readonly #take: (value: string, line: number) => void
  #line = 1
  #begun = 1
  #value = ''
  #depth = 0
  #isInValue = false
  #isInText = false
  #isEscaped = false
  #isInArray = false

  constructor(strips: boolean, take: (value: string, line: number) => void) {
    this.#strips = strips
    this.#take = take
  }

  push(text: string): void {
    let at = 0
    while (at < text.length) at = this.#isInValue ? this.#readValue(text, at) : this.#readBetween(text, at)
  }

  end(): void {
    if (this.#isInValue && this.#depth === 0 && !this.#isInText) this.#finish('')
    if (this.#isInValue || this.#isInArray)
      throw new RecordError('the file ends in the middle of a JSON value', this.#begun)
  }

  #readBetween(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const one = text.charCodeAt(at)
      if (one === code.line) this.#line++
      if (isBlank(one) || (one === code.comma && this.#isInArray)) continue
      if (one === code.open && this.#strips && !this.#isInArray) {
        this.#isInArray = true
        this.#begun = this.#line
        continue
      }
      if (one === code.close && this.#isInArray) {
        this.#isInArray = false
        continue
      }
      if (one === code.comma) throw new RecordError('a comma is where a value should begin', this.#line)
      this.#isInValue = true
      this.#begun = this.#line
      return at
    }
    return text.length
  }

  #readValue(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const one = text.charCodeAt(at)
      if (one === code.line) this.#line++
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (one === code.backslash) this.#isEscaped = true
        else if (one === code.quote) {
          this.#isInText = false
          if (this.#depth === 0) return this.#finish(text.slice(from, at + 1), at + 1)
        }
      } else if (one === code.quote) this.#isInText = true
      else if (one === code.brace || one === code.open) this.#depth++
      else if (one === code.braceEnd || one === code.close) {
        if (this.#depth === 0) return this.#finish(text.slice(from, at), at)
        this.#depth--
        if (this.#depth === 0) return this.#finish(text.slice(from, at + 1), at + 1)
      } else if (this.#depth === 0 && (isBlank(one) || one === code.comma)) {
        if (one === code.line) this.#line-- // it is counted where it is passed over
        return this.#finish(text.slice(from, at), at)
      }
    }
    this.#value += text.slice(from)
    if (this.#value.length > MAX_RECORD_CHARACTERS) throw tooLong(this.#begun)
    return text.length
  }

  #finish(rest: string, next = 0): number {
    const value = this.#value + rest
    this.#value = ''
    this.#isInValue = false
    if (value === '') throw new RecordError('a closing bracket has no opening bracket', this.#begun)
    this.#take(value, this.#begun)
    return next
  }
}

/**
 * The members of an object as texts of JSON; undefined for what is no object. Throws SyntaxError for what is
 * not JSON.
 */
export function membersOf(value: string): ReadonlyMap<string, string> | undefined {
  const kinds = JSON.parse(value) as unknown
  if (typeof kinds !== 'object' || kinds === null || Array.isArray(kinds)) return undefined
  const members = new Map<string, string>()
  let name: string | undefined
  let begin = -1
  let depth = 0
  for (let at = 0; at < value.length; at++) {
    const one = value.charCodeAt(at)
    if (one === code.quote) {
      const end = endOfText(value, at)
      if (depth === 1 && name === undefined) {
        name = JSON.parse(value.slice(at, end)) as string
        begin = value.indexOf(':', end) + 1
        at = begin - 1
      } else at = end - 1
    } else if (one === code.brace || one === code.open) depth++
    else if (one === code.braceEnd || one === code.close || one === code.comma) {
      if (depth === 1 && name !== undefined) {
        members.set(name, value.slice(begin, at).trim())
        name = undefined
      }
      if (one !== code.comma) depth--
    }
  }
  return members
}

/** Behind the closing quote of the text that begins at `from`. */
function endOfText(value: string, from: number): number {
  for (let at = from + 1; at < value.length; at++) {
    const one = value.charCodeAt(at)
    if (one === code.backslash) at++
    else if (one === code.quote) return at + 1
  }
  return value.length
}

/**
 * A member as a column takes it: a text without its quotes, everything else as it is written, null for JSON's
 * null.
 */
export function scalarText(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}
