/** The most that one page of a list has. */
const MAX_PAGE_ITEMS = 100

interface CursorPage<Item> {
  readonly results: readonly Item[]
  readonly more?: string | undefined
}

/** What one page is asked for. */
interface CursorQuery {
  readonly limit: number
  readonly paginationToken: string | undefined
}

/**
 * Up to `limit` items of a list with a cursor (docs/reference), page after page, and whether there are more.
 */
export async function readUpTo<Item>(
  limit: number,
  read: (query: CursorQuery) => Promise<CursorPage<Item>>,
): Promise<{ results: Item[]; more: boolean }> {
  const results: Item[] = []
  let paginationToken: string | undefined
  do {
    const page = await read({ limit: Math.min(MAX_PAGE_ITEMS, limit - results.length), paginationToken })
    results.push(...page.results)
    paginationToken = page.more
  } while (paginationToken !== undefined && results.length < limit)
  return { results, more: paginationToken !== undefined }
}

interface NumberedPage<Item> {
  readonly results: readonly Item[]
  readonly total: number
}

/** The same of a list whose pages are numbered. */
export async function readPagesUpTo<Item>(
  limit: number,
  read: (query: { readonly page: number; readonly size: number }) => Promise<NumberedPage<Item>>,
): Promise<{ results: Item[]; more: boolean }> {
  const results: Item[] = []
  const size = Math.min(MAX_PAGE_ITEMS, limit)
  for (let page = 0; ; page++) {
    const { results: items, total } = await read({ page, size })
    results.push(...items)
    if (items.length === 0 || results.length >= Math.min(limit, total))
      return { results: results.slice(0, limit), more: total > limit }
  }
}
