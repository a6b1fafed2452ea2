import { type Attribute, findAttribute, type ResourceModel } from './attributes.ts'
import { isMembers } from './canonical.ts'

/** Members that other services give a group; here nothing but the API of permissions gives roles. */
const notOfGroups = ['role', 'projectId']

/**
 * What the canonical form of a body would hide, one sentence each: schemas of something else, values that
 * hold nothing, roles that no directory gives, and groups of a new user. Other members that the schema does
 * not know are left out without a word.
 */
export function givenViolations(
  model: ResourceModel,
  given: unknown,
  { isNew }: { readonly isNew: boolean },
): string[] {
  if (!isMembers(given)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    if (key.toLowerCase() === 'schemas') return schemaViolations(model, value)
    if (model.core.name === 'Group' && notOfGroups.includes(key))
      return [`body/${key} cannot be set by SCIM; grant a group its roles with PUT /v1/groups/{id}/roles`]
    const attribute = findAttribute(model.attributes, key)
    if (attribute === undefined) return []
    // A replacement may hold the groups that were read with the user, whatever they are by now (RFC 7644
    // §3.5.1).
    if (isNew && attribute.name === 'groups' && !isUnassigned(value))
      return ['body/groups is read-only; add the user to the members of each group instead']
    return valueViolations(attribute, value, `body/${attribute.name}`)
  })
}

const isUnassigned = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** Violations of what was given for a multi-valued attribute; an empty list and null unassign it. */
export function valueViolations(attribute: Attribute, value: unknown, where: string): string[] {
  if (!attribute.multiValued) return []
  if (isMembers(value) && Object.keys(value).length === 0) return [`${where} must be a list`]
  if (!Array.isArray(value)) return []
  return value.flatMap((element, i) => (element === null ? [`${where}/${i} must not be null`] : []))
}

function schemaViolations({ core }: ResourceModel, schemas: unknown): string[] {
  // Whether it is a list of texts at all is decided by the wire schema.
  if (!Array.isArray(schemas) || schemas.length === 0) return []
  const isNamed = schemas.some((one) => String(one).toLowerCase() === core.id.toLowerCase())
  return isNamed ? [] : [`body/schemas must name ${core.id}`]
}
