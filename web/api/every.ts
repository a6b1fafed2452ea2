import { useQuery } from '@tanstack/react-query'
import type { paths } from '../../openapi/types.generated.ts'
import { client } from './client.ts'

interface Listed {
  readonly results: readonly unknown[]
  readonly total: number
}

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer A } } } }
}
  ? A
  : never

/** The lists that are read page by page and say how many rows there are. */
type ListPath = { [P in keyof paths]: Answer<P> extends Listed ? P : never }[keyof paths]

type Row<P extends ListPath> = Answer<P> extends { results: readonly (infer R)[] } ? R : never

type Query<P extends ListPath> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? Omit<NonNullable<Q>, 'page' | 'size'>
  : never

type Params<P extends ListPath> = (paths[P] extends { get: { parameters: { path: infer Names } } }
  ? { readonly path: Names }
  : { readonly path?: never }) & { readonly query?: Query<P> }

export interface EveryOptions {
  readonly enabled?: boolean
  readonly staleTime?: number
  readonly retry?: boolean
  readonly refetchInterval?: number
  readonly refetchOnWindowFocus?: 'always'
}

const PAGE_ROWS = 100

/**
 * As many as a version may have files; of what grows without end, e.g. of versions, these are the newest
 * ones.
 */
export const MAX_ROWS = 5_000

/**
 * All rows of a list, page after page, up to 5,000: for dialogs and menus, in which each of them can be
 * chosen. `idOf` tells the rows apart: one that is created meanwhile moves another to the next page.
 */
export const useEvery = <P extends ListPath>(
  path: P,
  idOf: (row: Row<P>) => string,
  params: Params<P>,
  options: EveryOptions = {},
) =>
  useQuery({
    queryKey: ['get', path, 'every', params],
    queryFn: ({ signal }) => readEvery(path, idOf, params, signal),
    ...options,
  })

/** The same without a hook. Throws the problem that the API answers with. */
export async function readEvery<P extends ListPath>(
  path: P,
  idOf: (row: Row<P>) => string,
  params: Params<P>,
  signal?: AbortSignal,
): Promise<readonly Row<P>[]> {
  const get = client.GET as unknown as Get
  const rows = new Map<string, Row<P>>()
  for (let page = 0; ; page += 1) {
    const query = { ...params.query, page, size: PAGE_ROWS }
    const { data, error } = await get(path, { params: { ...params, query }, signal: signal ?? null })
    if (data === undefined) throw error
    for (const row of data.results as readonly Row<P>[]) rows.set(idOf(row), row)
    const read = (page + 1) * PAGE_ROWS
    if (read >= data.total || read >= MAX_ROWS) return [...rows.values()]
  }
}

/** What a list with any path answers: the types above name the rows. */
type Get = (path: string, init: object) => Promise<{ readonly data?: Listed; readonly error?: unknown }>
