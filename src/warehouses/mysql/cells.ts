import type { Cell, TypeDefinition } from '../warehouse.ts'

/** What the protocol says of a column (types, flags and character sets by their numbers). */
export interface WireColumn {
  readonly name: string
  readonly columnType?: number | undefined
  readonly columnLength?: number | undefined
  readonly decimals?: number
  readonly flags?: number | string[]
  readonly characterSet?: number | undefined
  /** Of MariaDB: what a text holds, e.g. `json`. */
  readonly extendedFormat?: string | undefined
}

const UNSIGNED = 32
const BINARY_CHARACTERS = 63
const MAX_DIGITS = 38

const [DECIMAL, TINY, SHORT, LONG, FLOAT, DOUBLE] = [0, 1, 2, 3, 4, 5]
const [TIMESTAMP, LONGLONG, INT24, DATE, DATETIME, YEAR, BIT, JSON_TEXT, NEWDECIMAL] = [
  7, 8, 9, 10, 12, 13, 16, 245, 246,
]
const GEOMETRY = 255
const textTypes: ReadonlySet<number> = new Set([15, 249, 250, 251, 252, 253, 254])

/** A single-precision number. */
export const isSingle = ({ columnType }: WireColumn): boolean => columnType === FLOAT

/** MariaDB keeps JSON as text, and says beside the type that it is JSON. */
export const isJsonText = ({ extendedFormat }: WireColumn): boolean => extendedFormat === 'json'

/** What a column becomes; what has no word of the field becomes text. */
export function definitionOf(column: WireColumn): TypeDefinition {
  const isUnsigned = (Number(column.flags) & UNSIGNED) !== 0
  switch (column.columnType) {
    case TINY:
    case SHORT:
    case INT24:
    case YEAR:
      return { type: 'INTEGER' }
    case LONG:
      return { type: isUnsigned ? 'BIGINT' : 'INTEGER' }
    case LONGLONG:
      return isUnsigned ? { type: 'NUMBER', size: '20', precision: '0' } : { type: 'BIGINT' }
    case BIT:
      return { type: 'NUMBER', size: '20', precision: '0' }
    case DECIMAL:
    case NEWDECIMAL: {
      const places = column.decimals ?? 0
      // The length counts the point and the sign.
      const digits = (column.columnLength ?? 0) - (places > 0 ? 1 : 0) - (isUnsigned ? 0 : 1)
      return digits > MAX_DIGITS || digits < 1
        ? { type: 'NUMBER' }
        : { type: 'NUMBER', size: String(digits), precision: String(places) }
    }
    case FLOAT:
    case DOUBLE:
      return { type: 'FLOAT' }
    case DATE:
      return { type: 'DATE' }
    case TIMESTAMP:
    case DATETIME:
      return { type: 'TIMESTAMP' }
    case JSON_TEXT:
      return { type: 'VARIANT' }
    default:
      return { type: isJsonText(column) ? 'VARIANT' : 'VARCHAR' }
  }
}

/** Reads the bytes of a column's cells as the texts that the environment's database reads. */
export function cellReader(column: WireColumn): (bytes: Buffer | null) => Cell {
  const type = column.columnType ?? 0
  if (type === BIT) return (bytes) => bytes && BigInt(`0x${bytes.toString('hex') || '0'}`).toString()
  if (type === DATE || type === DATETIME || type === TIMESTAMP) {
    return (bytes) => {
      const text = bytes?.toString('latin1') ?? null
      return text?.startsWith('0000-00-00') ? null : text // a day that no calendar has
    }
  }
  const isBinary = textTypes.has(type) && column.characterSet === BINARY_CHARACTERS
  if (isBinary || type === GEOMETRY) return (bytes) => bytes && `\\x${bytes.toString('hex')}`
  return (bytes) => bytes?.toString('utf8') ?? null
}
