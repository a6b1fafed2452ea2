import type { operations } from '../../../../openapi/types.generated.ts'
import type { Address } from '../../../use-address.ts'

export type Event =
  operations['listEvents']['responses'][200]['content']['application/json']['results'][number]
type Query = NonNullable<operations['listEvents']['parameters']['query']>

export type AuditAddress = Address<'audit'>

const outcomes = ['SUCCEEDED', 'REFUSED', 'UNKNOWN'] as const

/**
 * The query of the API: instants, or days (YYYY-MM-DD), which become the instants at which they begin and end
 * in the browser's time zone.
 */
export function queryOf({
  from,
  to,
  operation,
  actorId,
  projectId,
  outcome,
}: AuditAddress): Omit<Query, 'page'> {
  const known = outcomes.find((one) => one === outcome)
  const begin = instantOf(from, 0)
  const end = instantOf(to, 1)
  return {
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
    ...(operation !== undefined && { operation }),
    ...(actorId !== undefined && { actorId }),
    ...(projectId !== undefined && { projectId }),
    ...(known !== undefined && { outcome: known }),
  }
}

/**
 * An instant as it is, a day as midnight `daysLater` days after its start; undefined when `text` is neither.
 */
function instantOf(text: string | undefined, daysLater: number): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '')
  if (match === null) {
    const time = Date.parse(text ?? '')
    return Number.isNaN(time) ? undefined : new Date(time).toISOString()
  }
  const [, year, month, date] = match.map(Number) as [number, number, number, number]
  return new Date(year, month - 1, date + daysLater).toISOString()
}
