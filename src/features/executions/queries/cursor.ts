import { isUuid } from '../../../lib/ids.ts'
import { badRequest } from '../../../lib/problem.ts'

/** The place in a list after which the next page begins: the id of the last row shown. */
export const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url')

/** Throws `bad-request` for a text that no answer of ours contained. */
export function readCursor(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8')
  if (!isUuid(id)) throw badRequest(['query/paginationToken is not one of an earlier answer'])
  return id
}
