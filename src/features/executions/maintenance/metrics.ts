import type { Db } from '../../../db/database.ts'
import type { Measured } from '../../../http/health.ts'
import { type QueueFigures, readQueueFigures } from './metrics-store.ts'

/** Scrapes that come together, and gauges of one scrape, share one look at the database. */
const SHARED_MS = 2_000

/** What is measured about executions: queue, what runs, and how long it takes to begin. */
export function executionMetrics(db: Db): Measured[] {
  let shared: { readonly at: number; readonly figures: Promise<QueueFigures> } | undefined

  function figures(): Promise<QueueFigures> {
    if (shared === undefined || Date.now() - shared.at > SHARED_MS) {
      shared = { at: Date.now(), figures: readQueueFigures(db) }
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
    gauge('queue_depth', 'Executions that wait for a runner, up to 100,000', ({ depth }) => depth),
    gauge(
      'queue_oldest_seconds',
      'How long the oldest waiting execution waits whose runner is not paused',
      ({ oldestSeconds }) => oldestSeconds,
    ),
    gauge(
      'active_components',
      'Components that run on all runners, as of their last heartbeats',
      ({ activeComponents }) => activeComponents,
    ),
    gauge(
      'dispatch_p50_seconds',
      'From the queue to a runner, half of the newest 1,000 executions',
      ({ dispatchP50 }) => dispatchP50,
    ),
    gauge(
      'dispatch_p99_seconds',
      'From the queue to a runner, 99 of 100 of the newest 1,000 executions',
      ({ dispatchP99 }) => dispatchP99,
    ),
  ]
}
