import type { HealthCheck } from '../../http/health.ts'
import type { WakeableService } from '../../lib/service.ts'

/** A pass that runs often and had no success for this long is reported by `/readyz`. */
const STALE_PASS_MS = 60_000

/** Reports a pass without success for a minute; one that runs seldom is given two of its turns. */
export function passCheck(
  pass: Pick<WakeableService, 'name' | 'intervalMs' | 'lastOkAt'>,
  now: () => number = performance.now.bind(performance),
): HealthCheck {
  const since = now()
  const patienceMs = Math.max(STALE_PASS_MS, 2 * pass.intervalMs)
  return {
    name: pass.name,
    async check() {
      const failingMs = now() - (pass.lastOkAt() ?? since)
      return failingMs < patienceMs ? undefined : `has not succeeded for ${Math.round(failingMs / 1_000)} s`
    },
  }
}

/** Every statement, request and program that a pass waits for ends sooner. */
const STUCK_PASS_MS = 10 * 60_000

/** Reports a pass that began long ago and does not end: nothing but a new process helps. */
export const stuckPassCheck = ({
  name,
  runningMs,
}: Pick<WakeableService, 'name' | 'runningMs'>): HealthCheck => ({
  name,
  check: async () =>
    runningMs() < STUCK_PASS_MS ? undefined : `has been running for ${Math.round(runningMs() / 1_000)} s`,
})

/** A silent connection is cut far sooner than this. */
const STUCK_CONNECTION_MS = 90_000

/** Reports a database connection that keeps an answer waiting although it should have been cut. */
export const stuckConnectionCheck = (longestSilenceMs: () => number): HealthCheck => ({
  name: 'database connections',
  check: async () =>
    longestSilenceMs() < STUCK_CONNECTION_MS
      ? undefined
      : `one has kept an answer waiting for ${Math.round(longestSilenceMs() / 1_000)} s`,
})
