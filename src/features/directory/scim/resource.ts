import { etagOf } from '../../../http/conditional.ts'
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

/** A resource with the revision its entity tag names. */
export interface Tagged {
  readonly resource: Members
  readonly revision: string
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
      version: etagOf(revisionOf(row)),
    },
    ...row.attributes,
    ...links,
  }
}

export const revisionOf = ({ version }: Pick<ResourceRow, 'version'>): string => String(version)

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
