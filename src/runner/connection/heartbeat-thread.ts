import { Worker } from 'node:worker_threads'
import type { Log } from '../../lib/log.ts'
import {
  ALIVE,
  COMPONENTS,
  type HeartbeatNews,
  type HeartbeatOrder,
  type HeartbeatStart,
  SHARED_BYTES,
} from './heartbeat-channel.ts'

/**
 * A thread that sends heartbeats in place of the main one while that is too busy for them: whatever work of a
 * user occupies the event loop, it does not cost the lease. It takes some twenty megabytes, and is there
 * while there is work.
 */
export interface HeartbeatThread {
  /** Looks after the lease of this session from now on. */
  hold(session: string, heartbeatMs: number): void
  release(): void
  /** There is work that a lost lease would cost. */
  start(): void
  close(): Promise<void>
}

export interface HeartbeatThreadOptions extends Omit<HeartbeatStart, 'shared'> {
  readonly load: () => { readonly activeComponents: number; readonly activeExecutions: number }
  readonly log: Log
}

/** Heartbeats without an execution after which the thread ends. */
const IDLE_HEARTBEATS = 20

export function createHeartbeatThread(options: HeartbeatThreadOptions): HeartbeatThread {
  const { load, log, ...given } = options
  const shared = new SharedArrayBuffer(SHARED_BYTES)
  const counters = new Int32Array(shared)
  let worker: Worker | undefined
  let alive: NodeJS.Timeout | undefined
  let order: HeartbeatOrder = { session: undefined, heartbeatMs: 0 }
  let idle = 0

  function start(): void {
    if (worker !== undefined) return
    const made = new Worker(new URL('./heartbeat-worker.ts', import.meta.url), {
      workerData: { ...given, shared } satisfies HeartbeatStart,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    })
    made.on('message', (news: HeartbeatNews) =>
      log.warn(news, 'The runner was too busy for its heartbeats; a separate thread sent them'),
    )
    made.on('error', (error) => log.error({ err: error }, 'The heartbeat thread failed'))
    made.on('exit', () => {
      if (worker === made) worker = undefined
    })
    made.unref()
    worker = made
    idle = 0
    made.postMessage(order)
  }

  function tick(): void {
    const { activeComponents, activeExecutions } = load()
    Atomics.store(counters, COMPONENTS, activeComponents)
    Atomics.add(counters, ALIVE, 1)
    if (activeExecutions > 0) start()
    idle = activeExecutions > 0 ? 0 : idle + 1
    if (idle < IDLE_HEARTBEATS || worker === undefined) return
    void worker.terminate()
    worker = undefined
  }

  function give(next: HeartbeatOrder): void {
    order = next
    clearInterval(alive)
    if (next.session !== undefined) alive = setInterval(tick, next.heartbeatMs).unref()
    worker?.postMessage(next)
  }

  return {
    hold: (session, heartbeatMs) => give({ session, heartbeatMs }),
    release: () => give({ session: undefined, heartbeatMs: 0 }),
    start,
    async close() {
      clearInterval(alive)
      await worker?.terminate()
    },
  }
}
