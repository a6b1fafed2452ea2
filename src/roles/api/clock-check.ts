import type { HealthCheck, Measured } from '../../http/health.ts'

/** What lists by time allow for is a minute, the wait of an execution included. */
const MOST_SECONDS = 10

/** Warns of clocks that differ by so much that lists by time could leave executions out. */
export const clockCheck = (difference: () => Promise<number>): HealthCheck => ({
  name: 'clock',
  async check() {
    const seconds = Math.round(await difference())
    if (Math.abs(seconds) <= MOST_SECONDS) return undefined
    return `is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the database's`
  },
})

export const clockFigure = (difference: () => Promise<number>): Measured => ({
  name: 'headrace_database_clock_ahead_seconds',
  help: "Seconds by which the database's clock is ahead of this server's",
  read: difference,
})
