/** A JSON number with the text that it was written as. */
interface Written {
  readonly value: unknown
  readonly source: string
}

const written = Symbol('written')

/** The elements of the text of a JSON array, whose numbers keep their digits: read them with the functions below. */
export function parseRows(elements: string): readonly unknown[] {
  const keep = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? { [written]: true, value, source: context?.source ?? String(value) } : value
  return JSON.parse(elements, keep as (key: string, value: unknown) => unknown) as unknown[]
}

const isWritten = (value: unknown): value is Written => Object(value)[written] === true

/** A member of an element; undefined where it has none. */
export const memberOf = (element: unknown, member: string): unknown =>
  element !== null && typeof element === 'object' && Object.hasOwn(element, member)
    ? (element as Record<string, unknown>)[member]
    : undefined

/** A value as text: a string without quotes, everything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value))

/** The text of JSON, with numbers as they were written. */
export function jsonOf(value: unknown): string {
  if (isWritten(value)) return value.source
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${jsonOf(one)}`)
  return `{${members.join(', ')}}`
}
