import { randomUUID } from 'node:crypto'

/** The parts of JSON Schema that a sample needs. */
export interface SampleSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly items?: SampleSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SampleSchema>>
  readonly anyOf?: readonly SampleSchema[]
  readonly allOf?: readonly SampleSchema[]
}

const DAY_MS = 86_400_000

/** A value that fits a schema, with required members only; `own` gives values by member name. */
export function minimalSampleOf(schema: SampleSchema, own: Readonly<Record<string, unknown>> = {}): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.allOf ?? []
  if (first !== undefined) return minimalSampleOf(first, own)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          own[name] ?? minimalSampleOf(schema.properties?.[name] ?? {}, own),
        ]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => minimalSampleOf(schema.items ?? {}, own))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return sampleText(schema)
    default:
      return 'something'
  }
}

function sampleText({ format, minLength = 1 }: SampleSchema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return new Date(Date.now() + DAY_MS).toISOString()
  if (format === 'uri') return 'https://example.com'
  return 'something'.padEnd(minLength, 'x')
}
