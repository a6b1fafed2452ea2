import { parseWritten } from '../lib/written-json.ts'
import { everyElement, listPath, type PathStep } from './json-path.ts'

const MAX_ELEMENT_CHARACTERS = 16 * 1024 * 1024
const MAX_REST_CHARACTERS = 16 * 1024 * 1024

/** The response is no JSON that can be read. The message says what is wrong. */
export class ElementsError extends Error {
  override readonly name = 'ElementsError'
}

/**
 * Takes the elements of one list out of a JSON document that arrives in pieces. They come out as the text
 * they are, so that no digit of a number is lost and only the current element is kept in memory; the
 * remaining document is skipped.
 */
export interface ElementReader {
  /** The elements that were completed by this piece. Throws ElementsError. */
  push(text: string): string[]
  /**
   * The document without the elements of the list, as `parseWritten` makes it. Throws ElementsError when it
   * is not JSON.
   */
  end(): unknown
}

interface Container {
  readonly isList: boolean
  /** Where in it reading is. */
  key: string | undefined
  index: number
}

/**
 * `path` leads to the list; `$.groups[*].items` means the lists of all groups. Without it the document is the
 * list.
 */
export function createElementReader(path: readonly PathStep[]): ElementReader {
  return new Reader(listPath(path))
}

class Reader implements ElementReader {
  readonly #path: readonly PathStep[]
  readonly #stack: Container[] = []
  #isInList = false
  /** Text of the document that is not in an element. */
  #rest = ''
  #token = ''
  #element = ''
  /** Of what is open in the element, the brackets that close it. */
  readonly #closing: number[] = []
  #hasElements = false
  #inText = false
  #escaped = false
  #first = true

  constructor(path: readonly PathStep[]) {
    this.#path = path
  }

  push(piece: string): string[] {
    const text = this.#first ? piece.replace(/^\uFEFF/, '') : piece
    if (piece !== '') this.#first = false
    const found: string[] = []
    let at = 0
    while (at < text.length) {
      at = this.#isInList ? this.#readElement(text, at, found) : this.#readRest(text, at)
    }
    return found
  }

  end(): unknown {
    if (this.#isInList) throw new ElementsError('The response ends in the middle of its list')
    try {
      return parseWritten(this.#rest)
    } catch (error) {
      const begins = this.#rest.trimStart().slice(0, 60)
      throw new ElementsError(`The response is not JSON (${(error as Error).message}); it begins: ${begins}`)
    }
  }

  /** One element and the comma or bracket behind it. */
  #readElement(text: string, from: number, found: string[]): number {
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (code === 92) this.#escaped = true
        else if (code === 34) this.#inText = false
      } else if (code === 34) this.#inText = true
      else if (code === 123 || code === 91) this.#closing.push(code + 2)
      else if (this.#closing.length === 0 && (code === 44 || code === 93)) break
      else if ((code === 125 || code === 93) && this.#closing.pop() !== code)
        throw new ElementsError(`The response is not JSON: a ${text[at]} of its list closes nothing`)
    }
    this.#element += text.slice(from, at)
    if (this.#element.length > MAX_ELEMENT_CHARACTERS)
      throw new ElementsError(`An element has more than ${MAX_ELEMENT_CHARACTERS} characters`)
    if (at === text.length) return at
    this.#endElement(text[at]!, found)
    return at + 1
  }

  /** Only a list without elements has nothing in front of its end. */
  #endElement(end: string, found: string[]): void {
    const element = this.#element.trim()
    this.#element = ''
    if (element !== '') found.push(element)
    else if (end === ',' || this.#hasElements)
      throw new ElementsError(
        'The response is not JSON: an element is missing between two commas of its list',
      )
    this.#hasElements = true
    if (end === ',') return
    this.#rest += ']'
    this.#isInList = false
    this.#stack.pop()
  }

  /** Outside of the list: keeps the text, and knows where in the document it is. */
  #readRest(text: string, from: number): number {
    let at = from
    for (; at < text.length && !this.#isInList; at++) this.#step(text[at]!)
    this.#rest += text.slice(from, at)
    if (this.#rest.length > MAX_REST_CHARACTERS) {
      const where = this.#path.length === 0 ? 'as a list' : 'where the repeating element should be'
      throw new ElementsError(
        `More than ${MAX_REST_CHARACTERS} characters came without a list ${where}: check the repeating element`,
      )
    }
    return at
  }

  #step(character: string): void {
    if (this.#inText) this.#stepInText(character)
    else if (character === '"') {
      this.#inText = true
      this.#token = ''
    } else if (character === '{') this.#stack.push({ isList: false, key: undefined, index: 0 })
    else if (character === '[') this.#openList()
    else if (character === '}' || character === ']') this.#stack.pop()
    else if (character === ',') this.#next()
  }

  #stepInText(character: string): void {
    if (this.#escaped) this.#escaped = false
    else if (character === '\\') this.#escaped = true
    else if (character === '"') {
      this.#inText = false
      const inside = this.#stack.at(-1)
      // The first text of a member is its name; the ones after it are values.
      if (inside !== undefined && !inside.isList && inside.key === undefined) inside.key = nameOf(this.#token)
      return
    }
    this.#token += character
  }

  #next(): void {
    const inside = this.#stack.at(-1)
    if (inside === undefined) return
    inside.key = undefined
    inside.index++
  }

  #openList(): void {
    const isOurs = this.#isHere()
    this.#stack.push({ isList: true, key: undefined, index: 0 })
    if (!isOurs) return
    this.#isInList = true
    this.#hasElements = false
  }

  #isHere(): boolean {
    const path = this.#path
    return (
      this.#stack.length === path.length &&
      this.#stack.every(({ isList, key, index }, depth) =>
        isList ? path[depth] === everyElement || path[depth] === index : path[depth] === key,
      )
    )
  }
}

function nameOf(token: string): string {
  try {
    return JSON.parse(`"${token}"`) as string
  } catch {
    return token // the whole document is refused at its end
  }
}
