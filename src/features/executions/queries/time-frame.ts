import { beforeBy } from '../../../lib/iso-duration.ts'
import { badRequest } from '../../../lib/problem.ts'

/**
 * As `queuedAfter`, the beginning of a time frame that ends now, unless a later one was asked for. `where` it
 * was asked stands in the problem `bad-request` that is thrown for what is no ISO 8601 duration.
 */
export function sinceTimeFrame(
  where: 'query' | 'body',
  timeFrame: string | undefined,
  queuedAfter: string | undefined,
): { queuedAfter?: string } {
  if (timeFrame === undefined) return {}
  const begin = beforeBy(new Date(), timeFrame)
  if (begin === undefined)
    throw badRequest([`${where}/timeFrame must be an ISO 8601 duration such as PT1H or P7D`])
  const isLater = queuedAfter === undefined || begin.getTime() > Date.parse(queuedAfter)
  return isLater ? { queuedAfter: begin.toISOString() } : {}
}
