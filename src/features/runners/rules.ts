import type { AgentStatus } from './schema.ts'

/** What a runner's status follows from. */
export interface RunnerFacts {
  readonly pausedUntil: Date | undefined
  readonly stopRequestedAt: Date | undefined
  /** When the newest live session began; undefined when there is none. */
  readonly liveSince: Date | undefined
  readonly everConnected: boolean
  /** Why the last session ended. */
  readonly lastEndReason: string | undefined
  readonly activeExecutions: number
}

/** A session that ended this way had finished its work and said so. */
export const DRAINED = 'drained'

export const isPaused = (pausedUntil: Date | undefined, now: Date): boolean =>
  pausedUntil !== undefined && pausedUntil > now

/** `agentStatus` of decisions.md §6. Nothing unpauses a runner: it is paused while `pausedUntil` lies ahead. */
export function runnerStatus(facts: RunnerFacts, now: Date): AgentStatus {
  const { liveSince, stopRequestedAt } = facts
  if (liveSince === undefined) {
    if (!facts.everConnected) return 'pending'
    return facts.lastEndReason === DRAINED ? 'stopped' : 'unknown'
  }
  if (stopRequestedAt !== undefined && stopRequestedAt > liveSince) return 'stopping'
  if (!isPaused(facts.pausedUntil, now)) return 'running'
  return facts.activeExecutions > 0 ? 'pausing' : 'paused'
}

/** Only a runner that certainly does nothing may be deleted. */
export const mayDelete = (status: AgentStatus): boolean =>
  status === 'stopped' || status === 'pending' || status === 'unknown'

/** Negative when `a` is the older version; dotted numbers, missing parts count as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  )
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const HOUR_MS = 3_600_000
const DEFAULT_PAUSE_MS = 24 * HOUR_MS
const MAX_PAUSE_MS = 30 * 24 * HOUR_MS

/** Until when a PAUSE holds, or the fault of what was asked for. */
export function pauseEnd(wanted: string | undefined, now: Date): Date | { readonly fault: string } {
  if (wanted === undefined) return new Date(now.getTime() + DEFAULT_PAUSE_MS)
  const until = new Date(wanted)
  if (until <= now) return { fault: 'body/pausedUntil must lie ahead' }
  if (until.getTime() > now.getTime() + MAX_PAUSE_MS)
    return { fault: 'body/pausedUntil must be at most 30 days ahead' }
  return until
}
