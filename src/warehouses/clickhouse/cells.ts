import { doubleText } from '../float-text.ts'
import { kindOf } from '../type-kinds.ts'
import type { Cell } from '../warehouse.ts'
import type { WireColumn } from './rows.ts'
import { isUnsized } from './types.ts'

/** Types that say nothing but how values are kept. */
const wrapper = /^(?:Nullable|LowCardinality)\((.*)\)$/s

/** The type without what says that it takes null. */
export function plainType(type: string): string {
  const inner = wrapper.exec(type)?.[1]
  if (inner !== undefined) return plainType(inner)
  return /^(FixedString|Enum\d+)\(/.test(type) ? 'String' : type
}

/** Reads the cells of a column as the texts that they are on every database. */
export function cellReader({ type: given }: WireColumn): (cell: string | null) => Cell {
  const type = plainType(given)
  const read = textReader(type)
  return (cell) => (cell === null ? null : read(cell))
}

function textReader(type: string): (text: string) => string {
  switch (kindOf(type)) {
    case 'float':
      return doubleText
    case 'decimal':
      return isUnsized(type) ? withoutZeros : (text) => text
    case 'moment':
      return withoutZeros
    default:
      return (text) => text
  }
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
