import type { Run } from './values.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** From Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

export const monthName = (month: number): string => months[month - 1]!
export const ordinal = (n: number): string => ordinals[n - 1]!

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const two = (number: number): string => String(number).padStart(2, '0')

/** A number alone, or `5 to 9`. */
export const span = ({ from, to }: Run, word: (value: number) => string = String): string =>
  from === to ? word(from) : `${word(from)} to ${word(to)}`
