import type { Endpoint, PaginationType } from '../wire.ts'

type Pagination = Endpoint['pagination']
type Name = Exclude<keyof Pagination, 'type'>

export interface PaginationField {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly kind: 'text' | 'number' | 'location'
  readonly isRequired?: boolean
}

export const paginationLabels: Readonly<Record<PaginationType, string>> = {
  NONE: 'None: a single page',
  PAGE: 'Page number',
  OFFSET: 'Offset',
  CURSOR: 'Cursor',
  LINK_HEADER: 'Link header',
  RELATIVE_PATH: 'Relative path in the response',
  FULL_PATH: 'Full path in the response',
}

const size: readonly PaginationField[] = [
  { name: 'pageSizeParameter', label: 'Page size parameter', hint: 'For example limit', kind: 'text' },
  { name: 'pageSize', label: 'Page size', hint: 'Requires the page size parameter', kind: 'number' },
]
const more: readonly PaginationField[] = [
  { name: 'hasMore', label: 'Has more', hint: 'Path in the response, e.g. $.has_more', kind: 'text' },
  { name: 'addTo', label: 'Add to', kind: 'location' },
]
const nextPage: PaginationField = {
  name: 'nextPage',
  label: 'Next page',
  kind: 'text',
  isRequired: true,
  hint: 'Path in the response, e.g. $.paging.next',
}

/** The fields of each type of pagination, in the order they are asked for (decisions.md §12). */
export const paginationFields: Readonly<Record<PaginationType, readonly PaginationField[]>> = {
  NONE: [],
  PAGE: [
    {
      name: 'pageParameter',
      label: 'Page parameter',
      hint: 'For example page',
      kind: 'text',
      isRequired: true,
    },
    { name: 'startPage', label: 'First page', hint: 'Default: 1', kind: 'number' },
    ...size,
    ...more,
  ],
  OFFSET: [
    {
      name: 'offsetParameter',
      label: 'Offset parameter',
      kind: 'text',
      isRequired: true,
      hint: 'For example offset',
    },
    { name: 'startOffset', label: 'First offset', hint: 'Default: 0', kind: 'number' },
    ...size,
    ...more,
  ],
  CURSOR: [
    {
      name: 'cursorParameter',
      label: 'Cursor parameter',
      kind: 'text',
      isRequired: true,
      hint: 'For example after',
    },
    {
      name: 'cursor',
      label: 'Cursor',
      kind: 'text',
      isRequired: true,
      hint: 'Path in the response, e.g. $.next, or @.id of the last element',
    },
    ...size,
    ...more,
  ],
  LINK_HEADER: [{ name: 'rel', label: 'Relation', hint: 'Default: next', kind: 'text' }, ...size],
  RELATIVE_PATH: [
    nextPage,
    { name: 'baseUri', label: 'Base URI', hint: 'Prefix of the path, on the same host', kind: 'text' },
    ...size,
  ],
  FULL_PATH: [nextPage, ...size],
}

/**
 * The values of every type the user has tried, as text. The fields of all types share one map, so that
 * switching the type back and forth loses nothing, and types with a field in common (such as the page size)
 * share its value.
 */
export interface PaginationDraft {
  readonly type: PaginationType
  readonly fields: Readonly<Partial<Record<Name, string>>>
}

export const draftOfPagination = ({ type, ...fields }: Pagination): PaginationDraft => ({
  type,
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
})

/**
 * The pagination for the API: the fields of the selected type that are not empty. Those of other types stay
 * out.
 */
export function paginationOf({ type, fields }: PaginationDraft): Pagination {
  const given = paginationFields[type].flatMap(({ name, kind }) => {
    const text = fields[name]?.trim() ?? ''
    return text === '' ? [] : [[name, kind === 'number' ? Number(text) : text]]
  })
  return { type, ...Object.fromEntries(given) }
}
