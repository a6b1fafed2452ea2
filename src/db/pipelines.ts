import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { endPromptly, streamOf } from './client-internals.ts'
import { takesNoWrites } from './errors.ts'
import type { Watch } from './watch.ts'

/** A few connections on which many statements are on the wire at once (`pg` with `pipeline: true`). */
export interface Pipelines {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  close(): Promise<void>
}

/** One connection of a lane. A lane has one after another. */
interface Line {
  readonly connected: Promise<pg.Client>
  /** Undefined while it connects. */
  client?: pg.Client
  inFlight: number
  /** When it last answered, or was asked something while nothing was due. */
  heardAt: number
  /** Nothing more is sent over it; it ends when everything was answered. */
  isRetired: boolean
}

interface Lane {
  line: Line | undefined
}

/** A connection that has kept an answer waiting for so long may wait for a lock: others are asked first. */
const SLOW_MS = 50
/** Many times the statements that are ever in flight over one connection. */
const IS_SLOW = 1_000_000

/**
 * Connects when first needed. A lane whose connection breaks, or takes no writes, fails its statements and
 * reconnects for the next.
 */
export function openPipelines(config: pg.ClientConfig, count: number, watch: Watch, log: Log): Pipelines {
  const lanes: Lane[] = Array.from({ length: count }, () => ({ line: undefined }))
  const gathering = new Set<pg.Client>()
  let closed = false

  function open(lane: Lane): Line {
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const connected = client.connect().then(() => client)
    const line: Line = { connected, inFlight: 0, heardAt: 0, isRetired: false }
    client.on('error', (error) => {
      retire(lane, line)
      log.warn({ err: error }, 'A database connection was lost')
    })
    client.on('end', () => retire(lane, line))
    connected.then(
      () => {
        line.client = client
        watch.opened(client)
      },
      () => {
        retire(lane, line)
        streamOf(client).destroy()
      },
    )
    return line
  }

  function retire(lane: Lane, line: Line): void {
    if (lane.line === line) lane.line = undefined
    line.isRetired = true
  }

  function lineOf(lane: Lane): Line {
    const { line } = lane
    if (line?.client !== undefined && watch.isDoubtful(line.client)) {
      retire(lane, line)
      endIfDone(line)
    }
    lane.line ??= open(lane)
    return lane.line
  }

  async function query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (closed) throw new Error('The database was closed')
    const now = performance.now()
    const lane = lanes.reduce((least, other) => (busyness(other, now) < busyness(least, now) ? other : least))
    const line = lineOf(lane)
    if (line.inFlight++ === 0) line.heardAt = now
    try {
      const client = await line.connected
      gather(client)
      return await watch.exchange(client, () => client.query(statement))
    } catch (error) {
      // Of a standby, or from before a failover: the next connection may lead to a server that does.
      if (takesNoWrites(error)) retire(lane, line)
      throw error
    } finally {
      line.inFlight--
      line.heardAt = performance.now()
      endIfDone(line)
    }
  }

  function endIfDone({ client, inFlight, isRetired }: Line): void {
    if (isRetired && inFlight === 0 && client !== undefined) void endPromptly(client)
  }

  /** What one turn of the event loop asks goes out with one write: each costs more than most statements. */
  function gather(client: pg.Client): void {
    if (gathering.has(client)) return
    const stream = streamOf(client)
    gathering.add(client)
    stream.cork()
    setImmediate(() => {
      gathering.delete(client)
      stream.uncork()
    })
  }

  async function close(): Promise<void> {
    closed = true
    await Promise.all(
      lanes.map(async ({ line }) => {
        const client = await line?.connected.catch(() => undefined)
        if (client !== undefined) await endPromptly(client)
      }),
    )
  }

  return { query, close }
}

/**
 * How far behind a new statement would be served: after those in flight, and last where nothing is answered.
 */
function busyness({ line }: Lane, now: number): number {
  if (line === undefined || line.inFlight === 0) return 0
  return line.inFlight + (now - line.heardAt > SLOW_MS ? IS_SLOW : 0)
}
