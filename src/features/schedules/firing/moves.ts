import type { Move } from './firing-store.ts'
import { jitterOf } from './missed-runs.ts'

/** Why a schedule whose expression is over is disabled. */
export const OVER = 'The schedule names no later time'

/** Moves a schedule to its next due time, or disables it for `reason` when there is none. */
export function moveTo(
  { id, place, jitterSeconds }: { id: string; place: string; jitterSeconds: number },
  next: number | undefined,
  reason: string,
): Move {
  if (next === undefined) return { id, place, nextDueAt: undefined, nextRunAt: undefined, ran: false, reason }
  const nextRunAt = new Date(next + jitterOf(id, jitterSeconds))
  return { id, place, nextDueAt: new Date(next), nextRunAt, ran: false, reason: undefined }
}
