import { MAX_BULK_OPERATIONS, messageUrns } from '../schema.ts'
import {
  type Attribute,
  enterpriseSchema,
  groupModel,
  groupSchema,
  type ResourceSchema,
  userModel,
  userSchema,
} from '../scim/attributes.ts'
import { MAX_COUNT } from '../scim/list.ts'
import { requiredNames } from '../scim/required.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const MAX_BODY_BYTES = 1024 * 1024

/** What this directory can do for the caller (RFC 7643 §5). */
export const serviceProviderConfig = (
  location: string,
  { acceptsPasswords }: { readonly acceptsPasswords: boolean },
) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BODY_BYTES },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: acceptsPasswords },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A directory token, or an access token of a SUPER_ADMIN credential',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${location}/ServiceProviderConfig` },
})

export const resourceTypes = (location: string) => [
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: userSchema.description,
    schema: userSchema.id,
    schemaExtensions: [{ schema: enterpriseSchema.id, required: false }],
    meta: { resourceType: 'ResourceType', location: `${location}/ResourceTypes/User` },
  },
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: groupSchema.description,
    schema: groupSchema.id,
    meta: { resourceType: 'ResourceType', location: `${location}/ResourceTypes/Group` },
  },
]

/** The schemas, from the tables that everything else uses (RFC 7643 §7). */
export const schemas = (location: string, settings: { readonly requireMeta: boolean }) => [
  schemaOf(userSchema, location, requiredNames(userModel, settings)),
  schemaOf(groupSchema, location, requiredNames(groupModel, settings)),
  schemaOf(enterpriseSchema, location, []),
]

const schemaOf = (
  { id, name, description, attributes }: ResourceSchema,
  location: string,
  required: readonly string[],
) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description,
  attributes: attributes.map((one) => attributeOf({ ...one, required: required.includes(one.name) })),
  meta: { resourceType: 'Schema', location: `${location}/Schemas/${id}` },
})

function attributeOf(attribute: Attribute): Record<string, unknown> {
  const { name, type, multiValued, description, required, caseExact, mutability, uniqueness } = attribute
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...((type === 'string' || type === 'reference' || type === 'binary') && { caseExact }),
    ...(type === 'reference' && { referenceTypes: name === 'ref' ? ['User', 'Group'] : ['external'] }),
    mutability,
    returned: mutability === 'writeOnly' ? 'never' : 'default',
    uniqueness,
    ...(type === 'complex' && { subAttributes: attribute.subAttributes.map(attributeOf) }),
  }
}

export const listed = (resources: readonly object[]) => ({
  schemas: [messageUrns.list],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
