import { type Attribute, findAttribute, type ResourceModel } from './attributes.ts'

/** An attribute that a filter, a patch or `attributes=` names, in its canonical spelling. */
export interface Path {
  /** URN of the extension that holds it, when it is not in the core schema. */
  readonly extension: string | undefined
  /** The attribute of the resource, or undefined when the whole extension is meant. */
  readonly attribute: Attribute | undefined
  readonly sub: Attribute | undefined
}

/**
 * Finds what a path such as `name.givenName` or `urn:…:User:userName` names; undefined when the schema has no
 * such attribute. Without regard to case; with the URN of its schema in front or not, as Entra ID names
 * `manager`.
 */
export function findPath(model: ResourceModel, text: string): Path | undefined {
  const { core, extension } = model
  const rest = withoutUrn(text, core.id)
  if (rest !== undefined) return pathIn(model.attributes, rest, undefined)
  if (extension !== undefined) {
    if (text.toLowerCase() === extension.id.toLowerCase())
      return { extension: extension.id, attribute: undefined, sub: undefined }
    const inside = withoutUrn(text, extension.id)
    if (inside !== undefined) return pathIn(extension.attributes, inside, extension.id)
  }
  return (
    pathIn(model.attributes, text, undefined) ??
    (extension && pathIn(extension.attributes, text, extension.id))
  )
}

const withoutUrn = (text: string, urn: string): string | undefined =>
  text.toLowerCase().startsWith(`${urn.toLowerCase()}:`) ? text.slice(urn.length + 1) : undefined

function pathIn(
  attributes: readonly Attribute[],
  text: string,
  extension: string | undefined,
): Path | undefined {
  const [name, subName, ...more] = text.split('.')
  const attribute = findAttribute(attributes, name!)
  if (attribute === undefined || more.length > 0) return undefined
  if (subName === undefined) return { extension, attribute, sub: undefined }
  const sub = findAttribute(attribute.subAttributes, subName)
  return sub === undefined ? undefined : { extension, attribute, sub }
}
