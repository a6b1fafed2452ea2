/**
 * The text of a double as JavaScript writes it, which is how all databases' floats are read; NaN and infinity
 * as they are.
 */
export const doubleText = (text: string): string => (/^[-+]?\d/.test(text) ? String(Number(text)) : text)

/** The shortest text that is this single-precision number: 0.1, not the double 0.10000000149011612. */
export function singleText(value: number): string {
  for (const digits of [6, 7, 8, 9]) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}
