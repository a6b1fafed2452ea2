import { doubleText } from '../float-text.ts'
import type { Cell } from '../warehouse.ts'
import type { Field } from './wire.ts'

const MICROS = 1_000_000n

/**
 * Reads a cell of a column as the text that it is on every database. Moments of the world's clock are in UTC.
 */
export function cellReader(field: Field): (value: unknown) => Cell {
  if (field.mode === 'REPEATED' || isRecord(field)) {
    const read = jsonReader(field)
    return (value) => (value === null || value === undefined ? null : JSON.stringify(read(value)))
  }
  const read = textReader(field)
  return (value) => (value === null || value === undefined ? null : read(String(value)))
}

const isRecord = ({ type }: Field): boolean => type === 'RECORD' || type === 'STRUCT'

function textReader({ type }: Field): (text: string) => string {
  switch (type) {
    case 'FLOAT':
    case 'FLOAT64':
      return doubleText
    case 'NUMERIC':
    case 'BIGNUMERIC':
      return (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
    case 'DATETIME':
      return (text) => withoutZeros(text.replace('T', ' '))
    case 'TIME':
      return withoutZeros
    case 'TIMESTAMP':
      return moment
    case 'BYTES':
      return (text) => `\\x${Buffer.from(text, 'base64').toString('hex')}`
    default:
      return (text) => text
  }
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Microseconds since 1970. */
function moment(text: string): string {
  if (!/^-?\d+$/.test(text)) return text
  const micros = BigInt(text)
  const behind = ((micros % MICROS) + MICROS) % MICROS
  const seconds = new Date(Number((micros - behind) / 1_000n)).toISOString().slice(0, 19).replace('T', ' ')
  return `${withoutZeros(`${seconds}.${String(behind).padStart(6, '0')}`)}+00`
}

/** Arrays and structures become JSON. */
function jsonReader(field: Field): (value: unknown) => unknown {
  const one = field.mode === 'REPEATED' ? jsonReader({ ...field, mode: 'NULLABLE' }) : undefined
  if (one !== undefined)
    return (value) =>
      (value as readonly { readonly v: unknown }[]).map(({ v }) => (v === null ? null : one(v)))
  if (isRecord(field)) {
    const members = (field.fields ?? []).map((member) => ({ name: member.name, read: jsonReader(member) }))
    return (value) => {
      const { f } = value as { readonly f: readonly { readonly v: unknown }[] }
      return Object.fromEntries(
        members.map(({ name, read }, index) => [name, f[index]?.v == null ? null : read(f[index].v)]),
      )
    }
  }
  const read = textReader(field)
  return (value) => scalar(field.type, read(String(value)))
}

/** Numbers that JavaScript does not hold stay texts: every digit counts. */
function scalar(type: string, text: string): unknown {
  if (type === 'BOOLEAN' || type === 'BOOL') return text === 'true'
  if (type === 'JSON') return JSON.parse(text, keepDigits)
  if (!/^(INTEGER|INT64|FLOAT|FLOAT64|NUMERIC|BIGNUMERIC)$/.test(type)) return text
  return isHeld(text) ? Number(text) : text
}

const isHeld = (text: string): boolean => Number.isFinite(Number(text)) && String(Number(text)) === text

const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !isHeld(source) ? JSON.rawJSON(source) : value
