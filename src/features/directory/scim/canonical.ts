import { type Attribute, findAttribute, type ResourceModel } from './attributes.ts'

/** A resource or a part of one, in the spelling of the schema. */
export type Members = Record<string, unknown>

/**
 * Brings what a client sent into canonical form: names spelt as in the schema, text booleans as booleans
 * (Entra ID sends "True"), one value of a multi-valued attribute as a list, a list of one for a single value
 * as that one, unassigned values (null, empty lists, an empty `externalId`) and members the schema does not
 * know left out (decisions.md §4 excepts SCIM from naming them). Whether values fit their types is decided
 * afterwards, by the wire schema.
 */
export function canonicalResource(model: ResourceModel, given: unknown): unknown {
  if (!isMembers(given)) return given
  const resource = canonicalMembers(model.attributes, given)
  const schemas = member(given, 'schemas')
  if (schemas !== undefined && schemas !== null) resource['schemas'] = schemas
  // An empty `meta` is one all the same: the specification asks for it, and not for anything in it.
  if (isMembers(member(given, 'meta'))) resource['meta'] ??= {}
  if (model.extension !== undefined) {
    const extension = extensionMembers(model.extension.id, model.extension.attributes, given)
    if (Object.keys(extension).length > 0) resource[model.extension.id] = extension
  }
  return resource
}

/** An extension comes as an object below its URN, or as single members `URN:name`. */
function extensionMembers(urn: string, attributes: readonly Attribute[], given: Members): Members {
  const nested = member(given, urn)
  const prefix = `${urn}:`.toLowerCase()
  const flat = Object.entries(given)
    .filter(([key]) => key.toLowerCase().startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value] as const)
  return canonicalMembers(attributes, { ...(isMembers(nested) && nested), ...Object.fromEntries(flat) })
}

function canonicalMembers(attributes: readonly Attribute[], given: Members): Members {
  const members: Members = {}
  for (const [key, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, key)
    if (attribute === undefined) continue
    const canonical = canonicalValue(attribute, value)
    if (canonical !== undefined) members[attribute.name] = canonical
  }
  return members
}

/** The canonical form of a value of one attribute; undefined when it is unassigned (RFC 7643 §2.5). */
export function canonicalValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return canonicalElement(attribute, onlyValue(attribute, value))
  const elements = (Array.isArray(value) ? value : [value])
    .map((element) => canonicalElement(attribute, element))
    .filter((element) => element !== undefined)
  return elements.length === 0 ? undefined : elements
}

/** The same for one element of a multi-valued attribute. */
export function canonicalElement(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  // JumpCloud sends it for every user without an external id, and no two users may have the same one.
  if (attribute.name === 'externalId' && value === '') return undefined
  if (attribute.type === 'boolean') return asBoolean(value)
  if (attribute.type !== 'complex') return value
  if (isMembers(value)) {
    const members = canonicalMembers(attribute.subAttributes, value)
    return Object.keys(members).length === 0 ? undefined : members
  }
  // Entra ID sends a manager as the bare id; others send plain lists of addresses.
  if (typeof value === 'string' && findAttribute(attribute.subAttributes, 'value') !== undefined) {
    return value === '' ? undefined : { value }
  }
  return value
}

/**
 * Unless Entra ID is set to follow the standard, it sends the value "Ada" as
 * `[{"$ref": null, "value": "Ada"}]`.
 */
function onlyValue({ type }: Attribute, value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value
  const [only] = value as unknown[]
  return type !== 'complex' && isMembers(only) && 'value' in only ? only['value'] : only
}

const asBoolean = (value: unknown): unknown =>
  typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value

const member = (members: Members, name: string): unknown =>
  Object.entries(members).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
