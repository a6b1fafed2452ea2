import { guardedFetch, type OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { unlessAborted } from '../../lib/wait.ts'
import { createLimit } from '../limit.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type Answer, createClient, type Run, type StatementPlace } from './client.ts'
import type { ClickHouseConnection } from './connection.ts'
import { quoteName, quoteText } from './quote.ts'

/** A turn on the server, which keeps nothing between two statements but what this client sends again. */
export interface ClickHouseSession {
  /** The caller's, and that of closing. */
  readonly signal: AbortSignal
  /** Where bare names lead; a script may change it for what follows. */
  readonly place: { database: string }
  /** Runs one statement, whose rows have to be read to their end or left. */
  run(
    sql: string,
    how: Pick<StatementPlace, 'isRead' | 'readOnly' | 'name'> & Partial<Pick<StatementPlace, 'signal'>>,
  ): Promise<Answer>
  /** All rows of one query. */
  rowsOf(sql: string): Promise<readonly (readonly (string | null)[])[]>
  release(): void
}

export interface ClickHouseConnections {
  /** Waits for its turn, and makes the environment's database where it is missing. Throws WarehouseError. */
  connect(signal: AbortSignal): Promise<ClickHouseSession>
  /** Stops what runs. Later statements open it again. */
  close(): Promise<void>
}

export interface ClickHouseLimits {
  readonly policy: OutgoingPolicy
  /** Statements at a time. */
  readonly maxConnections: number
}

/** The statements of one connection. Nothing is sent before the first of them. */
export function createClickHouseConnections(
  connection: ClickHouseConnection,
  { policy, maxConnections }: ClickHouseLimits,
): ClickHouseConnections {
  const run = createClient(connection, guardedFetch(policy))
  const turns = createLimit(maxConnections)
  const sessions = new Set<Promise<void>>()
  let made: Promise<void> | undefined
  let closing = new AbortController()

  function makeOnce(): Promise<void> {
    const making = makeDatabase(run, connection, closing.signal)
    making.catch(() => {
      if (made === making) made = undefined
    })
    return making
  }

  return {
    async connect(given) {
      const signal = AbortSignal.any([given, closing.signal])
      const leave = await turns.enter(signal)
      const { promise, resolve } = Promise.withResolvers<void>()
      sessions.add(promise)
      const release = () => {
        leave()
        sessions.delete(promise)
        resolve()
      }
      try {
        made ??= makeOnce()
        // It is made for all who wait: one that gives up does not end it for the others.
        await unlessAborted(made, signal)
        return createSession(run, connection, signal, release)
      } catch (error) {
        release()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError('The connection to ClickHouse was closed'))
      closing = new AbortController()
      made = undefined
      await Promise.all(sessions)
    },
  }
}

function createSession(
  run: Run,
  { database }: ClickHouseConnection,
  signal: AbortSignal,
  leave: () => void,
): ClickHouseSession {
  const place = { database }
  let isReleased = false
  return {
    signal,
    place,
    run: (sql, how) => run(sql, { ...place, signal, ...how }),
    async rowsOf(sql) {
      const answer = await run(sql, { ...place, signal, isRead: true })
      return (await Array.fromAsync(answer.rows)).flat()
    },
    release() {
      if (isReleased) return
      isReleased = true
      leave()
    },
  }
}

/** A database that may not be made is there, or its absence is told by the first statement that needs it. */
async function makeDatabase(
  run: Run,
  { database }: ClickHouseConnection,
  signal: AbortSignal,
): Promise<void> {
  const place = { database: undefined, signal }
  const there = await run(`select 1 from system.databases where name = ${quoteText(database)}`, {
    ...place,
    isRead: true,
  })
  if ((await Array.fromAsync(there.rows)).flat().length > 0) return
  const made = await run(`create database if not exists ${quoteName(database)}`, { ...place, isRead: false })
  await Array.fromAsync(made.rows)
}
