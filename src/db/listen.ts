import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import type { Service } from '../lib/service.ts'

const RECONNECT_MS = 500

/**
 * Hears `notify` of every process on the given channels. Notifications are hints that save waiting: one that is lost
 * while the connection is down costs until the next turn of the pass it would have woken. Every channel is
 * called with an empty payload after each (re)connection for the same reason.
 */
export function listener(
  connectionString: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
  log: Log,
): Service {
  async function listen(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({ connectionString, application_name: 'headrace listen', keepAlive: true })
    const gone = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
      for (const channel of Object.keys(channels))
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const wake of Object.values(channels)) wake('')
      await gone
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await listen(signal).catch((error: unknown) =>
        log.warn({ err: error }, 'Listening to the database failed'),
      )
      if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  return { name: 'listener', run }
}
