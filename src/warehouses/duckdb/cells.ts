import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  type Json,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api'
import { singleText } from '../float-text.ts'
import type { Cell } from '../warehouse.ts'
import { UNSIZED_NUMBER } from './types.ts'

const nested: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
])

/**
 * A value as text: decimals keep their digits, but those of numbers without size have no zeros at their end,
 * whole floating numbers have no `.0`, dates and timestamps are ISO with a blank between, in UTC where they
 * have a zone, lists and structures are JSON, bytes are `\x` and hexadecimal digits.
 */
export function cellOf(value: DuckDBValue, type: DuckDBType): Cell {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (type.typeId === DuckDBTypeId.FLOAT) return singleText(value as number)
  if (value instanceof DuckDBDecimalValue) return decimalText(value)
  if (nested.has(type.typeId)) return JSON.stringify(jsonOf(value, type, jsonOf))
  if (value instanceof DuckDBTimestampTZValue) return utcText(value)
  if (value instanceof DuckDBBlobValue) return bytesText(value)
  if (value instanceof DuckDBDateValue) return dayText(value)
  return String(value)
}

const jsonOf: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value instanceof DuckDBTimestampTZValue) return utcText(value)
  if (value instanceof DuckDBBlobValue) return bytesText(value)
  if (value instanceof DuckDBDateValue) return dayText(value)
  return JsonDuckDBValueConverter(value, type, converter)
}

const bytesText = ({ bytes }: DuckDBBlobValue): string => `\\x${Buffer.from(bytes).toString('hex')}`

/** Its own text of infinity would be a day. */
function dayText(value: DuckDBDateValue): string {
  if (value.isFinite) return String(value)
  return value.days > 0 ? 'infinity' : '-infinity'
}

/** A number without size has nine places whatever it holds: those at the end that are zero say nothing. */
function decimalText(value: DuckDBDecimalValue): string {
  const text = String(value)
  const isUnsized = `DECIMAL(${value.width},${value.scale})` === UNSIZED_NUMBER
  return isUnsized ? text.replace(/\.?0+$/, '') : text
}

/** Its own text would be in the zone this process began with, summer or winter. */
const utcText = (value: DuckDBTimestampTZValue): string =>
  value.isFinite ? `${new DuckDBTimestampValue(value.micros)}+00` : String(value)
