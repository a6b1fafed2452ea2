/**
 * Values as the documentation of transformations means them. Exact numbers are whole multiples of 10^-12,
 * floats are numbers, days and moments are their ISO texts.
 */
export type Cell = null | bigint | number | string | boolean

export type Kind = 'integer' | 'decimal' | 'float' | 'text' | 'boolean' | 'day' | 'moment'

export interface Column {
  readonly name: string
  readonly kind: Kind
  /** Decimal places of a decimal. */
  readonly places: number
  /** A number without size: which zeros its text ends with is the database's. */
  readonly unsized?: boolean
}

/** What a component's documentation says is refused. `isOpen`: it leaves to the database whether it is. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly isOpen: boolean

  constructor(message: string, { isOpen = false } = {}) {
    super(message)
    this.isOpen = isOpen
  }
}

const PLACES = 12
export const ONE = 10n ** BigInt(PLACES)

export const isNumberKind = (kind: Kind): boolean => ['integer', 'decimal', 'float'].includes(kind)

/** The exact number that a text holds; undefined when it is none. */
export function exact(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const shift = PLACES - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  const units = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift)
  return sign === '-' ? -units : units
}

/** An exact number with exactly so many decimal places. */
export function exactText(units: bigint, places: number): string {
  const [size, sign] = units < 0n ? [-units, '-'] : [units, '']
  const fraction = (size % ONE).toString().padStart(PLACES, '0').slice(0, places)
  return `${sign}${size / ONE}${places === 0 ? '' : `.${fraction}`}`
}

/** Half away from zero. */
export function rounded(units: bigint, places: number): bigint {
  const step = 10n ** BigInt(PLACES - places)
  const [size, sign] = units < 0n ? [-units, -1n] : [units, 1n]
  return sign * ((size + step / 2n) / step) * step
}

export const asNumber = (cell: Cell): number =>
  typeof cell === 'bigint' ? Number(exactText(cell, PLACES)) : Number(cell)

/**
 * Of two values that are not null, in the order of the databases: by number, by code points, false before
 * true.
 */
export function compare(a: Cell, b: Cell): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return Number(a > b) - Number(a < b)
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Math.sign(asNumber(a) - asNumber(b))
}

/** The same text for two cells that are equal where nulls are equal too. */
export const keyOf = (cells: readonly Cell[]): string =>
  JSON.stringify(cells.map((cell) => (typeof cell === 'bigint' ? exactText(cell, PLACES) : cell)))

/** A cell as text; null stays null. */
export function textOf(cell: Cell, { kind, places }: Column): string | null {
  if (cell === null) return null
  if (typeof cell === 'bigint') return exactText(cell, kind === 'decimal' ? places : 0)
  return String(cell)
}

/** A type as `convert-type` and `fixed-flow` write it. */
export interface Target {
  readonly type: string
  readonly size: string
  readonly precision: string
}

const YES = ['true', 't', 'yes', 'y', 'on', '1']
const NO = ['false', 'f', 'no', 'n', 'off', '0']
const LIMITS: Readonly<Record<string, bigint>> = { INTEGER: 2n ** 31n, BIGINT: 2n ** 63n }

/** A cell in another type. Throws Refused for what does not fit. */
export function castCell(cell: Cell, from: Column, target: Target): Cell {
  if (cell === null) return null
  const text = textOf(cell, from) ?? ''
  const refused = () => new Refused(`${text} is no ${target.type}`)
  switch (kindOfTarget(target.type)) {
    case 'text': {
      if (target.size !== '' && [...text].length > Number(target.size)) throw refused()
      return text
    }
    case 'boolean': {
      if (typeof cell !== 'string') return typeof cell === 'boolean' ? cell : asNumber(cell) !== 0
      const word = text.trim().toLowerCase()
      if (!YES.includes(word) && !NO.includes(word)) throw refused()
      return YES.includes(word)
    }
    case 'day':
      if (!/^\d{4}-\d\d-\d\d/.test(text)) throw refused()
      return text.slice(0, 10)
    case 'moment':
      if (!/^\d{4}-\d\d-\d\d/.test(text)) throw refused()
      return text.length === 10 ? `${text} 00:00:00` : text
    default:
      return castNumber(cell, text, target, refused)
  }
}

function castNumber(cell: Cell, text: string, { type, size, precision }: Target, refused: () => Error): Cell {
  const value = typeof cell === 'boolean' ? (cell ? ONE : 0n) : typeof cell === 'bigint' ? cell : exact(text)
  if (value === undefined) throw refused()
  if (type === 'FLOAT') return asNumber(value)
  const limit = LIMITS[type]
  if (limit === undefined && size === '') return value
  const places = limit === undefined ? Number(precision || 0) : 0
  const units = rounded(value, places)
  const most = limit ?? 10n ** BigInt(Number(size) - places)
  if (units >= most * ONE || units <= -most * ONE) throw refused()
  return units
}

export function kindOfTarget(type: string): Kind {
  const kinds: Readonly<Record<string, Kind>> = {
    INTEGER: 'integer',
    BIGINT: 'integer',
    NUMBER: 'decimal',
    FLOAT: 'float',
    VARCHAR: 'text',
    BOOLEAN: 'boolean',
    DATE: 'day',
    TIMESTAMP: 'moment',
  }
  return kinds[type] ?? 'text'
}

/** The column that a cast makes. */
export function columnOfTarget(name: string, { type, size, precision }: Target, from?: Column): Column {
  const kind = kindOfTarget(type)
  if (kind !== 'decimal') return { name, kind, places: 0 }
  if (size !== '' || precision !== '') return { name, kind, places: Number(precision || 0) }
  return { name, kind, places: from?.places ?? 0, unsized: true }
}
