import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '../../lib/error-text.ts'
import type { Log } from '../../lib/log.ts'
import type { PostgresProcess } from './process.ts'

const BACKOFF_MS = [100, 500, 1_000, 2_000, 5_000]
/** A server that ran this long was well: the next start is at once again. */
const WELL_AFTER_MS = 60_000

export interface KeptRunning {
  /** The server that runs now, or the last one. */
  readonly server: PostgresProcess
  /** Why it does not run, in words; undefined while it does. */
  fault(): string | undefined
  /** Resolves when the last server has ended and none follows. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL again whenever it ends unasked, with growing pauses and for as long as it takes: a full
 * disk is given room some day, and until then everybody else waits. `again` starts one on the port of the
 * first.
 */
export function keepRunning(
  first: PostgresProcess,
  again: (port: number, signal: AbortSignal) => Promise<PostgresProcess>,
  explain: (error: unknown) => Promise<string>,
  log: Log,
): KeptRunning {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = first
  let fault: string | undefined

  async function watch(): Promise<void> {
    for (let failures = 0; ; ) {
      const startedAt = performance.now()
      await server.exited
      if (signal.aborted) return
      failures = performance.now() - startedAt > WELL_AFTER_MS ? 0 : failures
      fault = await explain(undefined)
      log.error({ pid: server.pid, reason: fault }, 'PostgreSQL ended on its own; starting it again')
      for (; !signal.aborted; failures++) {
        const waitMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]!
        await sleep(waitMs, undefined, { signal }).catch(() => undefined)
        const next = signal.aborted ? undefined : await tryAgain(waitMs)
        if (next === undefined) continue
        server = next
        fault = undefined
        failures++
        if (signal.aborted) return server.stop()
        log.warn({ pid: server.pid, port: server.port }, 'PostgreSQL is ready again')
        break
      }
    }
  }

  async function tryAgain(waitedMs: number): Promise<PostgresProcess | undefined> {
    try {
      return await again(first.port, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      fault = await explain(error)
      log.error({ reason: fault, waitedMs }, 'PostgreSQL did not start; trying again')
      log.debug({ reason: errorText(error) }, 'What PostgreSQL said')
      return undefined
    }
  }

  const ended = watch()

  async function stop(): Promise<void> {
    stopping.abort()
    await server.stop()
    await ended
  }

  return {
    get server() {
      return server
    },
    fault: () => fault,
    ended,
    stop,
  }
}
