import type { HealthCheck } from '../../http/health.ts'
import type { Clock } from '../../lib/clock.ts'
import type { WakeableService } from '../../lib/service.ts'

/** A pass that runs often and had no success for this long is reported by `/readyz`. */
const STALE_PASS_MS = 60_000

/** Reports a pass without success for a minute; one that runs seldom is given two of its turns. */
export function passCheck(
  pass: Pick<WakeableService, 'name' | 'intervalMs' | 'lastOkAt'>,
  clock: Clock,
): HealthCheck {
  const since = clock.now()
  const patienceMs = Math.max(STALE_PASS_MS, 2 * pass.intervalMs)
  return {
    name: pass.name,
    async check() {
      const lastOk = pass.lastOkAt() ?? since
      if (clock.now().getTime() - lastOk.getTime() < patienceMs) return undefined
      return `has not succeeded since ${lastOk.toISOString()}`
    },
  }
}
