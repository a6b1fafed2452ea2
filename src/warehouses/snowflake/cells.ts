import type { Cell } from '../warehouse.ts'

/** A column as the protocol describes it. */
export interface WireColumn {
  readonly name: string
  readonly type: string
  readonly precision?: number | null
  readonly scale?: number | null
  readonly length?: number | null
  readonly nullable?: boolean
}

/** What a NUMBER without size is here: 29 digits before the point and 9 behind it. */
export const UNSIZED_NUMBER = 'NUMBER(38,9)'
const MAX_TEXT = 16_777_216
const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400

/** The type of a column as SQL writes it, ready for a cast. */
export function typeOf({ type, precision, scale, length }: WireColumn): string {
  const kind = type.toLowerCase()
  if (kind === 'fixed') return `NUMBER(${precision ?? 38},${scale ?? 0})`
  if (kind === 'real') return 'FLOAT'
  if (kind === 'text') return (length ?? MAX_TEXT) >= MAX_TEXT ? 'VARCHAR' : `VARCHAR(${length})`
  return kind.toUpperCase()
}

/** Reads the cells of a column as the texts that they are on every database. */
export function readerOf(column: WireColumn): (cell: string | null) => Cell {
  const read = readers[column.type.toLowerCase()]
  if (column.type.toLowerCase() === 'fixed' && typeOf(column) === UNSIZED_NUMBER)
    return (cell) => cell?.replace(/\.?0+$/, '') ?? null
  return read === undefined ? (cell) => cell : (cell) => (cell === null ? null : read(cell))
}

const readers: Readonly<Record<string, (cell: string) => Cell>> = {
  real: float,
  boolean: (cell) => (/^(1|true)$/i.test(cell) ? 'true' : 'false'),
  date: (cell) => dayOf(Number(cell) * DAY_MS),
  time: (cell) => clockOf(...secondsOf(cell)),
  timestamp_ntz: (cell) => momentOf(...secondsOf(cell)),
  timestamp_ltz: (cell) => `${momentOf(...secondsOf(cell))}+00`,
  timestamp_tz: withZone,
  binary: (cell) => `\\x${cell.toLowerCase()}`,
}

/**
 * As JavaScript writes it, which is how all databases' floats are written here; NaN and infinity as they are.
 */
function float(cell: string): string {
  const value = Number(cell)
  return Number.isFinite(value) ? String(value) : cell
}

/** Whole seconds, rounded down, and the fraction behind the point, which is never negative. */
function secondsOf(cell: string): readonly [bigint, string] {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(cell) ?? []
  const nanos = BigInt(fraction.padEnd(9, '0').slice(0, 9))
  const all = BigInt(whole) * 1_000_000_000n + nanos
  const value = sign === '-' ? -all : all
  const rest = ((value % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  return [(value - rest) / 1_000_000_000n, String(rest).padStart(9, '0').replace(/0+$/, '')]
}

function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  const shown = year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0')
  return `${shown}${date.toISOString().slice(-20, -14)}`
}

const behindPoint = (fraction: string): string => (fraction === '' ? '' : `.${fraction}`)

function clockOf(seconds: bigint, fraction: string): string {
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(-13, -5)}${behindPoint(fraction)}`
}

function momentOf(seconds: bigint, fraction: string): string {
  const inDay = ((seconds % BigInt(DAY_SECONDS)) + BigInt(DAY_SECONDS)) % BigInt(DAY_SECONDS)
  return `${dayOf(Number(seconds) * 1_000)} ${clockOf(inDay, fraction)}`
}

/** The offset is in minutes, 1440 of them being UTC. */
function withZone(cell: string): string {
  const [instant = '', zone = '1440'] = cell.split(' ')
  const offset = Number(zone) - 1_440
  const [seconds, fraction] = secondsOf(instant)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  const shown = `${offset < 0 ? '-' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`
  return `${momentOf(seconds + BigInt(offset * 60), fraction)}${shown}`
}
