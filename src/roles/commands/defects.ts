import type { Log } from '../../lib/log.ts'

/**
 * Keeps the process alive when a promise fails that nobody handles, and says so. Node would end it, and with
 * it all that the process does for others: requests in flight, sessions of runners, passes.
 */
export function surviveUnhandledRejections(log: Log): void {
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'Unhandled error. This is a bug: please report it with this line')
  })
}
