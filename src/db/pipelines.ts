import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { statementName } from './statement-names.ts'

/** A few connections on which many statements are on the wire at once (`pg` with `pipeline: true`). */
export interface Pipelines {
  query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

interface Lane {
  client: Promise<pg.Client> | undefined
  inHand: number
}

/**
 * Connects when first needed. A lane whose connection breaks fails its statements and reconnects for the
 * next.
 */
export function openPipelines(config: pg.ClientConfig, count: number, log: Log): Pipelines {
  const lanes: Lane[] = Array.from({ length: count }, () => ({ client: undefined, inHand: 0 }))
  const gathering = new Set<pg.Client>()
  let closed = false

  async function connect(lane: Lane): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const forget = () => {
      lane.client = undefined
    }
    client.on('error', (error) => {
      forget()
      log.warn({ err: error }, 'A database connection was lost')
    })
    client.on('end', forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      await client.end().catch(() => undefined)
      throw error
    }
    return client
  }

  async function query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (closed) throw new Error('The database was closed')
    const lane = lanes.reduce((least, other) => (other.inHand < least.inHand ? other : least))
    lane.inHand++
    try {
      lane.client ??= connect(lane)
      const client = await lane.client
      gather(client)
      return await client.query({ name: statementName(sql), text: sql, values: [...parameters] })
    } finally {
      lane.inHand--
    }
  }

  /** What one turn of the event loop asks goes out with one write: each costs more than most statements. */
  function gather(client: pg.Client): void {
    if (gathering.has(client)) return
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    gathering.add(client)
    stream.cork()
    setImmediate(() => {
      gathering.delete(client)
      stream.uncork()
    })
  }

  async function close(): Promise<void> {
    closed = true
    await Promise.all(lanes.map(async (lane) => (await lane.client?.catch(() => undefined))?.end()))
  }

  return { query, close }
}
