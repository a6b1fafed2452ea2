/** What OTLP's attributes are made of here. */
export type AttributeValue = string | number | boolean

/** An attribute as OTLP writes it. */
export interface KeyValue {
  readonly key: string
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean }
}

/** The attributes that have a value; whole numbers are integers. */
export function attributesOf(
  values: Readonly<Record<string, AttributeValue | null | undefined>>,
): KeyValue[] {
  const attributes: KeyValue[] = []
  for (const key of Object.keys(values)) {
    const value = values[key]
    if (value !== null && value !== undefined) attributes.push({ key, value: anyValueOf(value) })
  }
  return attributes
}

function anyValueOf(value: AttributeValue): KeyValue['value'] {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Microseconds since 1970 as OTLP's nanoseconds. */
export const nanosOf = (microseconds: number): string => `${Math.round(microseconds)}000`

/** One resource and one scope: what every request begins with. */
export interface Resource {
  readonly attributes: readonly KeyValue[]
}

export const SCOPE = { name: 'headrace' }
