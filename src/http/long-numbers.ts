import { endOfString } from '../lib/depth.ts'
import { losesDigits, plainNumber } from '../lib/plain-number.ts'

/** Where a body has a whole number that is another one as a number of JavaScript. */
interface LongNumber {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
  readonly digits: string
}

/** Whole numbers with fewer digits lose none. */
const LONG_DIGITS = 16
const none: readonly LongNumber[] = []
const noted = new WeakMap<object, readonly LongNumber[]>()

export const longNumbersIn = (body: unknown): readonly LongNumber[] =>
  (typeof body === 'object' && body !== null && noted.get(body)) || none

/** Remembers for `longNumbersIn` which whole numbers of a JSON text lost digits when it was parsed. */
export function noteLongNumbers(json: string, parsed: unknown): void {
  if (typeof parsed !== 'object' || parsed === null || !hasLongDigits(json)) return
  const long = readLongNumbers(json, parsed)
  if (long.length > 0) noted.set(parsed, long)
}

/**
 * Looks at every sixteenth character alone: nearly all texts have no number as long, and most are read in no
 * time.
 */
function hasLongDigits(json: string): boolean {
  for (let at = LONG_DIGITS - 1; at < json.length; at += LONG_DIGITS) {
    if (!isDigit(json.charCodeAt(at))) continue
    let from = at
    while (isDigit(json.charCodeAt(from - 1))) from--
    while (isDigit(json.charCodeAt(at + 1))) at++
    if (at + 1 - from >= LONG_DIGITS && json[from - 1] !== '"') return true
  }
  return false
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function readLongNumbers(json: string, parsed: object): LongNumber[] {
  const long: LongNumber[] = []
  /** To the value that is read: positions in lists, and names as they are written. */
  const path: (string | number)[] = []
  let text = ''
  for (let at = 0; at < json.length; at++) {
    const last = path.length - 1
    switch (json[at]) {
      case '"': {
        const end = endOfString(json, at)
        text = json.slice(at, end + 1)
        at = end
        break
      }
      case ':':
        path[last] = text
        break
      case ',':
        if (typeof path[last] === 'number') path[last]++
        break
      case '{':
        path.push('')
        break
      case '[':
        path.push(0)
        break
      case '}':
      case ']':
        path.pop()
        break
      default: {
        const digits = numberAt(json, at)
        if (losesDigits(digits)) long.push(...longNumberAt(parsed, path, digits))
        at += Math.max(0, digits.length - 1)
      }
    }
  }
  return long
}

const number = /[-+.\deE]*/y

function numberAt(json: string, at: number): string {
  number.lastIndex = at
  return number.exec(json)![0]
}

/** Of members with the same name only the last one is in what was parsed. */
function longNumberAt(parsed: object, path: readonly (string | number)[], digits: string): LongNumber[] {
  const keys = path.map((one) => (typeof one === 'number' ? one : (JSON.parse(one) as string)))
  const key = keys.pop()!
  const holder = keys.reduce<unknown>((inside, name) => Object(inside)[name], parsed)
  return Object(holder)[key] === Number(digits)
    ? [{ holder: holder as LongNumber['holder'], key, digits }]
    : []
}

/** Writes what `make` makes of their digits in the places of long numbers. */
export function putLongNumbers(long: readonly LongNumber[], make: (digits: string) => unknown): void {
  for (const { holder, key, digits } of long) holder[key] = make(digits)
}

/** Says of faults about long numbers, which are bigints in `value`, that their digits are the reason. */
export function aboutDigits(faults: readonly string[], value: unknown, where: string): string[] {
  const known = new Map<string, unknown>()
  const left: [where: string, value: unknown][] = [[where, value]]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const [at, inside] = one
    known.set(at, inside)
    if (typeof inside === 'object' && inside !== null)
      for (const [name, member] of Object.entries(inside))
        left.push([`${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member])
  }
  return faults.map((fault) => {
    const at = placeOf(fault, known)
    const digits = known.get(at)
    if (typeof digits !== 'bigint' || !fault.slice(at.length).includes('number')) return fault
    return `${at} is ${digits}, which would be read as ${plainNumber(Number(digits))}`
  })
}

/** The longest of the known places that a fault begins with: names may have blanks. */
function placeOf(fault: string, known: ReadonlyMap<string, unknown>): string {
  let end = fault.lastIndexOf(' ')
  while (end > 0 && !known.has(fault.slice(0, end))) end = fault.lastIndexOf(' ', end - 1)
  return fault.slice(0, Math.max(0, end))
}
