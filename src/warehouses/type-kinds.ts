/** What a column holds, as far as casts and comparisons care. */
export type TypeKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'day'
  | 'moment'
  | 'binary'
  | 'other'

const kinds: readonly (readonly [TypeKind, RegExp])[] = [
  ['text', /^(n?var|bp)?char\b|^char|^(tiny|medium|long)?text|^string/],
  ['integer', /^(u?(tiny|small|medium|big|huge)int|u?integer|u?int\d*|bignum)( unsigned)?$/],
  ['decimal', /^(decimal|number|(big)?numeric)\b/],
  ['float', /^(double|float|real)/],
  ['boolean', /^bool/],
  ['day', /^date(32)?$/],
  ['moment', /^(timestamp|datetime)/],
  ['binary', /^((tiny|medium|long)?blob|bytea|bytes|(var)?binary|varbyte)\b/],
]

/** The kind of a type as the database writes it, e.g. `DECIMAL(10,2)` or `character varying(20)`. */
export function kindOf(type: string): TypeKind {
  const lower = type.trim().toLowerCase()
  if (lower.endsWith(']')) return 'other' // an array
  return kinds.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other'
}

export const isNumber = (type: string): boolean => ['integer', 'decimal', 'float'].includes(kindOf(type))

/** Whether values of a type arrive as JSON, in all databases that have it. */
export const isJson = (type: string): boolean => /^(jsonb?|super|variant|object|array)$/i.test(type)

/** The length of a text type; undefined when it has none. */
export function lengthOf(type: string): number | undefined {
  const digits = kindOf(type) === 'text' ? /\((\d+)\)/.exec(type)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}

/** Digits before and behind the point of a decimal type; undefined when it does not say. */
export function digitsOf(type: string): { readonly before: number; readonly behind: number } | undefined {
  const [, digits, places] = /^(?:decimal|number|(?:big)?numeric)\((\d+), ?(\d+)\)$/i.exec(type) ?? []
  if (digits === undefined) return undefined
  return { before: Number(digits) - Number(places), behind: Number(places) }
}
