import pg from 'pg'
import { failureLog } from '../lib/failure-log.ts'
import type { Log } from '../lib/log.ts'
import type { Service } from '../lib/service.ts'
import { deadline, sleepUntilAborted } from '../lib/wait.ts'
import { endPromptly } from './client-internals.ts'
import { named } from './named.ts'

const RECONNECT_MS = 500
const CONNECT_TIMEOUT_MS = 4_000
/** Nothing else is ever asked over this connection: without that nobody would notice that it is dead. */
const PROBE_EVERY_MS = 5_000
const ANSWER_MS = 3_000

/**
 * Hears `notify` of every process on the given channels. Notifications are hints that save waiting: one that
 * is lost while the connection is down costs until the next turn of the pass it would have woken. Every
 * channel is called with an empty payload after each (re)connection for the same reason.
 */
export function listener(
  connectionString: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
  log: Log,
): Service {
  /** A handler that throws must not end the process from inside the driver. */
  function hear(channel: string, payload: string): void {
    try {
      channels[channel]?.(payload)
    } catch (error) {
      log.error({ err: error, channel }, 'A notification could not be handled')
    }
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...named(connectionString, 'headrace listen'),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    const gone = new AbortController()
    client.on('error', () => gone.abort())
    client.on('end', () => gone.abort())
    const over = AbortSignal.any([signal, gone.signal])
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''))
      const names = Object.keys(channels)
      for (const name of names) await deadline(ANSWER_MS, client.query(`listen ${pg.escapeIdentifier(name)}`))
      for (const name of names) hear(name, '')
      while (!over.aborted) {
        await sleepUntilAborted(PROBE_EVERY_MS, over)
        if (!over.aborted) await deadline(ANSWER_MS, client.query('select 1'))
      }
    } finally {
      await endPromptly(client)
    }
  }

  const report = failureLog(log, 'warn', 'Listening to the database failed')

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await listen(signal).catch(report)
      await sleepUntilAborted(RECONNECT_MS, signal)
    }
  }

  return { name: 'listener', run }
}
