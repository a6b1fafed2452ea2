/**
 * One attribute of a SCIM schema (RFC 7643 §7). The wire schemas, filters, patches and `/Schemas` come from
 * these.
 */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'reference' | 'binary' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable'
  readonly uniqueness: 'none' | 'server'
  readonly required: boolean
  readonly maxLength: number | undefined
  readonly subAttributes: readonly Attribute[]
}

export interface ResourceSchema {
  readonly id: string
  readonly name: 'User' | 'Group' | 'EnterpriseUser'
  readonly description: string
  readonly attributes: readonly Attribute[]
}

type Own = Partial<Omit<Attribute, 'name' | 'description'>>

/** Values in a unique index; it holds at most 2,704 bytes. */
const INDEXED_CHARACTERS = 512

const attribute = (name: string, description: string, own: Own = {}): Attribute => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  caseExact: own.type === 'reference' || own.type === 'binary',
  mutability: 'readWrite',
  uniqueness: 'none',
  required: false,
  maxLength: undefined,
  subAttributes: [],
  ...own,
})

const complex = (name: string, description: string, subAttributes: readonly Attribute[], own: Own = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...own })

const primary = attribute('primary', 'Whether this is the preferred one; at most one is', { type: 'boolean' })
const kind = attribute('type', 'Its purpose, for instance work or home')

/** Specification, "SCIM user": e-mail addresses and everything that has their element shape. */
const plural = (name: string, description: string, value: Own = {}): Attribute =>
  complex(
    name,
    description,
    [
      attribute('display', 'A human-readable name'),
      primary,
      kind,
      attribute('value', 'The value itself', value),
    ],
    { multiValued: true },
  )

const nameParts = [
  attribute('familyName', 'Last name'),
  attribute('formatted', 'The full name, as it is shown'),
  attribute('givenName', 'First name'),
  attribute('honorificPrefix', 'Title before the name'),
  attribute('honorificSuffix', 'Suffix after the name'),
  attribute('middleName', 'Middle names'),
]

const addressParts = [
  attribute('country', 'Country'),
  attribute('display', 'A human-readable name'),
  attribute('formatted', 'The full address, as it is shown'),
  attribute('locality', 'City'),
  attribute('postalCode', 'Postal code'),
  primary,
  attribute('region', 'State or region'),
  attribute('streetAddress', 'Street and number'),
  kind,
]

const readOnly = { mutability: 'readOnly' } as const

/** What every resource has (RFC 7643 §3.1). */
export const commonAttributes: readonly Attribute[] = [
  attribute('id', 'Assigned by the directory', { ...readOnly, caseExact: true, uniqueness: 'server' }),
  attribute('externalId', 'The identifier in the identity provider', {
    caseExact: true,
    uniqueness: 'server',
    maxLength: INDEXED_CHARACTERS,
  }),
  complex(
    'meta',
    'Creation, last change and location',
    [
      attribute('created', 'When it was created', readOnly),
      attribute('lastModified', 'When it was last changed', readOnly),
      attribute('location', 'Its address', { ...readOnly, caseExact: true }),
      attribute('resourceType', 'User or Group', { ...readOnly, caseExact: true }),
      attribute('version', 'Its entity tag', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
]

/** Of every resource, and of no schema: what it says follows from the attributes that a resource has. */
export const schemasAttribute = attribute('schemas', 'The URNs of its schemas', {
  ...readOnly,
  multiValued: true,
})

export const userSchema: ResourceSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A user',
  attributes: [
    attribute('active', 'Whether the user may sign in; false ends every session and token', {
      type: 'boolean',
    }),
    complex('addresses', 'Postal addresses', addressParts, { multiValued: true }),
    attribute('displayName', 'The name that is shown'),
    plural('emails', 'E-mail addresses'),
    plural('entitlements', 'Entitlements of the user'),
    complex(
      'groups',
      'Groups that the user belongs to directly',
      [
        attribute('display', "The group's name", readOnly),
        attribute('ref', "The group's address", { ...readOnly, type: 'reference' }),
        attribute('value', "The group's id", { ...readOnly, caseExact: true }),
      ],
      { multiValued: true, ...readOnly },
    ),
    plural('ims', 'Instant messaging addresses'),
    attribute('locale', 'Language and country, for instance en-GB'),
    complex('name', 'The parts of the name', nameParts),
    attribute('nickName', 'A casual name'),
    attribute('password', 'Stored as a slow hash, never returned', {
      mutability: 'writeOnly',
      caseExact: true,
      maxLength: 1_024,
    }),
    plural('phoneNumbers', 'Telephone numbers'),
    plural('photos', 'Pictures', { type: 'reference', caseExact: true }),
    attribute('preferredLanguage', 'Languages in the form of Accept-Language'),
    attribute('profileUrl', 'A page about the user', { type: 'reference', caseExact: true }),
    plural('roles', 'Roles in the identity provider; they grant no permission here'),
    attribute('timezone', 'IANA time zone'),
    attribute('title', 'Job title'),
    attribute('userName', 'Unique without regard to case; what the user signs in with', {
      uniqueness: 'server',
      maxLength: INDEXED_CHARACTERS,
    }),
    attribute('userType', 'Relation to the organization'),
    plural('x509Certificates', 'Certificates', { type: 'binary', caseExact: true }),
  ],
}

/** RFC 7643 §4.3, sent by Okta and Entra ID. */
export const enterpriseSchema: ResourceSchema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Attributes of users in enterprises',
  attributes: [
    attribute('employeeNumber', 'Number or other identifier'),
    attribute('costCenter', 'Cost center'),
    attribute('organization', 'Organization'),
    attribute('division', 'Division'),
    attribute('department', 'Department'),
    complex('manager', 'Who manages the user', [
      attribute('value', "The manager's id", { caseExact: true }),
      attribute('ref', "The manager's address", { type: 'reference' }),
      attribute('displayName', "The manager's name"),
    ]),
  ],
}

export const groupSchema: ResourceSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Users and groups that are granted roles together',
  attributes: [
    attribute('displayName', 'Unique without regard to case', {
      required: true,
      uniqueness: 'server',
      maxLength: INDEXED_CHARACTERS,
    }),
    complex(
      'members',
      'Users and groups',
      [
        attribute('display', "The member's name", readOnly),
        attribute('ref', "The member's address", { type: 'reference', mutability: 'immutable' }),
        attribute('type', 'User or Group', { mutability: 'immutable', caseExact: true }),
        attribute('value', "The member's id", { mutability: 'immutable', caseExact: true }),
      ],
      { multiValued: true },
    ),
  ],
}

/**
 * A kind of resource: its own attributes, the common ones, and those of an extension below the extension's
 * URN.
 */
export interface ResourceModel {
  readonly core: ResourceSchema
  readonly extension: ResourceSchema | undefined
  readonly attributes: readonly Attribute[]
}

export const userModel: ResourceModel = {
  core: userSchema,
  extension: enterpriseSchema,
  attributes: [...commonAttributes, ...userSchema.attributes],
}
export const groupModel: ResourceModel = {
  core: groupSchema,
  extension: undefined,
  attributes: [...commonAttributes, ...groupSchema.attributes],
}

/**
 * Attribute names are written without regard to case (RFC 7643 §2.1); `$ref` is our `ref` (decisions.md §10).
 */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase() === '$ref' ? 'ref' : name.toLowerCase()
  return attributes.find((candidate) => candidate.name.toLowerCase() === wanted)
}
