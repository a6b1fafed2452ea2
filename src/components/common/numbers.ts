import type { ParameterValue } from '../../pipeline/model.ts'

/** A number as files write it, or undefined: blanks around it are fine, nothing else is. */
export function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** Whether `text` is a whole number from `least` to `most`; an absent value or an expression is fine. */
export function wholeNumberFault(
  label: string,
  value: ParameterValue | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): readonly string[] {
  if (value === undefined || value === null || typeof value === 'object') return []
  const text = String(value)
  if (text.includes('${')) return []
  // Digits only, as every form takes them: 1e2 is no way to write a time-out.
  const number = /^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return []
  return [`${label} is "${text}"; it must be a whole number from ${least} to ${most}`]
}
