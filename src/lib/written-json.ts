/** A number of JSON with the text that it was written as. */
class WrittenNumber {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  get source(): string {
    return this.#source
  }
}

/**
 * A JSON document whose numbers keep their digits: read them with the functions below. Throws SyntaxError.
 */
export function parseWritten(text: string): unknown {
  const keep = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new WrittenNumber(context?.source ?? String(value)) : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}

/** A number as it was written; undefined for all other values. */
export const numberText = (value: unknown): string | undefined =>
  value instanceof WrittenNumber ? value.source : undefined

/** A member of an element; undefined where it has none. */
export const memberOf = (element: unknown, member: string): unknown =>
  element !== null && typeof element === 'object' && Object.hasOwn(element, member)
    ? (element as Record<string, unknown>)[member]
    : undefined

/** A value as text: a string without quotes, everything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value))

/** The text of JSON, with numbers as they were written. */
export function jsonOf(value: unknown): string {
  if (value instanceof WrittenNumber) return value.source
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${jsonOf(one)}`)
  return `{${members.join(', ')}}`
}

const ESCAPES =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([dD][89a-fA-F][\da-fA-F]{2})|.)/g

/**
 * The text of JSON with U+FFFD for each half of a surrogate pair: an API that cuts texts writes one where it
 * cut a letter in two, and databases refuse, or drop, all of the text.
 */
export const withWholeLetters = (json: string): string =>
  /\\u[dD]/.test(json)
    ? json.replaceAll(ESCAPES, (sign, half?: string) => (half === undefined ? sign : '\\ufffd'))
    : json
