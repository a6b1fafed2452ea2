import { createHash } from 'node:crypto'

/** Characters of JSON that are kept of a value, without the list of its ids. */
const MAX_KEPT_CHARACTERS = 256_000
const MAX_TEXT_CHARACTERS = 1_000
/** In a value that is longer than what is kept of it. */
const MAX_SHORT_TEXT_CHARACTERS = 100
const MAX_IDS = 1_000
/**
 * More characters of JSON than an empty list or object has together with the number of what it lacks, or a
 * number.
 */
const AROUND = 36
const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/**
 * What is kept of a value that is too long for the trail, given with its JSON text: its beginning, what a
 * list repeats once, and the ids that it names, wherever they stand, so that nothing about somebody hides
 * behind what is long. Of more ids than a thousand, the others are counted and hashed, lower case, one a
 * line. Fewer than 300,000 characters of JSON.
 */
export function shortened(value: unknown, text: string) {
  const ids = [...new Set(text.match(id)?.map((one) => one.toLowerCase()))]
  const others = ids.slice(MAX_IDS)
  const sha256 = () => createHash('sha256').update(others.join('\n')).digest('hex')
  return {
    shortenedFrom: `${text.length} characters`,
    kept: beginningOf(
      value,
      text.length > MAX_KEPT_CHARACTERS ? MAX_SHORT_TEXT_CHARACTERS : MAX_TEXT_CHARACTERS,
    ),
    ...(ids.length > 0 && { ids: ids.slice(0, MAX_IDS) }),
    ...(others.length > 0 && { otherIds: { count: others.length, sha256: sha256() } }),
  }
}

/**
 * Level by level while there is room: each of a thousand bulk operations is kept with its method and its path
 * before the data of any. Elements of lists that hold no others, such as members of a group, are kept whole.
 * Every value is looked at once, however deep it is.
 */
function beginningOf(value: unknown, maxCharacters: number): unknown {
  let room = MAX_KEPT_CHARACTERS
  const unfilled: (() => void)[] = []
  const kept = opened(cut(value, maxCharacters))
  for (const fill of unfilled) fill()
  return kept

  /** A list or an object is empty until those before it are filled, unless it `comesWhole`. */
  function opened(own: unknown, comesWhole = false): unknown {
    if (!isObject(own)) return own
    // Without a prototype, a member may have any name.
    const empty: unknown[] & Record<string, unknown> = Array.isArray(own) ? [] : Object.create(null)
    const fill = () => (Array.isArray(own) ? fillList(empty, own) : fillObject(empty, own))
    if (comesWhole) fill()
    else unfilled.push(fill)
    return empty
  }

  function fillList(list: unknown[], from: readonly unknown[]): void {
    for (const element of withoutRepetitions(from)) {
      const short = cut(element, maxCharacters)
      room -= charactersOf(short)
      if (room < 0) break
      list.push(opened(short, !holdsOthers(short)))
    }
    if (list.length < from.length) list.push({ omitted: `${from.length - list.length} elements` })
  }

  function fillObject(object: Record<string, unknown>, from: object): void {
    const members = Object.entries(from)
    for (const [index, [key, own]] of members.entries()) {
      const name = cut(key, maxCharacters)
      const short = cut(own, maxCharacters)
      room -= charactersOf(name) + charactersOf(short)
      if (room < 0) {
        object['…'] = `${members.length - index} members omitted`
        break
      }
      object[name] = opened(short)
    }
  }
}

/** The beginning of a long text; any other value as it is. */
function cut<T>(value: T, maxCharacters: number): T | string {
  if (typeof value !== 'string' || value.length <= maxCharacters) return value
  return `${value.slice(0, maxCharacters).toWellFormed()}…`
}

/**
 * At least as many as the JSON text has of a text with its comma, and of anything else without what is in it.
 */
const charactersOf = (value: unknown): number =>
  typeof value === 'string' ? JSON.stringify(value).length + 1 : AROUND

/**
 * Only elements that hold no lists and no objects are compared: others would be written again at every level.
 */
function* withoutRepetitions(list: readonly unknown[]): Iterable<unknown> {
  const seen = new Set<string>()
  for (const element of list) {
    if (!holdsOthers(element)) {
      const text = JSON.stringify(element)
      if (seen.has(text)) continue
      seen.add(text)
    }
    yield element
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const holdsOthers = (value: unknown): boolean => isObject(value) && Object.values(value).some(isObject)
