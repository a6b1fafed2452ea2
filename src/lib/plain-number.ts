/** A number as plain decimals: `1e+21` and `1e-7` mean nothing to most readers, least of all to SQL. */
export function plainNumber(value: number): string {
  const text = String(value)
  const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!scientific) return text
  const [, sign, first, fraction = '', exponent] = scientific
  const digits = `${first}${fraction}`
  const point = 1 + Number(exponent)
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`
}

/**
 * Whether a whole number that is written in digits is another one as a number, which keeps about sixteen of
 * them. Numbers with a fraction or an exponent are approximate.
 */
export function losesDigits(text: string): boolean {
  const digits = text.trim()
  const value = Number(digits)
  if (!/^[+-]?\d{16,}$/.test(digits) || !Number.isFinite(value)) return false
  return String(BigInt(digits)) !== plainNumber(value)
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/**
 * The number that a text is in decimals, with blanks around it or not; NaN for all else, the empty text and
 * `0x1F` too.
 */
export function decimalOf(text: string): number {
  const digits = text.trim()
  return decimal.test(digits) ? Number(digits) : Number.NaN
}

/**
 * Whether two texts are the same number, to the last digit; where one has an exponent, as JavaScript knows
 * the two.
 */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a === undefined || b === undefined) return decimalOf(one) === decimalOf(other)
  const length = Math.max(a.fraction.length, b.fraction.length)
  const digitsOf = ({ whole, fraction }: Parts) => whole + fraction.padEnd(length, '0')
  const digits = digitsOf(a)
  return digits === digitsOf(b) && (a.isNegative === b.isNegative || /^0*$/.test(digits))
}

interface Parts {
  readonly isNegative: boolean
  /** Digits before the point, without zeros at their beginning. */
  readonly whole: string
  readonly fraction: string
}

function partsOf(text: string): Parts | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '') return undefined
  return { isNegative: sign === '-', whole: whole.replace(/^0+/, ''), fraction }
}
