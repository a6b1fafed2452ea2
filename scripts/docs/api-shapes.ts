import { type ApiDocument, nameOfReference, resolved, type Schema } from './api-document.ts'
import { escaped, prose } from './html.ts'

/** Deeper shapes are named only: their own operations show them. */
const MAX_DEPTH = 4

/** The members of a body or a response as a list; members with members of their own open. */
export function membersOf(document: ApiDocument, schema: Schema, seen: readonly string[] = []): string {
  const shape = resolved<Schema>(document, schema)
  const name = schema.$ref === undefined ? [] : [nameOfReference(schema.$ref)]
  const path = [...seen, ...name]
  if (shape.items !== undefined) return membersOf(document, shape.items, path)
  const alternatives = shape.anyOf ?? shape.oneOf ?? shape.allOf
  if (alternatives !== undefined) {
    const lists = alternatives.map((one) => membersOf(document, one, path)).filter((list) => list !== '')
    return lists.join('<p class="or">or</p>')
  }
  const entries = Object.entries(shape.properties ?? {})
  if (entries.length === 0) return mapOf(document, shape, path)
  const items = entries.map(([member, one]) =>
    memberOf(document, { member, schema: one, isRequired: shape.required?.includes(member) ?? false }, path),
  )
  return `<ul class="members">${items.join('')}</ul>`
}

function mapOf(document: ApiDocument, { additionalProperties }: Schema, path: readonly string[]): string {
  if (typeof additionalProperties !== 'object') return ''
  const member = { member: '(any name)', schema: additionalProperties, isRequired: false }
  return `<ul class="members">${memberOf(document, member, path)}</ul>`
}

interface Member {
  readonly member: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function memberOf(
  document: ApiDocument,
  { member, schema, isRequired }: Member,
  path: readonly string[],
): string {
  const shape = resolved<Schema>(document, schema)
  const required = isRequired ? ' <span class="required">required</span>' : ''
  const head = `<code class="name">${escaped(member)}</code> <span class="type">${typeOf(document, schema)}</span>${required}`
  const text = schema.description ?? shape.description
  const says = `${text === undefined ? '' : `<p>${prose(text)}</p>`}${limitsOf(shape)}`
  const isKnown = namesIn(schema).some((name) => path.includes(name))
  const inner = isKnown || path.length >= MAX_DEPTH ? '' : membersOf(document, schema, [...path, member])
  const more =
    inner === '' ? '' : `<details><summary>Members of ${escaped(member)}</summary>${inner}</details>`
  return `<li>${head}${says}${more}</li>`
}

const namesIn = ({ $ref, items }: Schema): string[] => [
  ...($ref === undefined ? [] : [nameOfReference($ref)]),
  ...(items === undefined ? [] : namesIn(items)),
]

/** The type in words, as HTML: `string (uuid)`, `array of Step`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  const shape = resolved<Schema>(document, schema)
  if (shape.enum !== undefined)
    return `one of ${shape.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(' ')}`
  if (shape.const !== undefined) return `<code>${escaped(JSON.stringify(shape.const))}</code>`
  const alternatives = shape.anyOf ?? shape.oneOf
  if (alternatives !== undefined) return alternatives.map((one) => typeOf(document, one)).join(' or ')
  if (shape.items !== undefined) return `array of ${typeOf(document, shape.items)}`
  const type = [shape.type ?? 'any'].flat().join(' or ')
  return escaped(shape.format === undefined ? type : `${type} (${shape.format})`)
}

/** Limits and the default, where there are any. */
export function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const parts = [
    between('', minimum, maximum),
    between(' characters', minLength, maxLength),
    between(' elements', minItems, maxItems),
    schema.default === undefined ? '' : `default <code>${escaped(JSON.stringify(schema.default))}</code>`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `<p class="limits">${parts.join(', ')}</p>`
}

function between(unit: string, least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `at most ${most}${unit}`
  if (most === undefined) return `at least ${least}${unit}`
  return `${least} to ${most}${unit}`
}
