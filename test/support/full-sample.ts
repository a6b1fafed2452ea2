import { randomUUID } from 'node:crypto'

/** The parts of JSON Schema that our own documents use. */
export interface Schema {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

/**
 * A body with every member of the schema; `text` and `number` wherever any text or number is valid, and
 * `instant` where a time is meant.
 */
export function fullSampleOf(
  schema: Schema,
  text: string,
  number = 1,
  instant = new Date().toISOString(),
): unknown {
  const [given] = [...('const' in schema ? [schema.const] : []), ...(schema.enum ?? [])]
  if (given !== undefined) return given
  const [part] = schema.anyOf ?? []
  if (part !== undefined) return fullSampleOf(part, text, number, instant)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => fullSampleOf(one, text, number, instant)))
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(schema.maximum ?? number, Math.max(schema.minimum ?? number, number))
  if (schema.type === 'array')
    return schema.items === undefined ? [] : [fullSampleOf(schema.items, text, number, instant)]
  if (schema.type === 'object') {
    const free = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})]
    const member = free.find((one) => typeof one === 'object')
    const members = Object.entries(schema.properties ?? {}).map(([name, one]) => [
      name,
      fullSampleOf(one, text, number, instant),
    ])
    return {
      ...Object.fromEntries(members),
      ...(member && { [text]: fullSampleOf(member, text, number, instant) }),
    }
  }
  if (schema.format === 'uuid') return randomUUID()
  return schema.format === 'date-time' ? instant : text
}
