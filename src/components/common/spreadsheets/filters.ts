import { commonComparators, isNegated } from '../condition-words.ts'
import { numberOf } from '../numbers.ts'
import { cellText, type SheetCell } from './cells.ts'

/** Names of comparisons, as files write them in any case. */
export const comparators = [...commonComparators, 'null'] as const

export interface SheetFilter {
  readonly column: string
  readonly isNegated: boolean
  readonly comparator: (typeof comparators)[number]
  readonly value: string
}

/** A row of the parameter `dataSourceFilter`; undefined when its comparator is none. */
export function filterOf([column = '', qualifier, comparator = '', value = '']: readonly string[]):
  | SheetFilter
  | undefined {
  const word = comparators.find((one) => one === comparator.trim().toLowerCase())
  if (word === undefined) return undefined
  return { column: column.trim(), isNegated: isNegated(qualifier), comparator: word, value: value.trim() }
}

/** Whether a cell fits. As in SQL, nothing can be said of an empty cell but that it is empty. */
export function fits(cell: SheetCell, { comparator, isNegated, value }: SheetFilter): boolean {
  if (comparator === 'null') return (cell === null) !== isNegated
  if (cell === null) return false
  return compared(cell, comparator, value) !== isNegated
}

function compared(
  cell: NonNullable<SheetCell>,
  comparator: Exclude<SheetFilter['comparator'], 'null'>,
  value: string,
): boolean {
  if (comparator === 'like') return isLike(cellText(cell), value)
  const order = orderOf(cell, value)
  switch (comparator) {
    case 'equal to':
      return order === 0
    case 'not equal to':
      return order !== 0
    case 'greater than':
      return order > 0
    case 'greater than or equal to':
      return order >= 0
    case 'less than':
      return order < 0
    case 'less than or equal to':
      return order <= 0
  }
}

/** Numbers as numbers, TRUE in any case, everything else by its characters, which orders dates too. */
function orderOf(cell: NonNullable<SheetCell>, value: string): number {
  const number = cell.kind === 'number' ? numberOf(value) : undefined
  if (cell.kind === 'number' && number !== undefined) return cell.value - number
  const [one, other] = [cellText(cell), cell.kind === 'boolean' ? value.toUpperCase() : value]
  return one < other ? -1 : Number(one > other)
}

/** `%` is any text and `_` any character. Goes back to the last `%` alone, so no pattern takes long. */
function isLike(text: string, pattern: string): boolean {
  const [letters, signs] = [[...text], [...pattern]]
  let [at, sign] = [0, 0]
  let [back, backAt] = [-1, 0]
  while (at < letters.length) {
    if (signs[sign] === '%') {
      back = sign++
      backAt = at
    } else if (signs[sign] === '_' || signs[sign] === letters[at]) {
      at++
      sign++
    } else if (back === -1) return false
    else {
      sign = back + 1
      at = ++backAt
    }
  }
  return signs.slice(sign).every((one) => one === '%')
}
