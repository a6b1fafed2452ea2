import { repeated } from '../../lib/repeated.ts'
import type { AgentStatus } from './schema.ts'

/** What a runner's status follows from. */
export interface RunnerFacts {
  readonly pausedUntil: Date | undefined
  readonly stopRequestedAt: Date | undefined
  /** When the newest live session began; undefined without one. */
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

/**
 * `agentStatus` of decisions.md §6. Nothing unpauses a runner: it is paused while `pausedUntil` lies ahead.
 */
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

const HOUR_MS = 3_600_000
const DEFAULT_PAUSE_MS = 24 * HOUR_MS
const MAX_PAUSE_MS = 30 * 24 * HOUR_MS

/** Until when a PAUSE holds, or the fault of what was asked for. */
export function pauseEnd(wanted: string | undefined, now: Date): Date | { readonly fault: string } {
  if (wanted === undefined) return new Date(now.getTime() + DEFAULT_PAUSE_MS)
  const until = new Date(wanted)
  if (until <= now) return { fault: 'body/pausedUntil must be in the future' }
  if (until.getTime() > now.getTime() + MAX_PAUSE_MS)
    return { fault: 'body/pausedUntil must be at most 30 days ahead' }
  return until
}

/** The track that runners are on unless they say otherwise. */
const DEFAULT_TRACK = 'current'

/** What is wrong with the tracks as a whole. */
export function trackObjections(tracks: readonly { readonly trackName: string }[]): string[] {
  const names = tracks.map(({ trackName }) => trackName)
  return [
    ...(names.includes(DEFAULT_TRACK) ? [] : [`body/tracks must contain the track ${DEFAULT_TRACK}`]),
    ...repeated(names, String).map((name) => `body/tracks has ${name} more than once`),
  ]
}

/** The tracks that every installation has are known in any case. */
export const trackNameOf = (given: string): string =>
  /^(current|stable)$/i.test(given) ? given.toLowerCase() : given
