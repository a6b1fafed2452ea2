import Type, { type Static, type TSchema } from 'typebox'

const MAX_PAGE_SIZE = 100

/** `?page=&size=` of every list (decisions.md §3). A size above 100 is taken as 100 and echoed so. */
export const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 0, description: '0-indexed' }),
  size: Type.Integer({ minimum: 1, default: 25, description: 'Values above 100 are treated as 100' }),
})

/** Lists of what has a name can be narrowed to it: who knows only the name finds the identifier. */
export const NamedPageQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Whole name, in any letter case' })),
})

export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly offset: number
}

export function pageRequest({ page, size }: Static<typeof PageQuery>): PageRequest {
  const capped = Math.min(size, MAX_PAGE_SIZE)
  return { page, size: capped, offset: page * capped }
}

/** Specification, "Paged result envelope". */
export interface Page<T> {
  page: number
  results: T[]
  size: number
  total: number
}

export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    page: Type.Integer({ minimum: 0, format: 'int32' }),
    results: Type.Array(item),
    size: Type.Integer({ minimum: 1, format: 'int32' }),
    total: Type.Integer({ minimum: 0, format: 'int64' }),
  })
