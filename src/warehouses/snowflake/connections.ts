import { createLimit } from '../limit.ts'
import { quoteName } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type SnowflakeClient, type Statement, signIn } from './client.ts'
import type { SnowflakeConnection } from './connection.ts'
import { keptName } from './names.ts'
import type { Answer } from './wire.ts'

/** Sessions with one account; a statement or script has one of its own. */
export interface SnowflakeConnections {
  /** Throws WarehouseError when the account cannot be reached, the signal's reason when it aborts. */
  connect(signal: AbortSignal): Promise<SnowflakeSession>
  /** Cancels what runs and ends every session. A later statement opens new ones. */
  close(): Promise<void>
}

export interface SnowflakeSession {
  readonly signal: AbortSignal
  /** Others use it after this one; statements that begin or end transactions are refused. */
  readonly isShared?: boolean
  /** Runs one statement; an abort cancels it in the database and rejects with the signal's reason. */
  ask(statement: Statement): Promise<Answer>
  /** The bytes of the rows of a part of an answer. */
  read(part: Answer['parts'][number], answer: Answer): Promise<AsyncIterable<Uint8Array>>
  /** The session is not used again: settings, temporary tables or an open transaction are left in it. */
  spoil(): void
  /** Ends the session, unless it is as it was found. */
  release(): Promise<void>
}

export interface SnowflakeLimits {
  readonly maxConnections: number
  readonly idleMs: number
  /** Requests where the address may be reached. */
  readonly fetch: typeof fetch
}

interface Idle {
  readonly client: SnowflakeClient
  readonly timer: NodeJS.Timeout
}

export function createSnowflakeConnections(
  connection: SnowflakeConnection,
  { maxConnections, idleMs, fetch }: SnowflakeLimits,
): SnowflakeConnections {
  const slots = createLimit(maxConnections)
  const sessions = new Set<Promise<void>>()
  const idle: Idle[] = []
  let closing = new AbortController()

  function keep(client: SnowflakeClient): void {
    const forget = () => {
      const index = idle.findIndex((one) => one.client === client)
      if (index >= 0) idle.splice(index, 1)
      void client.close()
    }
    idle.push({ client, timer: setTimeout(forget, idleMs).unref() })
  }

  async function take(signal: AbortSignal): Promise<SnowflakeClient> {
    const kept = idle.pop()
    if (kept === undefined) return openSession(connection, fetch, signal)
    clearTimeout(kept.timer)
    return kept.client
  }

  return {
    async connect(given) {
      const signal = AbortSignal.any([given, closing.signal])
      const leave = await slots.enter(signal)
      const { promise, resolve } = Promise.withResolvers<void>()
      sessions.add(promise)
      const end = () => {
        leave()
        sessions.delete(promise)
        resolve()
      }
      const client = await take(signal).catch((error) => {
        end()
        signal.throwIfAborted()
        throw error
      })
      return createSession(client, signal, async (isClean) => {
        if (isClean && !signal.aborted) keep(client)
        else await client.close()
        end()
      })
    },
    async close() {
      closing.abort(new WarehouseError(`The sessions with ${connection.account} were closed`))
      closing = new AbortController()
      await Promise.all(sessions)
      await Promise.all(
        idle.splice(0).map(({ client, timer }) => {
          clearTimeout(timer)
          return client.close()
        }),
      )
    },
  }
}

/** Signs in, and is in the environment's schema then, which is made where it is missing. */
async function openSession(
  connection: SnowflakeConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<SnowflakeClient> {
  const client = await signIn(connection, send, signal)
  const { database, schema } = connection
  try {
    if (client.place.database === undefined)
      throw new WarehouseError(
        `The database ${keptName(database)} does not exist, or the role ${client.place.role ?? 'of the user'} may not use it: grant usage on it`,
      )
    if (schema !== undefined && schema !== '' && client.place.schema !== keptName(schema)) {
      const name = `${quoteName(database)}.${quoteName(schema)}`
      await client.ask({ sql: `create schema if not exists ${name}` }, signal)
      await client.ask({ sql: `use schema ${name}` }, signal)
    }
    return client
  } catch (error) {
    await client.close()
    throw error
  }
}

function createSession(
  client: SnowflakeClient,
  signal: AbortSignal,
  ended: (isClean: boolean) => Promise<void>,
): SnowflakeSession {
  let isReleased = false
  let isSpoilt = false
  return {
    signal,
    async ask(statement) {
      try {
        return await client.ask(statement, signal)
      } catch (error) {
        isSpoilt = true
        throw error
      }
    },
    read: (part, answer) => client.read(part, answer, signal),
    spoil() {
      isSpoilt = true
    },
    async release() {
      if (isReleased) return
      isReleased = true
      await ended(!isSpoilt)
    },
  }
}
