import { isMembers } from '../scim/canonical.ts'

/** Where an operation of a bulk request goes. */
export interface Target {
  readonly type: 'Users' | 'Groups'
  /** Absent for a create. */
  readonly id: string | undefined
}

export function targetOf(path: string): Target | undefined {
  const [, type, id] = /^\/?(Users|Groups)(?:\/([^/?]+))?\/?$/i.exec(path) ?? []
  if (type === undefined) return undefined
  return { type: type.toLowerCase() === 'users' ? 'Users' : 'Groups', id }
}

const reference = /^bulkId:(.+)$/

/** Every `bulkId:…` in a value, however deep, and in a path. */
export function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1]
    return name === undefined ? [] : [name]
  }
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return isMembers(value) ? Object.values(value).flatMap(referencesIn) : []
}

/** The same value with the ids that the operations meant were given. */
export function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1]
    return name === undefined ? value : (ids.get(name) ?? value)
  }
  if (Array.isArray(value)) return value.map((element) => resolved(element, ids))
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, resolved(own, ids)]))
}
