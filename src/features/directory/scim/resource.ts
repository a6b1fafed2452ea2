import { etagOf, stateTag } from '../../../http/conditional.ts'
import type { ResourceModel } from './attributes.ts'
import type { Members } from './canonical.ts'

/** What the database knows of a user or a group. */
export interface ResourceRow {
  readonly id: string
  readonly attributes: Members
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** A resource with its entity tag, that of its `meta.version`. */
export interface Tagged {
  readonly resource: Members
  readonly etag: string
}

/** Origin, base path and the path of the interface: below it lie `/Users` and `/Groups`. */
export type Location = () => string

/** A row as it goes out: the client's attributes, and what the directory adds to them. */
export function resourceOf(
  model: ResourceModel,
  row: ResourceRow,
  links: Members,
  location: Location,
): Members {
  const { core, extension } = model
  const hasExtension = extension !== undefined && row.attributes[extension.id] !== undefined
  return {
    schemas: [core.id, ...(hasExtension ? [extension.id] : [])],
    id: row.id,
    meta: {
      resourceType: core.name,
      created: row.createdAt,
      lastModified: row.updatedAt,
      location: `${location()}/${core.name}s/${row.id}`,
      version: tagOf(row, links),
    },
    ...row.attributes,
    ...links,
  }
}

export const revisionOf = ({ version }: Pick<ResourceRow, 'version'>): string => String(version)

/** Memberships change without the resource, e.g. when the group of a user is deleted. */
export const tagOf = (row: Pick<ResourceRow, 'version'>, links: Members): string =>
  Object.keys(links).length === 0 ? etagOf(revisionOf(row)) : stateTag(revisionOf(row), links)

/**
 * Values that the directory assigns are not taken from clients (RFC 7644 §3.3: read-only values are ignored).
 */
export function withoutReadOnly(model: ResourceModel, resource: Members): Members {
  const readOnly = new Set(
    model.attributes.filter(({ mutability }) => mutability === 'readOnly').map(({ name }) => name),
  )
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => name !== 'schemas' && !readOnly.has(name)),
  )
}
