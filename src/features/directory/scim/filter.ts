import { type Filter, parse } from 'scim2-parse-filter'
import { type Attribute, findAttribute, type ResourceModel, schemasAttribute } from './attributes.ts'
import { findPath, type Path } from './path.ts'
import { scimFault } from './scim-problem.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le'
export type Compared = string | number | boolean | null

/** A filter whose attributes are known to exist, in canonical spelling (RFC 7644 §3.4.2.2). */
export type Condition<P> =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition<P>[] }
  | { readonly kind: 'not'; readonly condition: Condition<P> }
  | { readonly kind: 'compare'; readonly path: P; readonly operator: Comparison; readonly value: Compared }
  | { readonly kind: 'present'; readonly path: P }
  /** Some element of a multi-valued attribute fulfils a condition on its own sub-attributes. */
  | { readonly kind: 'some'; readonly path: P; readonly condition: Condition<Attribute> }

export type ResourceFilter = Condition<Path>
export type ElementFilter = Condition<Attribute>

const MAX_CHARACTERS = 4_096

/** Reads the `filter` of a list. Throws `invalidFilter` saying what cannot be understood. */
export function parseFilter(model: ResourceModel, text: string): ResourceFilter {
  const find = (name: string): Path => {
    const path = name.toLowerCase() === 'schemas' ? schemas : findPath(model, name)
    if (path?.attribute === undefined || path.attribute.mutability === 'writeOnly')
      throw invalid(`${model.core.name} has no attribute ${name} that can be searched`)
    return path
  }
  return read(text, (filter, strings) =>
    convert(filter, strings, {
      find,
      compared: (name) => withValue(find(name)),
      typeOf: (p) => p.sub ?? p.attribute!,
      some: someIn(find),
    }),
  )
}

const schemas: Path = { extension: undefined, attribute: schemasAttribute, sub: undefined }

/** Reads the filter in brackets after a multi-valued attribute, as in `emails[type eq "work"]`. */
export function parseElementFilter(attribute: Attribute, text: string): ElementFilter {
  return read(text, (filter, strings) => elementCondition(attribute, filter, strings))
}

/** `emails co "x"` means the `value` of e-mail addresses, and `manager eq "x"` that of the manager. */
const withValue = (path: Path): Path => ({
  ...path,
  sub: path.sub ?? findAttribute(path.attribute!.subAttributes, 'value'),
})

const invalid = (detail: string) => scimFault('invalidFilter', `filter: ${detail}`)

/**
 * `emails[type eq "work"].value eq "x"`: the part is one of a selected element. The library takes it for two
 * conditions, which two elements may fulfil.
 */
const partOfSelected = /\[([^[\]]*)\]\.\s*([-\w.:]+\s+(?:pr\b|\w+(?:\s*"\d+"|\s+[-\w.]+)))/gi

/**
 * The library reads the grammar. Strings are taken out before and put back after: they are JSON (RFC 7644),
 * and only JSON.parse gets every escape in them right.
 */
function read<T>(text: string, make: (filter: Filter, strings: readonly string[]) => T): T {
  if (text.length > MAX_CHARACTERS) throw invalid(`it has more than ${MAX_CHARACTERS} characters`)
  const strings: string[] = []
  const plain = text.replaceAll(/"((?:[^"\\]|\\.)*)"|\$ref\b/gs, (matched) => {
    if (matched === '$ref') return 'ref'
    strings.push(unquoted(matched))
    return `"${strings.length - 1}"`
  })
  let filter: Filter
  try {
    filter = parse(plain.replaceAll(partOfSelected, '[($1) and $2]'))
  } catch {
    throw invalid(`${text} cannot be read; an example is userName eq "ada" and active eq true`)
  }
  return make(filter, strings)
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    // Clients that do not escape backslashes mean them literally.
    return text.slice(1, -1).replaceAll('\\"', '"')
  }
}

interface Resolve<P> {
  find(name: string): P
  /** What is compared where a filter names only the attribute. */
  compared(name: string): P
  typeOf(path: P): Attribute
  some(name: string, filter: Filter, strings: readonly string[]): Condition<P>
}

function convert<P>(filter: Filter, strings: readonly string[], resolve: Resolve<P>): Condition<P> {
  switch (filter.op) {
    case 'and':
    case 'or':
      return {
        kind: filter.op,
        conditions: (filter as { filters: Filter[] }).filters.map((part) => convert(part, strings, resolve)),
      }
    case 'not':
      return { kind: 'not', condition: convert((filter as { filter: Filter }).filter, strings, resolve) }
    case '[]': {
      const { attrPath, valFilter } = filter as { attrPath: string; valFilter: Filter }
      return resolve.some(attrPath, valFilter, strings)
    }
    case 'pr':
      return { kind: 'present', path: resolve.find((filter as { attrPath: string }).attrPath) }
    default: {
      const { attrPath, compValue, op } = filter as { attrPath: string; compValue: Compared; op: Comparison }
      const path = resolve.compared(attrPath)
      const given = typeof compValue === 'string' ? strings[Number(compValue)]! : compValue
      return { kind: 'compare', path, operator: op, value: comparedWith(resolve.typeOf(path), given, op) }
    }
  }
}

const someIn =
  (find: (name: string) => Path): Resolve<Path>['some'] =>
  (name, filter, strings) => {
    const path = find(name)
    const attribute = path.attribute!
    if (!attribute.multiValued) throw invalid(`${name} has only one value and takes no brackets`)
    return {
      kind: 'some',
      path: { ...path, sub: undefined },
      condition: elementCondition(attribute, filter, strings),
    }
  }

function elementCondition(attribute: Attribute, filter: Filter, strings: readonly string[]): ElementFilter {
  const find = (name: string): Attribute => {
    const sub = findAttribute(attribute.subAttributes, name)
    if (sub === undefined) throw invalid(`${attribute.name} has no sub-attribute ${name}`)
    return sub
  }
  return convert<Attribute>(filter, strings, {
    find,
    compared: find,
    typeOf: (sub) => sub,
    some(name) {
      throw invalid(`${attribute.name}.${name} takes no brackets`)
    },
  })
}

/** Entra ID writes booleans as text, as in `primary eq "True"`. */
function comparedWith(attribute: Attribute, value: Compared, operator: Comparison): Compared {
  if (value === null && operator !== 'eq' && operator !== 'ne')
    throw invalid('null can only be compared with eq and ne')
  if (attribute.type === 'complex') throw invalid(`${attribute.name} has parts; compare a part, or use pr`)
  if (value === null) return value
  if (attribute.type === 'boolean') {
    const read = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
    if (typeof read !== 'boolean') throw invalid(`${attribute.name} can be compared with true and false only`)
    if (operator !== 'eq' && operator !== 'ne')
      throw invalid(`${attribute.name} can be compared by eq and ne only`)
    return read
  }
  if (typeof value !== 'string')
    throw invalid(`${attribute.name} is text: write ${JSON.stringify(String(value))}`)
  return value
}
