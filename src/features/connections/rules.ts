import { findAuthType } from '../../connections/catalog.ts'
import type { PropertyValues } from '../../connections/definition.ts'
import { propertyFaults } from '../../connections/rules.ts'
import { lowered } from '../../lib/lowered.ts'
import type { ProjectConnection } from './schema.ts'

/**
 * The names of connections in an environment's `defaultConnections`: a text, or the member `connectionName`
 * of an object.
 */
export function namesIn(defaultConnections: unknown): readonly string[] {
  const values: readonly unknown[] = Object.values(Object(defaultConnections))
  return values
    .map((value) => (typeof value === 'string' ? value : (Object(value) as Named).connectionName))
    .filter((name): name is string => typeof name === 'string')
}

interface Named {
  readonly connectionName?: unknown
  readonly connectionProperties?: unknown
}

/**
 * The properties that an environment's `connectionOverrides` give to one connection; what has another form
 * gives none.
 */
export function overrideOf(connectionOverrides: unknown, name: string): Readonly<Record<string, object>> {
  if (!Array.isArray(connectionOverrides)) return {}
  const found = connectionOverrides.find((one) => isOverrideOf(one, name)) as Named | undefined
  const entries = Object.entries(Object(found?.connectionProperties) as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null),
  )
}

/** Whether an element of `connectionOverrides` is about this connection. */
export function isOverrideOf(element: unknown, name: string): boolean {
  const { connectionName } = Object(element) as Named
  return typeof connectionName === 'string' && lowered(connectionName) === lowered(name)
}

/**
 * What is wrong with properties that override those of a connection, one sentence each; `path` leads to them.
 */
export function overrideFaults(
  { authProvider, authType }: Pick<ProjectConnection, 'authProvider' | 'authType'>,
  properties: PropertyValues,
  path: string,
): readonly string[] {
  const declared = findAuthType(authProvider, authType)?.properties ?? []
  return propertyFaults(declared, properties, { path, partial: true })
}
