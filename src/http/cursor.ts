import { isUuid } from '../lib/ids.ts'
import { badRequest } from '../lib/problem.ts'

/** The cursor of the next page: the id of the last row of this one. */
export const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url')

/** Throws `bad-request` for a token that no earlier answer contained. */
export function readCursor(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8')
  if (!isUuid(id)) throw badRequest(['query/paginationToken is not from an earlier response'])
  return id
}

const MAX_PAGE = 100

/**
 * A page of a list that is read by cursor: `read` answers at most as many rows as it is asked for. One more
 * than the page is read, to know whether another follows.
 */
export async function cursorPage<T>(
  wanted: number,
  read: (count: number) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<{ results: T[]; more?: string }> {
  const limit = Math.min(wanted, MAX_PAGE)
  const rows = await read(limit + 1)
  const results = rows.slice(0, limit)
  return rows.length <= limit ? { results } : { results, more: cursorAfter(idOf(results.at(-1)!)) }
}
