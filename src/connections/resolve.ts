import { numberText, parseWritten } from '../lib/written-json.ts'
import { findAuthType } from './catalog.ts'
import type { ConnectionDefinition, PropertyValue } from './definition.ts'
import type { ConnectionProperty, PropertyScalar } from './provider.ts'
import { scalarFault } from './rules.ts'

/** A connection that can be opened: defaults are filled in and secrets are values. */
export interface ResolvedConnection {
  readonly name: string
  readonly authProvider: string
  readonly authType: string
  /** Each in the type that its provider declares; what is neither given nor has a default is absent. */
  readonly properties: Readonly<Record<string, PropertyScalar>>
}

/** Where the values of secrets come from. */
export interface SecretSource {
  /** Undefined when there is no such secret. */
  get(name: string): Promise<string | undefined>
  /** Takes what was found, so that no log and no message shows it. */
  mask(value: string): void
}

/**
 * Resolves a connection. Secrets are looked up each time, so that one that was replaced is used at once.
 * Throws an Error that names the connection and what is missing or wrong, never a value.
 */
export async function resolveConnection(
  { name, authProvider, authType, properties }: ConnectionDefinition,
  secrets: SecretSource,
): Promise<ResolvedConnection> {
  const declared = findAuthType(authProvider, authType)?.properties
  if (declared === undefined)
    throw new Error(
      `The connection ${name} is of a kind that this runner does not know (${authProvider}, ${authType}): update the runner`,
    )
  const values = await Promise.all(
    declared.map(async (property) => {
      const given = Object.hasOwn(properties, property.name) ? properties[property.name] : undefined
      return [property.name, await propertyValue(name, property, given, secrets)] as const
    }),
  )
  const present = values.filter((entry): entry is readonly [string, PropertyScalar] => entry[1] !== undefined)
  return { name, authProvider, authType, properties: Object.fromEntries(present) }
}

async function propertyValue(
  connection: string,
  property: ConnectionProperty,
  given: PropertyValue | undefined,
  secrets: SecretSource,
): Promise<PropertyScalar | undefined> {
  const found = given === undefined ? undefined : await givenValue(connection, property, given, secrets)
  const value = found === undefined || found === '' ? property.default : found
  if (value === undefined && property.required)
    throw new Error(`The connection ${connection} lacks its property ${property.name}`)
  if (value === undefined) return undefined
  const fault = scalarFault(property, value)
  if (fault !== undefined)
    throw new Error(`The property ${property.name} of the connection ${connection} ${fault}`)
  return typed(property, value)
}

function typed({ type }: ConnectionProperty, value: PropertyScalar): PropertyScalar {
  if (type === 'INTEGER') return Number(value)
  return type === 'BOOLEAN' ? String(value) === 'true' : String(value)
}

async function givenValue(
  connection: string,
  property: ConnectionProperty,
  { value, secretName, secretKey }: PropertyValue,
  secrets: SecretSource,
): Promise<PropertyScalar | undefined> {
  if (secretName === undefined) {
    if (property.secret && value !== undefined)
      throw new Error(`The property ${property.name} of the connection ${connection} must name a secret`)
    return value
  }
  const found = await secrets.get(secretName)
  if (found === undefined)
    throw new Error(
      `There is no secret named "${secretName}", neither at the runner nor in the project; the connection ${connection} needs it`,
    )
  const picked = secretKey === undefined ? found : memberOfSecret(found, secretName, secretKey)
  secrets.mask(String(picked))
  return picked
}

/**
 * A member of a secret that is a JSON object, as managers of secrets keep several values in one. If the
 * secret has no such member, throws an Error that names both. A number comes as the text that it is written
 * as, so that it keeps its digits.
 */
export function memberOfSecret(text: string, secretName: string, key: string): PropertyScalar {
  const members = Object(parsed(text)) as Record<string, unknown>
  const member = Object.hasOwn(members, key) ? members[key] : undefined
  if (typeof member === 'string' || typeof member === 'boolean') return member
  const number = numberText(member)
  if (number !== undefined) return number
  throw new Error(
    `The secret "${secretName}" is not a JSON object with a text or number in its member "${key}"`,
  )
}

function parsed(text: string): unknown {
  try {
    return parseWritten(text)
  } catch {
    return undefined
  }
}
