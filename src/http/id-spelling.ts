import type { TSchema } from 'typebox'
import { isUuid } from '../lib/ids.ts'

export type Speller = (value: unknown) => unknown

/** What of a schema says where identifiers are. */
interface Shape {
  readonly format?: string
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
}

/**
 * Writes the UUIDs of a value in lower case, as the database does: they are the same in any case (RFC 9562
 * §4), but texts that are compared, and paths of files, are not. Undefined where the schema has none.
 */
export function idSpeller(schema: TSchema): Speller | undefined {
  const { format, items, anyOf = [], properties = {} } = schema as Shape
  if (format === 'uuid') return lowerCase
  const spellers = anyOf.flatMap((one) => idSpeller(one) ?? [])
  const item = items && idSpeller(items)
  if (item !== undefined) spellers.push((value) => (Array.isArray(value) ? value.map(item) : value))
  const members = Object.entries(properties).flatMap(([name, member]): [string, Speller][] => {
    const speller = idSpeller(member)
    return speller === undefined ? [] : [[name, speller]]
  })
  if (members.length > 0) spellers.push((value) => withMembers(value, members))
  if (spellers.length === 0) return undefined
  return (value) => spellers.reduce((spelled, speller) => speller(spelled), value)
}

const lowerCase: Speller = (value) =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value

function withMembers(
  value: unknown,
  members: readonly (readonly [name: string, speller: Speller])[],
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const spelled: Record<string, unknown> = { ...value }
  for (const [name, speller] of members)
    if (Object.hasOwn(spelled, name)) spelled[name] = speller(spelled[name])
  return spelled
}
