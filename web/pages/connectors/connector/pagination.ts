import type { Endpoint, PaginationType } from '../wire.ts'

type Pagination = Endpoint['pagination']
type Name = Exclude<keyof Pagination, 'type'>

export interface PaginationField {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly kind: 'text' | 'number' | 'place'
  readonly isRequired?: boolean
}

export const paginationLabels: Readonly<Record<PaginationType, string>> = {
  NONE: 'None: one page is everything',
  PAGE: 'Page number',
  OFFSET: 'Offset',
  CURSOR: 'Cursor',
  LINK_HEADER: 'Link header',
  RELATIVE_PATH: 'Relative path in the response',
  FULL_PATH: 'Full path in the response',
}

const size: readonly PaginationField[] = [
  { name: 'pageSizeParameter', label: 'Page size parameter', hint: 'For example limit', kind: 'text' },
  { name: 'pageSize', label: 'Page size', hint: 'Goes with its parameter', kind: 'number' },
]
const more: readonly PaginationField[] = [
  { name: 'hasMore', label: 'Has more', hint: 'Where the response says it, e.g. $.has_more', kind: 'text' },
  { name: 'addTo', label: 'Add to', kind: 'place' },
]
const nextPage: PaginationField = {
  ...{ name: 'nextPage', label: 'Next page', kind: 'text', isRequired: true },
  hint: 'Where the response says it, e.g. $.paging.next',
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
    { name: 'startPage', label: 'First page', hint: '1 when empty', kind: 'number' },
    ...size,
    ...more,
  ],
  OFFSET: [
    {
      ...{ name: 'offsetParameter', label: 'Offset parameter', kind: 'text', isRequired: true },
      hint: 'For example offset',
    },
    { name: 'startOffset', label: 'First offset', hint: '0 when empty', kind: 'number' },
    ...size,
    ...more,
  ],
  CURSOR: [
    {
      ...{ name: 'cursorParameter', label: 'Cursor parameter', kind: 'text', isRequired: true },
      hint: 'For example after',
    },
    {
      ...{ name: 'cursor', label: 'Cursor', kind: 'text', isRequired: true },
      hint: 'Where the response says it, e.g. $.next, or @.id of the last element',
    },
    ...size,
    ...more,
  ],
  LINK_HEADER: [{ name: 'rel', label: 'Relation', hint: 'next when empty', kind: 'text' }, ...size],
  RELATIVE_PATH: [
    nextPage,
    { name: 'baseUri', label: 'Base URI', hint: 'What the path is added to', kind: 'text' },
    ...size,
  ],
  FULL_PATH: [nextPage, ...size],
}

/** Everything that was written for any type, as text: nothing is lost while somebody tries another type. */
export interface PaginationDraft {
  readonly type: PaginationType
  readonly fields: Readonly<Partial<Record<Name, string>>>
}

export const draftOfPagination = ({ type, ...fields }: Pagination): PaginationDraft => ({
  type,
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
})

/** What the API is sent: the fields of the type that say something. */
export function paginationOf({ type, fields }: PaginationDraft): Pagination {
  const given = paginationFields[type].flatMap(({ name, kind }) => {
    const text = fields[name]?.trim() ?? ''
    return text === '' ? [] : [[name, kind === 'number' ? Number(text) : text]]
  })
  return { type, ...Object.fromEntries(given) }
}
