/** What a connection is for: an environment's SQL, a component, or a cloud platform (decisions.md §16). */
export type PlatformConnectionType = 'DWH' | 'COMPONENT_BASIC' | 'CLOUD_PLATFORM_CREDENTIALS'

/** A single value of a property, as it is written into a connection. */
export type PropertyScalar = string | number | boolean

/** One property of a connection. Forms are drawn from it, and values are checked against it. */
export interface ConnectionProperty {
  readonly name: string
  readonly title: string
  readonly type: 'TEXT' | 'HOST' | 'URL' | 'INTEGER' | 'BOOLEAN'
  readonly required: boolean
  /** Its value comes from a named secret only, and is never stored with the connection. */
  readonly secret: boolean
  readonly default?: PropertyScalar
  readonly help: string
}

/** One way to sign in, with all properties that a connection of that kind has. */
export interface ConnectionAuthType {
  readonly authType: string
  readonly title: string
  readonly properties: readonly ConnectionProperty[]
}

/** What can be connected to. `GET /v1/connection-schemas` lists these declarations. */
export interface ConnectionProvider {
  readonly authProvider: string
  readonly title: string
  readonly platformConnectionTypes: readonly PlatformConnectionType[]
  readonly authTypes: readonly ConnectionAuthType[]
}

type Given = Omit<ConnectionProperty, 'name' | 'title' | 'required' | 'secret' | 'type'> & {
  readonly type?: ConnectionProperty['type']
}

/** A property that a connection must have. */
export const required = (name: string, title: string, given: Given): ConnectionProperty => ({
  type: 'TEXT',
  required: true,
  secret: false,
  name,
  title,
  ...given,
})

/** A property that may be left out. */
export const optional = (name: string, title: string, given: Given): ConnectionProperty => ({
  type: 'TEXT',
  required: false,
  secret: false,
  name,
  title,
  ...given,
})

/** A property whose value is a named secret. */
export const secret = (
  name: string,
  title: string,
  given: Pick<ConnectionProperty, 'required' | 'help'>,
): ConnectionProperty => ({ type: 'TEXT', secret: true, name, title, ...given })
