import { isDeepStrictEqual } from 'node:util'
import { type Attribute, findAttribute, type ResourceModel } from './attributes.ts'
import { canonicalElement, canonicalValue, isMembers, type Members } from './canonical.ts'
import { type ElementFilter, parseElementFilter } from './filter.ts'
import { valueViolations } from './given.ts'
import { matches } from './matches.ts'
import { findPath, type Path } from './path.ts'
import { scimFault } from './scim-problem.ts'

/** One operation of a PATCH as it came (RFC 7644 §3.5.2). */
export interface GivenOperation {
  readonly op: string
  readonly path?: string | null | undefined
  readonly value?: unknown
}

/** One operation on one attribute, understood. */
export interface Change {
  readonly op: 'add' | 'replace' | 'remove'
  readonly target: Path
  /** Which elements of a multi-valued attribute are meant; undefined is all. */
  readonly filter: ElementFilter | undefined
  readonly value: unknown
}

const withFilter = /^(.*?)\[(.*)\](?:\.([^.[\]]+))?$/s

/**
 * Understands the operations of a PATCH: operation names in any case, attribute names in any case, and the
 * members of a value without a path as paths of their own, as Okta (`{"active": false}`) and Entra ID
 * (`{"name.givenName": "Ada"}`) send them. Throws `invalidPath`, `invalidSyntax`, `mutability`.
 */
export function readPatch(model: ResourceModel, operations: readonly GivenOperation[]): Change[] {
  return operations.flatMap((operation, i) => {
    const where = `body/Operations/${i}`
    const op = operation.op.toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw scimFault('invalidSyntax', `${where}/op must be add, replace or remove`)
    const { value } = operation
    const path = operation.path ?? ''
    if (op !== 'remove' && namesExtension(model, path) && isMembers(value))
      return membersAsChanges(model, op, { [path]: value }, where)
    if (path !== '') return [change(model, op, path, value, where)]
    if (op === 'remove') throw scimFault('noTarget', `${where}/path is required to remove something`)
    if (!isMembers(value))
      throw scimFault('invalidSyntax', `${where}/value must be an object when there is no path`)
    return membersAsChanges(model, op, value, where)
  })
}

/** The URN of the extension with an object sets members of it, as if they came without a path. */
const namesExtension = ({ extension }: ResourceModel, path: string): boolean =>
  path.toLowerCase() === extension?.id.toLowerCase()

function membersAsChanges(
  model: ResourceModel,
  op: 'add' | 'replace',
  value: Members,
  where: string,
): Change[] {
  return Object.entries(value).flatMap(([key, own]) => {
    // Clients send the list of schemas along with the attributes; it cannot be changed.
    if (key.toLowerCase() === 'schemas') return []
    if (key.toLowerCase() === model.extension?.id.toLowerCase() && isMembers(own)) {
      return Object.entries(own)
        .filter(([name]) => findPath(model, `${model.extension!.id}:${name}`) !== undefined)
        .map(([name, part]) => change(model, op, `${model.extension!.id}:${name}`, part, where))
    }
    // What the schema does not know is left out here, as it is in a create; a path that is unknown is a
    // fault.
    const plain = withFilter.exec(key)?.[1] ?? key
    if (findPath(model, plain) === undefined) return []
    const read = change(model, op, key, own, where)
    return read.target.attribute?.mutability === 'readOnly' ? [] : [read]
  })
}

function change(model: ResourceModel, op: Change['op'], path: string, value: unknown, where: string): Change {
  const [, name, filter, subName] = withFilter.exec(path) ?? []
  const target = findPath(
    model,
    name === undefined ? path : subName === undefined ? name : `${name}.${subName}`,
  )
  if (target === undefined)
    throw scimFault('invalidPath', `${where}/path: ${model.core.name} has no attribute ${path}`)
  const { attribute } = target
  if (attribute === undefined) {
    if (op !== 'remove')
      throw scimFault('invalidPath', `${where}/path: name an attribute of ${path}, as in ${path}:department`)
    return { op, target, filter: undefined, value }
  }
  if (filter !== undefined && !attribute.multiValued)
    throw scimFault(
      'invalidPath',
      `${where}/path: ${attribute.name} has only one value and takes no brackets`,
    )
  if (op !== 'remove' && value === undefined)
    throw scimFault('invalidValue', `${where}/value is required to ${op}`)
  const selected = filter === undefined ? undefined : parseElementFilter(attribute, filter)
  if (selected !== undefined && target.sub === undefined && op !== 'remove')
    return { op, target, filter: selected, value: elementOf(value, where) }
  const [fault] = target.sub === undefined ? valueViolations(attribute, value, `${where}/value`) : []
  if (fault !== undefined) throw scimFault('invalidValue', fault)
  return { op, target, filter: selected, value }
}

/**
 * The parts that `emails[type eq "work"]` is set to: an object (RFC 7644 §3.5.2.3), or a list of just that
 * one, from clients that send every value of a list as a list. Throws `invalidValue`.
 */
function elementOf(value: unknown, where: string): Members {
  const element: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isMembers(element) || Object.keys(element).length === 0)
    throw scimFault('invalidValue', `${where}/value must be an object with at least one attribute`)
  return element
}

/**
 * Applies changes to the attributes of a resource and answers the new ones; the given ones stay as they are.
 * Throws `mutability` for read-only attributes, `noTarget` when a replacement selects nothing and nothing can
 * be made, and `tooMany` for more work than leaves the others waiting unnoticed.
 */
export function applyPatch(resource: Readonly<Members>, changes: readonly Change[]): Members {
  const copy = structuredClone(resource) as Members
  let compared = 0
  for (const one of changes) {
    compared += comparisonsOf(copy, one)
    refuseTooMany(compared)
    applyChange(copy, one)
  }
  return copy
}

/** A second of work, in which nobody else is answered. */
const MAX_COMPARISONS = 1_000_000

/** Throws `tooMany` when the operations of a request compare more values than that. */
export function refuseTooMany(compared: number): void {
  if (compared > MAX_COMPARISONS)
    throw scimFault('tooMany', 'The operations compare over a million values; send them in several requests')
}

/** How many elements of a multi-valued attribute a change looks at, each time it does. */
function comparisonsOf(resource: Members, { op, target, value }: Change): number {
  const { extension, attribute } = target
  const members = extension === undefined ? resource : (resource[extension] as Members | undefined)
  const held = attribute === undefined ? undefined : members?.[attribute.name]
  if (!Array.isArray(held)) return 0
  return op === 'remove' && Array.isArray(value) ? held.length * value.length : held.length
}

function applyChange(resource: Members, change: Change): void {
  const { extension, attribute } = change.target
  if (attribute === undefined) {
    delete resource[extension!]
    return
  }
  if (attribute.mutability === 'readOnly')
    throw scimFault('mutability', `${attribute.name} is assigned by the directory and cannot be changed`)
  if (extension === undefined) {
    changeMember(resource, attribute, change)
    return
  }
  const inside = (resource[extension] as Members | undefined) ?? {}
  changeMember(inside, attribute, change)
  // An extension without attributes is the same as one that was never set.
  if (Object.keys(inside).length === 0) delete resource[extension]
  else resource[extension] = inside
}

function changeMember(members: Members, attribute: Attribute, change: Change): void {
  const value = attribute.multiValued
    ? changedList(attribute, (members[attribute.name] as Members[] | undefined) ?? [], change)
    : changedValue(attribute, members[attribute.name], change)
  // RFC 7643 §2.5: null and an empty list are the same as unassigned, and nothing is stored for those.
  const unassigned =
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (isMembers(value) && !hasParts(value))
  if (unassigned) delete members[attribute.name]
  else members[attribute.name] = value
}

function changedValue(attribute: Attribute, held: unknown, { op, target: { sub }, value }: Change): unknown {
  if (sub !== undefined)
    return withPart((held as Members | undefined) ?? {}, sub, op === 'remove' ? undefined : value)
  if (op === 'remove') return undefined
  // A bare id is another manager: nothing that was said of the one before holds for that one.
  return isMembers(value) && isMembers(held)
    ? withParts(held, attribute, value)
    : canonicalValue(attribute, value)
}

function changedList(attribute: Attribute, held: readonly Members[], change: Change): Members[] {
  const { op, target, filter, value } = change
  const selected = (element: Members) => filter === undefined || matches(element, filter)
  if (op === 'remove') return withoutSelected(attribute, held, change, selected)
  if (filter === undefined && target.sub === undefined) {
    const given = (canonicalValue(attribute, value) as Members[] | undefined) ?? []
    return op === 'replace' ? given : onePrimary(added(held, given), given)
  }
  const isUnassigned = target.sub
    ? canonicalValue(target.sub, value) === undefined
    : canonicalElement(attribute, value) === undefined
  if (isUnassigned && target.sub === undefined && op === 'replace')
    return namesPart(attribute, value as Members) ? held.filter((element) => !selected(element)) : [...held]
  const changed = (element: Members): Members => {
    if (target.sub !== undefined) return withPart(element, target.sub, value)
    // To replace is to leave nothing else (RFC 7644 §3.5.2.3) but what the filter says: clients leave out the
    // type there.
    const kept = op === 'add' ? element : (equalitiesOf(filter!) ?? {})
    return withParts(kept, attribute, value as Members)
  }
  // A filter that selects nothing creates the element it describes: Entra ID sets a first work address this
  // way.
  if (held.some(selected)) {
    const all = held.map((element) => (selected(element) ? changed(element) : element))
    return onePrimary(
      all.filter(hasParts),
      all.filter((_, i) => selected(held[i]!)),
    )
  }
  if (isUnassigned) return [...held]
  const fresh = changed(filter === undefined ? {} : exampleOf(attribute, filter))
  return onePrimary([...held, fresh], [fresh])
}

function withoutSelected(
  attribute: Attribute,
  held: readonly Members[],
  { target, filter, value }: Change,
  selected: (element: Members) => boolean,
): Members[] {
  if (target.sub !== undefined) {
    return held
      .map((element) => (selected(element) ? withPart(element, target.sub!, undefined) : element))
      .filter(hasParts)
  }
  // Some clients name what to remove in the value instead of the path.
  const named =
    filter === undefined && value !== undefined && value !== null
      ? canonicalValue(attribute, value)
      : undefined
  if (named === undefined) return held.filter((element) => !selected(element))
  const all = named as Members[]
  return held.filter((element) => !all.some((one) => isPartOf(one, element)))
}

/**
 * An element that a filter of equalities would select: what `emails[type eq "work"].value` creates when
 * nothing matches.
 */
function exampleOf(attribute: Attribute, filter: ElementFilter): Members {
  const example = equalitiesOf(filter)
  if (example === undefined) throw scimFault('noTarget', `The filter selects no element of ${attribute.name}`)
  return example
}

/** The parts that a filter demands; undefined for a filter of something else than equalities. */
function equalitiesOf(filter: ElementFilter): Members | undefined {
  const members: Members = {}
  for (const condition of filter.kind === 'and' ? filter.conditions : [filter]) {
    if (condition.kind !== 'compare' || condition.operator !== 'eq') return undefined
    if (condition.value !== null) members[condition.path.name] = condition.value
  }
  return members
}

/** Whether an object names anything that elements have: all else that clients send is left out. */
const namesPart = ({ subAttributes }: Attribute, parts: Members): boolean =>
  Object.keys(parts).some((name) => findAttribute(subAttributes, name) !== undefined)

const hasParts = (members: Members): boolean => Object.keys(members).length > 0

/** A set of parts replaces those parts only (RFC 7644 §3.5.2.3), and null removes one. */
const withParts = (members: Members, { subAttributes }: Attribute, parts: Members): Members =>
  Object.entries(parts).reduce((changed, [name, value]) => {
    const sub = findAttribute(subAttributes, name)
    return sub === undefined ? changed : withPart(changed, sub, value)
  }, members)

function withPart(members: Members, sub: Attribute, value: unknown): Members {
  const { [sub.name]: _, ...others } = members
  const canonical = canonicalValue(sub, value)
  return canonical === undefined ? others : { ...others, [sub.name]: canonical }
}

function added(held: readonly Members[], given: readonly Members[]): Members[] {
  const known = new Set(held.map(textOf))
  return [...held, ...given.filter((element) => !known.has(textOf(element)))]
}

/**
 * The same for equal elements, in whatever order their parts are. There may be thousands to compare, and to
 * compare again.
 */
function textOf(element: Members): string {
  const known = texts.get(element)
  if (known !== undefined) return known
  const text = JSON.stringify(Object.entries(element).sort(([one], [other]) => (one < other ? -1 : 1)))
  texts.set(element, text)
  return text
}

/** Elements are never changed: what changes one makes another. */
const texts = new WeakMap<Members, string>()

const isPartOf = (part: Members, whole: Members): boolean =>
  Object.entries(part).every(([key, value]) => isDeepStrictEqual(whole[key], value))

/** When a change makes an element the primary one, no other is it any more (RFC 7644 §3.5.2). */
function onePrimary(elements: readonly Members[], changed: readonly Members[]): Members[] {
  const made = new Set(changed.map(textOf))
  const chosen = elements.filter((element) => element['primary'] === true && made.has(textOf(element)))
  if (chosen.length !== 1) return [...elements]
  return elements.map((element) =>
    element['primary'] === true && element !== chosen[0] ? { ...element, primary: false } : element,
  )
}
