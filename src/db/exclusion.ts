import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Exclusively } from '../lib/exclusively.ts'
import { Problem } from '../lib/problem.ts'
import { deadline, within } from '../lib/wait.ts'
import { endPromptly, streamOf } from './client-internals.ts'
import { rethrowDriverError } from './errors.ts'
import { named } from './named.ts'

/** One after the other, in all processes over a database. */
export interface Exclusion {
  readonly exclusively: Exclusively
  /** Closes the connection, and so gives up every lock. */
  close(): Promise<void>
}

/**
 * Advisory locks with two numbers: this one, and a hash of the key. Keys that share a hash wait for each
 * other.
 */
export const EXCLUSION_LOCKS = 727_274_029

/** Within this a request is answered before its client gives up. */
const WAIT_MS = 4_000
const TRY_AGAIN_MS = 20
const ANSWER_MS = 3_000
const CONNECT_TIMEOUT_MS = 4_000
/** A connection that is seldom used may die unnoticed. */
const IDLE_MS = 30_000

/**
 * Takes turns by advisory locks of PostgreSQL. All of a process are held by one connection, which exists only
 * while it is needed: however many requests wait for their turn, none of them keeps a connection from the
 * statements of those that have it. Inside the process turns are queued, because a connection gets a lock
 * that it holds already once more.
 */
export function createExclusion(connectionString: string): Exclusion {
  const session = lockSession(connectionString)
  const lines = new Map<string, Promise<void>>()
  let idle: NodeJS.Timeout | undefined

  /**
   * The end of a line is forgotten when it was reached, not when the last in it has gone: others may still be
   * at work.
   */
  function queue(key: string) {
    const ahead = lines.get(key) ?? Promise.resolve()
    const turn = Promise.withResolvers<void>()
    const line = ahead
      .then(() => turn.promise)
      .then(() => {
        if (lines.get(key) === line) lines.delete(key)
        if (lines.size === 0) idle = setTimeout(closeWhenIdle, IDLE_MS).unref()
      })
    lines.set(key, line)
    return { ahead, leave: turn.resolve }
  }

  async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + WAIT_MS
    clearTimeout(idle)
    const { ahead, leave } = queue(key)
    try {
      await reached(ahead)
      const release = await session.lock(key, until)
      try {
        return await work()
      } finally {
        await release()
      }
    } finally {
      leave()
    }
  }

  function closeWhenIdle(): void {
    if (lines.size === 0) void session.close()
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    await session.close()
  }

  return { exclusively, close }
}

async function reached(ahead: Promise<void>): Promise<void> {
  let isReached = false
  await within(
    WAIT_MS,
    ahead.then(() => {
      isReached = true
    }),
  )
  if (!isReached) throw busy()
}

const busy = () =>
  new Problem('service-unavailable', 'Another change of it is in progress', { retryAfterSeconds: 1 })

/** A connection for locks: opened when it is needed, and again when it was lost. */
function lockSession(connectionString: string) {
  let current: Promise<pg.Client> | undefined
  const openings = new WeakMap<pg.Client, Promise<pg.Client>>()

  function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...named(connectionString, 'headrace exclusion'),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('error', () => forget(client))
    client.on('end', () => forget(client))
    const opening = client.connect().then(() => client)
    openings.set(client, opening)
    return opening
  }

  /** Another one may be opening already. */
  function forget(client: pg.Client): void {
    if (current === openings.get(client)) current = undefined
  }

  async function connected(): Promise<pg.Client> {
    current ??= open()
    const opening = current
    try {
      return await opening
    } catch (error) {
      if (current === opening) current = undefined
      return rethrowDriverError(error)
    }
  }

  /** The driver takes one statement at a time. */
  let asked: Promise<unknown> = Promise.resolve()
  function ask(client: pg.Client, call: string, key: string): Promise<boolean> {
    const answer = asked.then(() => answerOf(client, call, key))
    asked = answer.catch(() => undefined)
    return answer
  }

  /** A connection that does not answer is cut: PostgreSQL releases what it holds. */
  async function answerOf(client: pg.Client, call: string, key: string): Promise<boolean> {
    const query = client.query<{ done: boolean }>(`select ${call}($1::int, hashtext($2)) as done`, [
      EXCLUSION_LOCKS,
      key,
    ])
    try {
      return (await deadline(ANSWER_MS, query)).rows[0]!.done
    } catch (error) {
      forget(client)
      streamOf(client).destroy()
      return rethrowDriverError(error)
    }
  }

  async function lock(key: string, until: number): Promise<() => Promise<void>> {
    for (;;) {
      const client = await connected()
      if (await ask(client, 'pg_try_advisory_lock', key))
        // What was done is done: where the connection is lost, so is the lock.
        return () =>
          ask(client, 'pg_advisory_unlock', key).then(
            () => undefined,
            () => undefined,
          )
      if (performance.now() > until) throw busy()
      await sleep(TRY_AGAIN_MS)
    }
  }

  async function close(): Promise<void> {
    const closing = current
    current = undefined
    const client = await closing?.catch(() => undefined)
    if (client !== undefined) await endPromptly(client)
  }

  return { lock, close }
}
