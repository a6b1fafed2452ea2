/** Of a value that is too long for the trail: no text is longer, no list has more elements, nothing is deeper. */
interface Limits {
  readonly characters: number
  readonly elements: number
  readonly depth: number
}

const MAX_CHARACTERS = 262_144
/** Tried in turn until the value is short enough; the third keeps what each of a thousand bulk operations is and where it goes. */
const limits: readonly Limits[] = [
  { characters: 1_000, elements: 1_000, depth: 20 },
  { characters: 100, elements: 1_000, depth: 20 },
  { characters: 100, elements: 1_000, depth: 3 },
  { characters: 100, elements: 100, depth: 3 },
  { characters: 100, elements: 10, depth: 3 },
]
const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/**
 * What is kept of a value whose JSON text has `length` characters: its beginning, what a list repeats once, and every id
 * that it names, wherever it stands, so that nothing about somebody hides behind what is long.
 */
export function shortened(value: unknown, length: number) {
  const ids = new Set(
    JSON.stringify(value)
      .match(id)
      ?.map((one) => one.toLowerCase()),
  )
  const kept = limits.map((one) => () => cut(value, one, 0)).find((cutting) => isShort(cutting()))?.()
  return { shortenedFrom: `${length} characters`, kept, ...(ids.size > 0 && { ids: [...ids] }) }
}

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= MAX_CHARACTERS

function cut(value: unknown, limit: Limits, depth: number): unknown {
  if (typeof value === 'string')
    return value.length <= limit.characters ? value : `${value.slice(0, limit.characters).toWellFormed()}…`
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limit.depth) return '…'
  if (!Array.isArray(value)) {
    const members = Object.entries(value).slice(0, limit.elements)
    return Object.fromEntries(members.map(([key, own]) => [key, cut(own, limit, depth + 1)]))
  }
  const different = new Map(
    value
      .map((element) => cut(element, limit, depth + 1))
      .map((element) => [JSON.stringify(element), element]),
  )
  const kept = [...different.values()].slice(0, limit.elements)
  return kept.length === value.length
    ? kept
    : [...kept, { omitted: `${value.length - kept.length} elements` }]
}
