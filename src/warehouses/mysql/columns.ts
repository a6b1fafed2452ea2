import type { Cell } from '../warehouse.ts'
import { cellReader, definitionOf, isJsonText, type WireColumn } from './cells.ts'

const [TINY, SHORT, LONG, FLOAT, DOUBLE, NULL, LONGLONG, INT24] = [1, 2, 3, 4, 5, 6, 8, 9]
const [TIMESTAMP, DATE, TIME, DATETIME, YEAR, BIT, JSON_TEXT, DECIMAL] = [7, 10, 11, 12, 13, 16, 245, 246]
const BLOB = 252

const BINARY_CHARACTERS = 63
const UNSIGNED = 32
/** Of a letter in the character set of sessions. */
const MAX_LETTER_BYTES = 4
/** Longer texts have no stated length. */
const MAX_LENGTH = 16_383

/** What a NUMBER, DECIMAL or NUMERIC without size is: 29 digits before the point and 9 behind it. */
export const UNSIZED_NUMBER = 'DECIMAL(38,9)'

const integers: Readonly<Record<number, string>> = {
  [TINY!]: 'tinyint',
  [SHORT!]: 'smallint',
  [INT24!]: 'mediumint',
  [LONG!]: 'int',
  [LONGLONG!]: 'bigint',
  [YEAR!]: 'smallint',
}

/** A truth value is a TINYINT(1) here; other small numbers are shown four wide. */
const isTruth = ({ columnType, columnLength }: WireColumn): boolean =>
  columnType === TINY && columnLength === 1

/** The type of a column of a query, as casts take it. */
export function typeOf(column: WireColumn): string {
  const { columnType = BLOB } = column
  if (isTruth(column)) return 'boolean'
  const integer = integers[columnType]
  if (integer !== undefined) return (Number(column.flags) & UNSIGNED) !== 0 ? `${integer} unsigned` : integer
  if (columnType === DECIMAL || columnType === 0) return decimalOf(column)
  if (columnType === FLOAT) return 'float'
  if (columnType === DOUBLE) return 'double'
  if (columnType === DATE) return 'date'
  if (columnType === TIME) return 'time(6)'
  if (columnType === DATETIME || columnType === TIMESTAMP) return 'datetime(6)'
  if (columnType === JSON_TEXT || isJsonText(column)) return 'json'
  if (columnType === BIT) return 'bigint unsigned'
  if (columnType === NULL) return 'null'
  if (column.characterSet === BINARY_CHARACTERS) return column.columnLength === 0 ? 'null' : 'longblob'
  const letters = Math.floor((column.columnLength ?? 0) / MAX_LETTER_BYTES)
  return letters >= 1 && letters <= MAX_LENGTH ? `varchar(${letters})` : 'longtext'
}

function decimalOf(column: WireColumn): string {
  const { size = '38', precision = '9' } = definitionOf({ ...column, columnType: DECIMAL })
  return `decimal(${size},${precision})`
}

/** Reads the bytes of a column's cells as the texts that they are on every database. */
export function readerOf(column: WireColumn): (bytes: Buffer | null) => Cell {
  const read = cellReader(column)
  const { columnType, decimals = 0 } = column
  if (isTruth(column)) return (bytes) => truth(read(bytes))
  const isMoment = columnType === DATETIME || columnType === TIMESTAMP || columnType === TIME
  const isUnsized = columnType === DECIMAL && decimalOf(column).toUpperCase() === UNSIZED_NUMBER
  if ((isMoment && decimals > 0) || isUnsized) return (bytes) => withoutZeros(read(bytes))
  return read
}

function truth(cell: Cell): Cell {
  if (cell === '1') return 'true'
  return cell === '0' ? 'false' : cell
}

const withoutZeros = (cell: Cell): Cell => cell?.replace(/\.?0+$/, '') ?? null
