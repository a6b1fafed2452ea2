import { findProvider } from './catalog.ts'
import type { PropertyValue, PropertyValues } from './definition.ts'
import type { ConnectionProperty, PlatformConnectionType } from './provider.ts'

export interface ConnectionKind {
  readonly authProvider: string
  readonly authType: string
  readonly platformConnectionType: PlatformConnectionType
}

/** What is wrong with the kind of a connection, one sentence each with the path of the member. */
export function kindFaults(
  { authProvider, authType, platformConnectionType }: ConnectionKind,
  path = 'body',
): readonly string[] {
  const provider = findProvider(authProvider)
  if (provider === undefined)
    return [`${path}/authProvider ${authProvider} is unknown; GET /v1/connection-schemas lists them`]
  const authTypes = provider.authTypes.map((one) => one.authType)
  const types = provider.platformConnectionTypes
  return [
    ...(authTypes.includes(authType)
      ? []
      : [`${path}/authType of ${authProvider} must be ${authTypes.join(' or ')}`]),
    ...(types.includes(platformConnectionType)
      ? []
      : [`${path}/platformConnectionType of ${authProvider} must be ${types.join(' or ')}`]),
  ]
}

/**
 * What is wrong with properties, one sentence each; `path` leads to them. The properties of an override need
 * not be complete (`partial`).
 */
export function propertyFaults(
  declared: readonly ConnectionProperty[],
  properties: PropertyValues,
  { path, partial = false }: { readonly path: string; readonly partial?: boolean },
): readonly string[] {
  const known = new Map(declared.map((property) => [property.name, property]))
  const missing = declared.filter(({ name, required }) => required && !Object.hasOwn(properties, name))
  return [
    ...(partial ? [] : missing.map(({ name }) => `${path}/${name} is required`)),
    ...Object.entries(properties).flatMap(([name, given]) => {
      const property = known.get(name)
      if (property === undefined)
        return [
          `${path}/${name} is not a property of this connection; it has ${[...known.keys()].join(', ')}`,
        ]
      const fault = valueFault(property, given)
      return fault === undefined ? [] : [`${path}/${name} ${fault}`]
    }),
  ]
}

function valueFault(property: ConnectionProperty, { value, secretName, secretKey }: PropertyValue) {
  if ((value === undefined) === (secretName === undefined)) return 'must have either a value or a secretName'
  if (secretKey !== undefined && secretName === undefined) return 'has a secretKey without a secretName'
  if (value === undefined) return undefined
  if (property.secret) return 'is a secret: set secretName, never the value itself'
  return scalarFault(property, value)
}

const MAX_PORT = 65_535
/** A path would be a Unix socket of the runner's machine; the rest has a meaning in connection strings. */
const NOT_IN_HOSTS = /[\s/\\@?&#=,%\p{Cc}]/u

/** What is wrong with the value of a property, as the end of a sentence; undefined when it fits. */
export function scalarFault(
  { name, type, required }: ConnectionProperty,
  value: unknown,
): string | undefined {
  const text = String(value)
  switch (type) {
    case 'BOOLEAN':
      return /^(true|false)$/.test(text) ? undefined : 'must be true or false'
    case 'INTEGER': {
      const isWhole = /^\d{1,9}$/.test(text)
      if (name === 'port' && !(isWhole && Number(text) >= 1 && Number(text) <= MAX_PORT))
        return `must be a port, from 1 to ${MAX_PORT}`
      return isWhole ? undefined : 'must be a whole number'
    }
    case 'HOST':
      return text === '' || NOT_IN_HOSTS.test(text) ? 'must be a host name or an IP address' : undefined
    case 'URL':
      return isHttpAddress(text) ? undefined : 'must be an http or https address without a user or password'
    case 'TEXT':
      if (typeof value === 'object') return 'must be text'
      return required && text === '' ? 'must not be empty' : undefined
  }
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
