import type { ResourceModel } from './attributes.ts'
import type { Members } from './canonical.ts'
import { findPath, type Path } from './path.ts'

/** Which attributes an answer has (RFC 7644 §3.9). Unknown names are ignored. */
export interface Projection {
  /** Whether an attribute of the core schema is returned, wholly or in part. */
  has(attribute: string): boolean
  apply(resource: Members): Members
}

export interface ProjectionNames {
  readonly attributes?: readonly string[] | undefined
  readonly excludedAttributes?: readonly string[] | undefined
}

/**
 * `id`, `schemas` and `meta` are always there: `id` and `schemas` by RFC 7643, `meta` by the specification.
 */
const always = ['schemas', 'id', 'meta']

export const projectionNames = (query: {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}): ProjectionNames => ({
  attributes: namesOf(query.attributes),
  excludedAttributes: namesOf(query.excludedAttributes),
})

const namesOf = (list: string | undefined): string[] | undefined =>
  list === undefined
    ? undefined
    : list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')

export function projectionOf(model: ResourceModel, names: ProjectionNames): Projection {
  const { attributes, excludedAttributes } = names
  const pathsOf = (list: readonly string[]) =>
    list.map((name) => findPath(model, name)).filter((path) => path !== undefined)
  if (attributes !== undefined && attributes.length > 0) return only(pathsOf(attributes))
  const excluded = pathsOf(excludedAttributes ?? []).filter(
    ({ attribute }) => !always.includes(attribute?.name ?? ''),
  )
  return {
    has: (name) => !excluded.some((path) => path.attribute?.name === name && path.sub === undefined),
    apply: (resource) => excluded.reduce(without, resource),
  }
}

function only(paths: readonly Path[]): Projection {
  return {
    has: (name) => paths.some((path) => path.extension === undefined && path.attribute?.name === name),
    apply(resource) {
      const kept: Members = {}
      for (const name of always) if (resource[name] !== undefined) kept[name] = resource[name]
      for (const path of paths) copy(resource, kept, path)
      return kept
    },
  }
}

function copy(from: Members, to: Members, { extension, attribute, sub }: Path): void {
  if (extension !== undefined) {
    const held = from[extension] as Members | undefined
    if (held === undefined) return
    if (attribute === undefined) to[extension] = held
    else {
      const inside = (to[extension] as Members | undefined) ?? {}
      copy(held, inside, { extension: undefined, attribute, sub })
      if (Object.keys(inside).length > 0) to[extension] = inside
    }
    return
  }
  const { name } = attribute!
  const value = from[name]
  if (value === undefined || always.includes(name)) return
  if (sub === undefined) to[name] = value
  else if (Array.isArray(value)) {
    const before = (to[name] as Members[] | undefined) ?? value.map(() => ({}))
    to[name] = value.map((element: Members, i) => ({ ...before[i], ...part(element, sub.name) }))
  } else to[name] = { ...(to[name] as Members | undefined), ...part(value as Members, sub.name) }
}

const part = (members: Members, name: string): Members =>
  members[name] === undefined ? {} : { [name]: members[name] }

function without(resource: Members, { extension, attribute, sub }: Path): Members {
  if (extension !== undefined) {
    const held = resource[extension] as Members | undefined
    if (held === undefined) return resource
    const inside = attribute === undefined ? {} : without(held, { extension: undefined, attribute, sub })
    const { [extension]: _, ...others } = resource
    return Object.keys(inside).length === 0 ? others : { ...others, [extension]: inside }
  }
  const { name } = attribute!
  const { [name]: value, ...others } = resource
  if (value === undefined || sub === undefined) return others
  const strip = ({ [sub.name]: _, ...rest }: Members) => rest
  return { ...others, [name]: Array.isArray(value) ? value.map(strip) : strip(value as Members) }
}
