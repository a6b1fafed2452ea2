import type { Connection as MysqlClient } from 'mysql2'
import { errorText } from '../../lib/error-text.ts'
import { deadline } from '../../lib/wait.ts'
import { OWN_MESSAGE } from '../cast.ts'
import type { MysqlConnection } from '../connection.ts'
import { createLimit } from '../limit.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { withAdvice } from './hints.ts'
import { createLostSessions } from './lost-sessions.ts'
import { prepareSession } from './session.ts'
import { type Answer, ask, type Dial, killQuery, openClient } from './wire.ts'

/** Connections to one database; a statement or script has one of its own. */
export interface MysqlConnections {
  /**
   * For a step, what lost attempts of it still run is ended first. Throws WarehouseError when the database
   * cannot be reached, the signal's reason when it aborts.
   */
  connect(signal: AbortSignal, step?: string): Promise<MysqlSession>
  /** Cancels what runs and closes every connection. A later statement opens new ones. */
  close(): Promise<void>
}

export interface MysqlSession {
  readonly client: MysqlClient
  readonly signal: AbortSignal
  /** A transaction is open on it that others began and will end. */
  readonly isShared?: boolean
  ask(sql: string): Promise<Answer>
  /** Runs `work` on the client; an abort cancels it in the database and rejects with the signal's reason. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** The connection is not used again: part of an answer may still be on its way. */
  spoil(): void
  /** Ends the session: open transactions are rolled back, settings and temporary tables dropped. */
  release(): Promise<void>
}

export interface MysqlLimits {
  readonly maxConnections: number
  readonly idleMs: number
  /** Opens a TCP connection where the address may be reached. */
  readonly dial: Dial
}

const RESET_MS = 60_000

interface Idle {
  readonly client: MysqlClient
  readonly timer: NodeJS.Timeout
}

export function createMysqlConnections(
  connection: MysqlConnection,
  { maxConnections, idleMs, dial }: MysqlLimits,
): MysqlConnections {
  const { database: _, ...server } = connection
  const open = (signal: AbortSignal) => openClient({ ...server, takesFiles: true }, dial, signal)
  const slots = createLimit(maxConnections)
  const sessions = new Set<Promise<void>>()
  const idle: Idle[] = []
  const lost = createLostSessions()
  let closing = new AbortController()

  function keep(client: MysqlClient): void {
    const forget = () => {
      const index = idle.findIndex((one) => one.client === client)
      if (index >= 0) idle.splice(index, 1)
      client.destroy()
    }
    idle.push({ client, timer: setTimeout(forget, idleMs).unref() })
  }

  /** One that was kept, unless the server has closed it meanwhile. */
  async function take(signal: AbortSignal): Promise<MysqlClient> {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (await isReset(kept.client)) return kept.client
      kept.client.destroy()
    }
    return open(signal)
  }

  /** Counts a session until the returned function is called. */
  function begin(leave: () => void): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    sessions.add(promise)
    return () => {
      leave()
      sessions.delete(promise)
      resolve()
    }
  }

  return {
    async connect(given, step) {
      const signal = AbortSignal.any([given, closing.signal])
      const end = begin(await slots.enter(signal))
      const client = await take(signal).catch((error) => {
        end()
        signal.throwIfAborted()
        throw error
      })
      let leave = () => {}
      const session = createSession(client, signal, open, (isClean) => {
        if (isClean && !signal.aborted) keep(client)
        else client.destroy()
        leave()
        end()
      })
      try {
        await session.call(() => prepareSession(client, connection))
        if (step !== undefined) leave = await lost.enter(session, step)
        return session
      } catch (error) {
        session.spoil()
        await session.release()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError(`The connections to ${connection.host} were closed`))
      closing = new AbortController()
      await Promise.all(sessions)
      for (const { client, timer } of idle.splice(0)) {
        clearTimeout(timer)
        client.destroy()
      }
    },
  }
}

/**
 * Rolls back, and forgets temporary tables and settings. A connection that has died silently answers no more.
 */
const isReset = (client: MysqlClient): Promise<boolean> =>
  deadline(RESET_MS, new Promise<boolean>((resolve) => client.reset((error) => resolve(!error)))).catch(
    () => false,
  )

function createSession(
  client: MysqlClient,
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<MysqlClient>,
  ended: (isClean: boolean) => void,
): MysqlSession {
  let isReleased = false
  let isSpoilt = false

  async function call<T>(work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const stopped = Promise.withResolvers<never>()
    stopped.promise.catch(() => undefined)
    let stopping: Promise<void> | undefined
    const stop = () => {
      isSpoilt = true
      stopping = killQuery(client.threadId, open).then(() => client.destroy())
      // A client that was destroyed answers no more.
      void stopping.then(() => stopped.reject(signal.reason))
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([work(), stopped.promise])
    } catch (error) {
      await stopping
      signal.throwIfAborted()
      if ((error as { fatal?: boolean }).fatal === true) isSpoilt = true
      if (error instanceof WarehouseError) throw error
      throw new WarehouseError(describe(error), { cause: error })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    client,
    signal,
    call,
    ask: (sql) => call(() => ask(client, sql)),
    spoil() {
      isSpoilt = true
    },
    async release() {
      if (isReleased) return
      isReleased = true
      const isClean = !isSpoilt && !signal.aborted && (await isReset(client))
      ended(isClean)
    },
  }
}

/** What casts refuse themselves stands in a message about a number that is none. */
const ownMessage = new RegExp(`^Truncated incorrect \\w+ value: '${OWN_MESSAGE}(.*)'$`, 's')

/** The message of the database for users. */
export const shownMessage = (text: string): string => ownMessage.exec(text)?.[1] ?? text

const describe = (error: unknown): string => withAdvice(shownMessage(errorText(error)), error)
