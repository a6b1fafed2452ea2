import type { PropertyScalar } from './provider.ts'

/** The value of one property: written out, or the name of a secret, of which `secretKey` picks a member. */
export interface PropertyValue {
  readonly value?: PropertyScalar
  readonly secretName?: string
  readonly secretKey?: string
}

export type PropertyValues = Readonly<Record<string, PropertyValue>>

/** A connection as one environment sees it: its overrides are merged in, its secrets are still names. */
export interface ConnectionDefinition {
  readonly name: string
  readonly authProvider: string
  readonly authType: string
  readonly properties: PropertyValues
}

/** The definition that a runner received. Throws an Error when it has another form. */
export function readDefinition(wire: unknown): ConnectionDefinition {
  const { name, authProvider, authType, properties } = Object(wire) as Partial<ConnectionDefinition>
  if (typeof name === 'string' && typeof authProvider === 'string' && typeof authType === 'string')
    return { name, authProvider, authType, properties: Object(properties) as PropertyValues }
  throw new Error('The connection has a format that this runner does not know: update the runner')
}

/** The properties of an override replace those of the connection one by one. */
export const withOverride = (base: PropertyValues, override: PropertyValues = {}): PropertyValues =>
  Object.fromEntries([...Object.entries(base), ...Object.entries(override)])
