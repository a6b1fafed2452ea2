import { type Cell, type Column, compare, exact, isNumberKind, Refused, textOf } from './cells.ts'
import { positionOf, type Table } from './table.ts'

type Truth = boolean | null

/**
 * A condition of filter and map-values on the rows of a table: null where a comparison with null leaves it
 * open.
 */
export function conditionOn(
  table: Table,
  [name = '', qualifier = '', comparator = '', value = '']: readonly string[],
) {
  const position = positionOf(table, name)
  const column = table.columns[position]!
  const test = testOf(table, column, position, comparator, value)
  return (row: readonly Cell[]): Truth => {
    const truth = test(row)
    return truth === null || qualifier !== 'Not' ? truth : !truth
  }
}

const comparisons: Readonly<Record<string, (sign: number) => boolean>> = {
  'Equal to': (sign) => sign === 0,
  'Not equal to': (sign) => sign !== 0,
  'Greater than': (sign) => sign > 0,
  'Greater than or equal to': (sign) => sign >= 0,
  'Less than': (sign) => sign < 0,
  'Less than or equal to': (sign) => sign <= 0,
}

export const COMPARATORS = Object.keys(comparisons)

function testOf(
  table: Table,
  column: Column,
  position: number,
  comparator: string,
  value: string,
): (row: readonly Cell[]) => Truth {
  const cellOf = (row: readonly Cell[]): Cell => row[position] ?? null
  switch (comparator) {
    case 'Null':
      return (row) => cellOf(row) === null
    case 'Blank':
      return (row) => (cellOf(row) === null ? null : textOf(cellOf(row), column) === '')
    case 'Null or blank':
      return (row) => cellOf(row) === null || textOf(cellOf(row), column) === ''
    case 'Like':
    case 'ILike': {
      const fits = patternOf(value, comparator === 'ILike')
      return (row) => {
        const text = textOf(cellOf(row), column)
        return text === null ? null : fits(text)
      }
    }
    case 'In': {
      const values = value.split(',').map((one) => literal(column, one.trim()))
      return (row) => {
        const cell = cellOf(row)
        return cell === null ? null : values.some((one) => compare(cell, one) === 0)
      }
    }
  }
  const holds = comparisons[comparator]
  if (holds === undefined) throw new Refused(`no comparator ${comparator}`)
  const other = table.columns.findIndex(
    ({ name }) => name === value || `"${name.replaceAll('"', '""')}"` === value,
  )
  if (other >= 0 && !areComparable(column, table.columns[other]!)) {
    throw new Refused('columns that cannot be compared', { isOpen: true })
  }
  const fixed = other < 0 ? literal(column, value) : null
  return (row) => {
    const [cell, against] = [cellOf(row), other < 0 ? fixed : (row[other] ?? null)]
    return cell === null || against === null ? null : holds(comparedDays(cell, against))
  }
}

const areComparable = (a: Column, b: Column): boolean =>
  a.kind === b.kind || (isNumberKind(a.kind) && isNumberKind(b.kind))

/** A day is the beginning of itself where it is compared with a moment. */
function comparedDays(a: Cell, b: Cell): number {
  const isDay = (cell: Cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell)
  const isMoment = (cell: Cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\d \d\d:/.test(cell)
  const moment = (cell: Cell, other: Cell): Cell =>
    isDay(cell) && isMoment(other) ? `${cell} 00:00:00` : cell
  return compare(moment(a, b), moment(b, a))
}

function literal({ kind }: Column, value: string): Cell {
  const number = isNumberKind(kind) ? exact(value) : undefined
  const isReadable =
    kind === 'text' ||
    number !== undefined ||
    (kind === 'boolean' && ['true', 'false', 'yes'].includes(value)) ||
    ((kind === 'day' || kind === 'moment') && /^\d{4}-\d\d-\d\d/.test(value))
  if (!isReadable) throw new Refused(`${value} is of another type`, { isOpen: true })
  return kind === 'boolean' ? value !== 'false' : (number ?? value)
}

/** `%` is any text, `_` any letter, all else itself. */
function patternOf(pattern: string, anyCase: boolean): (text: string) => boolean {
  const parts = [...(anyCase ? pattern.toLowerCase() : pattern)].map((letter) => {
    if (letter === '%') return '.*'
    return letter === '_' ? '.' : letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  })
  const expression = new RegExp(`^${parts.join('')}$`, 'su')
  return (text) => expression.test(anyCase ? text.toLowerCase() : text)
}

/** Whether conditions hold together: null is neither. */
export function combined(truths: readonly Truth[], combine: string): boolean {
  return combine === 'Or' ? truths.includes(true) : truths.every((truth) => truth === true)
}
