/**
 * How a value appears in text: text as it is, numbers as plain decimals without exponent, null and undefined as
 * nothing, arrays, grids and objects as JSON.
 */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** `1e+21` and `1e-7` mean nothing to most readers of a parameter, least of all to SQL. */
function formatNumber(value: number): string {
  const text = String(value)
  const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!scientific) return text
  const [, sign, first, fraction = '', exponent] = scientific
  const digits = `${first}${fraction}`
  const point = 1 + Number(exponent)
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`
}
