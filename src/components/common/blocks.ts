import type { Parameters } from '../../pipeline/model.ts'

/** A block of parameters; undefined when it is something else. */
export const blockOf = (value: unknown): Parameters | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parameters) : undefined

/** A scalar as it stands in the file; empty for everything else. */
export const rawText = (value: unknown): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

export const textOf = (value: unknown): string => rawText(value).trim()
