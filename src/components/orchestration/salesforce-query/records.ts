import { jsonOf, numberText } from '../../../lib/written-json.ts'
import type { Field } from '../modular-api-extract-input-v2/fields.ts'
import type { SalesforceField } from './soql.ts'

/**
 * The column of a field, by the type that Salesforce gives it; `undefined` field: of a related object, so
 * text.
 */
export function columnOf(name: string, field: SalesforceField | undefined): Field {
  const column = { name, member: name }
  switch (field?.type) {
    case 'boolean':
      return { ...column, type: 'BOOLEAN' }
    case 'int':
    case 'long':
      return { ...column, type: 'INTEGER' }
    case 'double':
    case 'currency':
    case 'percent':
      return { ...column, type: 'NUMBER', definition: numberOf(field) }
    case 'date':
      return { ...column, type: 'STRING', definition: { type: 'DATE' } }
    case 'datetime':
      return { ...column, type: 'STRING', definition: { type: 'TIMESTAMP' } }
    case 'address':
    case 'location':
    case 'complexvalue':
      return { ...column, type: 'ANY' }
    default:
      return { ...column, type: 'STRING' }
  }
}

/** Precision is all digits; a calculated field may state none. */
const numberOf = ({ precision, scale }: SalesforceField) =>
  precision > 0
    ? { type: 'NUMBER', size: String(Math.max(precision, scale)), precision: String(scale) }
    : { type: 'NUMBER' }

/**
 * A record, as `parseWritten` makes it, as the element of a load, with `columns` as its members. Those of a
 * related object (`Owner.Name`) are found in it; moments lose their offset, which is always that of UTC.
 */
export function elementOf(record: Readonly<Record<string, unknown>>, columns: readonly Field[]): string {
  const members = columns.flatMap((column) => {
    const value = valueAt(record, column.name.split('.'))
    return value === undefined ? [] : [`${JSON.stringify(column.name)}:${cellOf(value, column)}`]
  })
  return `{${members.join(',')}}`
}

function cellOf(value: unknown, { type, definition }: Field): string {
  const number = numberText(value)
  // As text: databases read numbers of JSON as floats.
  if (number !== undefined && type !== 'ANY')
    return JSON.stringify(digitsOf(number, type === 'INTEGER' || definition?.precision === '0'))
  const isMoment = definition?.type === 'TIMESTAMP' && typeof value === 'string'
  return jsonOf(isMoment ? value.replace(/(\+0000|Z)$/, '') : value)
}

/**
 * A number without exponent, which not every database reads, and a whole one without the zeros that
 * Salesforce gives it.
 */
function digitsOf(number: string, isWhole: boolean): string {
  const text = isWhole ? number.replace(/\.0+$/, '') : number
  return /^-?\d+(\.\d+)?$/.test(text) ? text : String(Number(number))
}

/** Names of fields do not differ by case. */
function valueAt(record: unknown, path: readonly string[]): unknown {
  const [first = '', ...rest] = path
  if (typeof record !== 'object' || record === null) return undefined
  const key = Object.hasOwn(record, first)
    ? first
    : Object.keys(record).find((one) => one.toLowerCase() === first.toLowerCase())
  const value = key === undefined ? undefined : (record as Record<string, unknown>)[key]
  return rest.length === 0 ? value : valueAt(value, rest)
}

/** The record without what Salesforce says about it, as JSON. */
export const plainElementOf = (record: Readonly<Record<string, unknown>>): string => jsonOf(plain(record))

function plain(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(record).filter(([key]) => key !== 'attributes')
  return Object.fromEntries(members.map(([key, value]) => [key, isRecord(value) ? plain(value) : value]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && numberText(value) === undefined
