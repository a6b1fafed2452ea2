import { doubleText } from '../float-text.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { Cell } from '../warehouse.ts'
import { isUnsized } from './types.ts'
import type { WireColumn } from './wire.ts'

/** Reads the cells of a column as the texts that they are on every database. */
export function cellReader({ type_text: type = 'STRING' }: WireColumn): (cell: string | null) => Cell {
  const read = textReader(type)
  return (cell) => (cell === null ? null : read(cell))
}

function textReader(type: string): (text: string) => string {
  if (/^binary$/i.test(type)) return (text) => `\\x${Buffer.from(text, 'base64').toString('hex')}`
  switch (kindOf(type)) {
    case 'float':
      return doubleText
    case 'decimal':
      return isUnsized(type) || digitsOf(type) === undefined ? withoutZeros : (text) => text
    case 'moment':
      return moment
    default:
      return (text) => text
  }
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

function moment(text: string): string {
  const [, day = text, clock = '', zone = ''] = /^(.+?)[T ]([\d:.]+)(Z|[-+][\d:]+)?$/.exec(text) ?? []
  if (clock === '') return day
  return `${day} ${withoutZeros(clock)}${zone === 'Z' ? '+00' : zone.replace(/:00$/, '')}`
}
