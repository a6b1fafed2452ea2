import { isUuid } from '../../../lib/ids.ts'
import { badRequest } from '../../../lib/problem.ts'

/** The cursor of the next page: the id of the last row of this one. */
export const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url')

/** Throws `bad-request` for a token that no earlier answer contained. */
export function readCursor(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8')
  if (!isUuid(id)) throw badRequest(['query/paginationToken is not one of an earlier answer'])
  return id
}
