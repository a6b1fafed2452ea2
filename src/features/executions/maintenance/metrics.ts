import type { Db } from '../../../db/database.ts'
import type { Measured } from '../../../http/health.ts'
import type { Gateway } from '../sessions/gateway.ts'
import { type QueueFigures, readQueueFigures } from './metrics-store.ts'

/** Concurrent scrapes, and all gauges of one scrape, share one query. */
const SHARED_MS = 2_000

/** Metrics of executions: the queue, the runners connected here, and how long dispatch takes. */
export function executionMetrics(
  db: Db,
  { connectedRunners, dispatchFailures }: Pick<Gateway, 'connectedRunners' | 'dispatchFailures'>,
): Measured[] {
  let shared: { readonly at: number; readonly figures: Promise<QueueFigures> } | undefined

  function figures(): Promise<QueueFigures> {
    if (shared === undefined || performance.now() - shared.at > SHARED_MS) {
      shared = { at: performance.now(), figures: readQueueFigures(db) }
      shared.figures.catch(() => {
        shared = undefined
      })
    }
    return shared.figures
  }

  const gauge = (name: string, help: string, pick: (figures: QueueFigures) => number): Measured => ({
    name: `headrace_${name}`,
    help,
    read: async () => pick(await figures()),
  })
  return [
    {
      name: 'headrace_connected_runners',
      help: 'Runner processes connected to this server',
      read: connectedRunners,
    },
    {
      name: 'headrace_dispatch_failures',
      help: 'Scans of the queue that failed since this server started',
      read: dispatchFailures,
    },
    gauge('queue_depth', 'Executions that wait for a runner, counted up to 100,000', ({ depth }) => depth),
    gauge(
      'queue_oldest_seconds',
      'How long the oldest queued execution has waited, paused runners left out',
      ({ oldestSeconds }) => oldestSeconds,
    ),
    gauge(
      'active_components',
      'Components in flight on all runners, as of their last heartbeats',
      ({ activeComponents }) => activeComponents,
    ),
    gauge(
      'dispatch_p50_seconds',
      'Time from being queued to being claimed: median of the newest 1,000 executions',
      ({ dispatchP50 }) => dispatchP50,
    ),
    gauge(
      'dispatch_p99_seconds',
      'Time from being queued to being claimed: 99th percentile of the newest 1,000 executions',
      ({ dispatchP99 }) => dispatchP99,
    ),
  ]
}
