import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { errorText } from '../../lib/error-text.ts'
import { createLimit, type Limit } from '../limit.ts'
import { quoteName } from '../sql-text.ts'
import { statementError, WarehouseError } from '../warehouse-error.ts'
import type { NativeCall } from './interruptible.ts'

/**
 * One DuckDB file: opened at the first statement, shared by all, given back when nobody has used it for a
 * while.
 */
export interface DuckdbFile {
  /**
   * A session of its own for one statement or script. The schema is created when missing.
   * Throws WarehouseError when the file cannot be opened, the signal's reason when it aborts.
   */
  connect(schema: string | undefined, signal: AbortSignal): Promise<Session>
  /** Interrupts what runs, waits for it and gives the file back. A later statement opens it again. */
  close(): Promise<void>
}

export interface Session {
  readonly connection: DuckDBConnection
  /** One blocking call on this connection; it ends early when the statement is aborted or the file closed. */
  call<T>(work: () => Promise<T>): Promise<T>
  readonly signal: AbortSignal
  /** Ends the session; a second call does nothing. */
  release(): void
}

export interface DuckdbFileOptions {
  readonly call: NativeCall
  readonly maxSessions: number
  /** How long an unused file stays open. */
  readonly idleMs: number
}

/** Nothing is fetched from the network on its own, and community extensions stay out. */
const configuration = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
}

export function createDuckdbFile(path: string, { call, maxSessions, idleMs }: DuckdbFileOptions): DuckdbFile {
  const places = createLimit(maxSessions)
  const schemaMaking = createLimit(1)
  const sessions = new Set<Promise<void>>()
  let closing = new AbortController()
  let opened: Promise<DuckDBInstance> | undefined
  let givenBack: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function open(): Promise<DuckDBInstance> {
    opened ??= givenBack
      .then(() => openInstance(path))
      .catch((error) => {
        opened = undefined
        throw error
      })
    return opened
  }

  function giveBack(): Promise<void> {
    const last = opened
    opened = undefined
    givenBack = (async () => (await last?.catch(() => undefined))?.closeSync())()
    return givenBack
  }

  /** Counts a session until the returned function is called. */
  function begin(): () => void {
    clearTimeout(idle)
    const { promise, resolve } = Promise.withResolvers<void>()
    sessions.add(promise)
    return () => {
      resolve()
      sessions.delete(promise)
      if (sessions.size === 0) idle = setTimeout(giveBack, idleMs).unref()
    }
  }

  return {
    async connect(schema, given) {
      const signal = AbortSignal.any([given, closing.signal])
      const end = begin()
      try {
        const leave = await places.enter(signal)
        const connection = await connectTo(open).catch((error) => {
          leave()
          throw error
        })
        const session = createSession(connection, signal, call, () => {
          leave()
          end()
        })
        await chooseSchema(session, schema, schemaMaking)
        return session
      } catch (error) {
        end()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError(`The DuckDB file ${path} was closed`))
      closing = new AbortController()
      await Promise.all(sessions)
      clearTimeout(idle)
      if (sessions.size === 0) await giveBack()
    },
  }
}

async function openInstance(path: string): Promise<DuckDBInstance> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const instance = await DuckDBInstance.create(path, configuration)
    // Times read the same on every machine. The time zone is a setting that `create` does not take.
    await runAlone(instance, "set global timezone = 'UTC'")
    return instance
  } catch (error) {
    const reason = errorText(error)
    throw new WarehouseError(`The DuckDB file ${path} cannot be opened: ${reason}`, { cause: error })
  }
}

const connectTo = async (open: () => Promise<DuckDBInstance>) => (await open()).connect()

function createSession(
  connection: DuckDBConnection,
  signal: AbortSignal,
  call: NativeCall,
  ended: () => void,
): Session {
  let released = false
  return {
    connection,
    signal,
    call: (work) => call(connection, signal, work),
    release() {
      if (released) return
      released = true
      connection.closeSync()
      ended()
    },
  }
}

async function runAlone(instance: DuckDBInstance, sql: string): Promise<void> {
  const connection = await instance.connect()
  try {
    await connection.run(sql)
  } finally {
    connection.closeSync()
  }
}

/**
 * Names without a schema mean the environment's. It is made when it is missing, by one session at a time: two that
 * make the same schema at once are a conflict to DuckDB, and one of them would fail.
 */
async function chooseSchema(session: Session, schema: string | undefined, making: Limit): Promise<void> {
  if (schema === undefined) return
  const name = quoteName(schema)
  const run = (sql: string) => session.call(() => session.connection.run(sql))
  const make = async () => {
    const leave = await making.enter(session.signal)
    await run(`create schema if not exists ${name}`).finally(leave)
  }
  try {
    // Nearly always it is there: one statement is enough then.
    await run(`use ${name}`).catch(async () => {
      await make()
      await run(`use ${name}`)
    })
  } catch (error) {
    session.release()
    session.signal.throwIfAborted()
    throw statementError(error, 1, 1)
  }
}
