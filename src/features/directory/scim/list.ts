import type { ResourceModel } from './attributes.ts'
import { parseFilter, type ResourceFilter } from './filter.ts'
import { findPath, type Path } from './path.ts'
import { type ProjectionNames, projectionNames } from './projection.ts'
import { scimFault } from './scim-problem.ts'

/** A list as it is asked for (RFC 7644 §3.4.2), understood. */
export interface ListRequest {
  readonly filter: ResourceFilter | undefined
  readonly sortBy: Path | undefined
  readonly descending: boolean
  /** 1 is the first. */
  readonly startIndex: number
  readonly count: number
  readonly names: ProjectionNames
}

const COUNT = 100
export const MAX_COUNT = 1_000

interface Given {
  readonly filter?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortOrder?: string | undefined
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
}

/**
 * Throws `invalidFilter` and `invalidPath`. Indexes and counts out of range are put in range, as RFC 7644 has
 * it.
 */
function listRequest(model: ResourceModel, given: Given, names: ProjectionNames): ListRequest {
  const { filter, sortBy, sortOrder, startIndex = 1, count = COUNT } = given
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : parseFilter(model, filter),
    sortBy: sortBy === undefined ? undefined : sortPath(model, sortBy),
    descending: sortOrder === 'descending',
    startIndex: Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, startIndex)),
    count: Math.min(MAX_COUNT, Math.max(0, count)),
    names,
  }
}

export const listRequestOfQuery = (
  model: ResourceModel,
  query: Given & { attributes?: string | undefined; excludedAttributes?: string | undefined },
): ListRequest => listRequest(model, query, projectionNames(query))

/** For `POST …/.search`, where the names come as lists. */
export const listRequestOfBody = (model: ResourceModel, body: Given & ProjectionNames): ListRequest =>
  listRequest(model, body, body)

function sortPath(model: ResourceModel, name: string): Path {
  const path = findPath(model, name)
  if (path?.attribute === undefined || path.attribute.mutability === 'writeOnly')
    throw scimFault('invalidPath', `sortBy: ${model.core.name} has no attribute ${name} to sort by`)
  if (path.attribute.type === 'complex' && !path.attribute.multiValued && path.sub === undefined)
    throw scimFault('invalidPath', `sortBy: ${name} has parts; name one of them`)
  return path
}
