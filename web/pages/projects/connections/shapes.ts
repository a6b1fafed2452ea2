import type { components } from '../../../../openapi/types.generated.ts'

export const connectionsPath = '/v1/projects/{projectId}/connections'
export const connectionPath = '/v1/projects/{projectId}/connections/{connectionName}'
export const overridesPath = '/v1/projects/{projectId}/connections/environment-overrides'
export const testPath = '/v1/projects/{projectId}/connections/{connectionName}/test'

export type Connection = components['schemas']['ProjectConnection']
export type ConnectionSchema = components['schemas']['ConnectionSchema']
export type Property = ConnectionSchema['authTypes'][number]['properties'][number]
export type Properties = Connection['connectionDetails']['connectionProperties']

/** What the form holds: texts as they are typed, a secret as its name, or as `name:key`. */
export interface Values {
  readonly name: string
  readonly description: string
  readonly authProvider: string
  readonly authType: string
  readonly platformConnectionType: Connection['platformConnectionType']
  readonly properties: Readonly<Record<string, string>>
}

export const typeWords: Readonly<Record<Connection['platformConnectionType'], string>> = {
  DWH: 'SQL of environments',
  COMPONENT_BASIC: 'Components',
  CLOUD_PLATFORM_CREDENTIALS: 'Cloud platform',
}

/** Whether a property is filled in with the name of a secret. */
export const takesSecret = ({ secret, name }: Property, given: Properties): boolean =>
  secret || given[name]?.secretName !== undefined

/** The properties of a stored connection as the form shows them. */
export const textsOf = (given: Properties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, { value, secretName, secretKey }]) => [
      name,
      secretName === undefined
        ? String(value)
        : [secretName, secretKey].filter((part) => part !== undefined).join(':'),
    ]),
  )

/** What the API takes; what is empty is left out, so that the default counts. */
export function bodyOf(values: Values, declared: readonly Property[], stored: Properties) {
  const { description, authProvider, authType, platformConnectionType, properties } = values
  const filled = declared.filter(({ name }) => (properties[name] ?? '') !== '')
  const connectionProperties = Object.fromEntries(
    filled.map((property) => [property.name, valueToSend(property, properties[property.name]!, stored)]),
  )
  const connectionDetails = { description, connectionProperties }
  return { platformConnectionType, authProvider, authType, connectionDetails }
}

function valueToSend(property: Property, text: string, stored: Properties): Properties[string] {
  if (takesSecret(property, stored)) {
    // Names of secrets have no colon, but members of JSON objects may have one.
    const [, secretName = '', secretKey] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? []
    return { secretName, ...(secretKey !== undefined && { secretKey }) }
  }
  if (property.type === 'BOOLEAN') return { value: text === 'true' }
  return { value: property.type === 'INTEGER' && /^\d+$/.test(text) ? Number(text) : text }
}
