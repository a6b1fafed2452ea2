import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import {
  type Attribute,
  enterpriseSchema,
  groupModel,
  type ResourceModel,
  userModel,
} from './scim/attributes.ts'

/** Specification, "SCIM user", and RFC 7643: made from the attribute tables, so that both say the same. */
const MAX_LENGTH = 2 ** 31 - 1

function typeOf(attribute: Attribute): TSchema {
  const { description, maxLength } = attribute
  if (attribute.type === 'complex')
    return Type.Object(propertiesOf(attribute.subAttributes), { description, title: titleOf(attribute) })
  if (attribute.type === 'boolean') return Type.Boolean({ description })
  const text = { description, ...(maxLength !== undefined && { maxLength }) }
  if (attribute.name === 'id') return Type.String({ ...text, minLength: 1, maxLength: MAX_LENGTH })
  if (attribute.name === 'created' || attribute.name === 'lastModified')
    return Type.String({ ...text, format: 'date-time' })
  return Type.String(text)
}

/**
 * What the shape of a complex attribute is called in the API document; most have the members of RFC 7643,
 * section 2.4.
 */
const titleOf = ({ name }: Attribute): string => `Scim${ownShapes[name] ?? 'Value'}`
const ownShapes: Readonly<Record<string, string>> = {
  addresses: 'Address',
  groups: 'GroupOfUser',
  manager: 'Manager',
  members: 'Member',
  meta: 'Meta',
  name: 'Name',
}

const propertiesOf = (attributes: readonly Attribute[], required: readonly string[] = []): TProperties =>
  Object.fromEntries(
    attributes.map((attribute) => {
      const value = attribute.multiValued ? Type.Array(typeOf(attribute)) : typeOf(attribute)
      const isRequired = attribute.required || required.includes(attribute.name)
      return [attribute.name, isRequired ? value : Type.Optional(value)]
    }),
  )

const resourceOf = (
  { attributes, extension, core }: ResourceModel,
  required: readonly string[] = [],
  examples: readonly object[] = [],
) =>
  Type.Object(
    {
      schemas: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: MAX_LENGTH })),
      ...propertiesOf(attributes, required),
      ...(extension !== undefined && {
        [extension.id]: Type.Optional(
          Type.Object(propertiesOf(extension.attributes), { title: 'ScimEnterpriseUser' }),
        ),
      }),
    },
    {
      title: `SCIM ${core.name.toLowerCase()}`,
      description: core.description,
      ...(examples.length > 0 && { examples }),
    },
  )

export const ScimUser = resourceOf(userModel)
/** The request of the specified create: `meta` is required. */
export const NewScimUser = resourceOf(
  userModel,
  ['meta'],
  [
    {
      schemas: [userModel.core.id],
      meta: { resourceType: 'User' },
      userName: 'ada@example.com',
      externalId: '00u1ada',
      active: true,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Ada Lovelace',
      emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
    },
  ],
)
export const ScimGroup = resourceOf(groupModel)

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
export const messageUrns = {
  list: LIST,
  patch: PATCH,
  error: ERROR,
  search: SEARCH,
  bulkRequest: BULK_REQUEST,
  bulkResponse: BULK_RESPONSE,
  enterprise: enterpriseSchema.id,
} as const

export const listOf = (resource: TSchema) =>
  Type.Object({
    schemas: Type.Array(Type.String()),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  })

const integer = (description: string) => Type.Optional(Type.Integer({ description }))
const text = (description: string) => Type.Optional(Type.String({ description }))
const projection = {
  attributes: text('Names of attributes to return, separated by commas'),
  excludedAttributes: text('Names of attributes to leave out'),
}
export const ResourceQuery = Type.Object(projection)
export const ListQuery = Type.Object({
  ...projection,
  filter: text('RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com"'),
  sortBy: text('The attribute to sort by'),
  sortOrder: Type.Optional(Type.Enum(['ascending', 'descending'])),
  startIndex: integer('1 is the first; less is taken as 1'),
  count: integer('100 by default; more than 1,000 is taken as 1,000, less than 0 as 0'),
})
const names = Type.Optional(Type.Array(Type.String(), { maxItems: 200 }))
/** Of a message; null is the same as none (RFC 7643 §2.5). */
const ownSchemas = Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()]))
/** RFC 7644 §3.4.3: the same as a body, for filters that should not appear in addresses. */
export const SearchRequest = Type.Object({
  schemas: ownSchemas,
  attributes: names,
  excludedAttributes: names,
  filter: text('RFC 7644 §3.4.2.2'),
  sortBy: text('The attribute to sort by'),
  sortOrder: Type.Optional(Type.Enum(['ascending', 'descending'])),
  startIndex: integer('1 is the first'),
  count: integer('100 by default'),
})

export const PatchRequest = Type.Object(
  {
    schemas: ownSchemas,
    Operations: Type.Array(
      Type.Object({
        op: Type.String({ description: 'add, replace or remove, in any case' }),
        path: Type.Optional(Type.Union([Type.String({ maxLength: 4_096 }), Type.Null()])),
        value: Type.Optional(Type.Unknown()),
      }),
      { minItems: 1, maxItems: 10_000 },
    ),
  },
  { examples: [{ schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }] },
)
/** RFC 7644 §3.12. */
export const ScimError = Type.Object({
  schemas: Type.Array(Type.String()),
  status: Type.String({ description: 'The HTTP status, as a text' }),
  scimType: Type.Optional(Type.String({ description: 'For instance uniqueness or invalidFilter' })),
  detail: Type.String(),
})
export const MAX_BULK_OPERATIONS = 1_000
export const BulkRequest = Type.Object({
  schemas: ownSchemas,
  failOnErrors: Type.Optional(Type.Integer({ minimum: 1, description: 'Stop after this many errors' })),
  Operations: Type.Array(
    Type.Object({
      method: Type.String({ description: 'POST, PUT, PATCH or DELETE' }),
      path: Type.String({
        maxLength: 1_024,
        description: '/Users, /Groups/{id}, …; bulkId:… refers to a new resource',
      }),
      bulkId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      version: Type.Optional(Type.String({ maxLength: 255 })),
      data: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, description: `At most ${MAX_BULK_OPERATIONS}; more are 413` },
  ),
})
export const BulkResponse = Type.Object({
  schemas: Type.Array(Type.String()),
  Operations: Type.Array(
    Type.Object({
      method: Type.String(),
      bulkId: Type.Optional(Type.String()),
      version: Type.Optional(Type.String()),
      location: Type.Optional(Type.String()),
      status: Type.String(),
      response: Type.Optional(Type.Unknown()),
    }),
  ),
})
export const ResourcePath = Type.Object({ id: Type.String({ minLength: 1 }) })

export type BulkRequest = Static<typeof BulkRequest>
export type BulkResponse = Static<typeof BulkResponse>
export type ListQuery = Static<typeof ListQuery>
export type PatchRequest = Static<typeof PatchRequest>
export type ResourceQuery = Static<typeof ResourceQuery>
export type SearchRequest = Static<typeof SearchRequest>
