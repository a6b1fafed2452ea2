import { guardedFetch, type OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { unlessAborted } from '../../lib/wait.ts'
import { createLimit } from '../limit.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { baseUrlOf } from './address.ts'
import type { DatabricksConnection } from './connection.ts'
import { createTokenSource } from './credentials.ts'
import { quoteTable } from './quote.ts'
import { createRequests } from './requests.ts'
import { createStatements, type Done, type StatementSettings, type Statements } from './statements.ts'

/**
 * A turn on the SQL warehouse. The service keeps nothing between two statements but what this client sends
 * again.
 */
export interface DatabricksSession {
  /** The caller's, and that of closing. */
  readonly signal: AbortSignal
  /** Where bare names lead; a script may change it for what follows. */
  readonly place: { catalog: string; schema: string }
  run(sql: string): Promise<Done>
  rows(done: Done): ReturnType<Statements['rows']>
  release(): void
}

export interface DatabricksConnections {
  /** Waits for its turn, and makes the environment's schema where it is missing. Throws WarehouseError. */
  connect(signal: AbortSignal, note?: StatementSettings['note']): Promise<DatabricksSession>
  /** Stops what runs. Later statements open it again. */
  close(): Promise<void>
}

export interface DatabricksLimits {
  readonly policy: OutgoingPolicy
  /** Statements at a time. */
  readonly maxConnections: number
}

/** The client of one connection. Throws WarehouseError for what is no address of a workspace. */
export function createClient(connection: DatabricksConnection, send: typeof fetch): Statements {
  const url = baseUrlOf(connection.url)
  const tokens = createTokenSource({ url, credentials: connection.credentials }, send)
  return createStatements(createRequests(url, tokens, send), connection)
}

/** The statements of one connection. Nothing is sent before the first of them. */
export function createDatabricksConnections(
  connection: DatabricksConnection,
  { policy, maxConnections }: DatabricksLimits,
): DatabricksConnections {
  const send = guardedFetch(policy)
  const turns = createLimit(maxConnections)
  const running = new Set<Promise<unknown>>()
  let opened: Opened | undefined
  let closing = new AbortController()

  function open(note: StatementSettings['note']): Opened {
    const statements = createClient(connection, send)
    const fresh = { statements, ready: makeSchema(statements, connection, closing.signal, note) }
    fresh.ready.catch(() => {
      if (opened === fresh) opened = undefined
    })
    return fresh
  }

  return {
    async connect(given, note) {
      const signal = AbortSignal.any([given, closing.signal])
      const leave = await turns.enter(signal)
      try {
        opened ??= open(note)
        const { statements, ready } = opened
        await unlessAborted(ready, signal)
        return createSession(connection, { statements, signal, note, leave, running })
      } catch (error) {
        leave()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError('The connection to Databricks was closed'))
      closing = new AbortController()
      opened = undefined
      await Promise.allSettled(running)
    },
  }
}

interface Opened {
  readonly statements: Statements
  readonly ready: Promise<void>
}

interface Parts {
  readonly statements: Statements
  readonly signal: AbortSignal
  readonly note: StatementSettings['note']
  readonly leave: () => void
  /** What has not ended, cancelled statements included. */
  readonly running: Set<Promise<unknown>>
}

function createSession(
  { catalog, schema }: DatabricksConnection,
  { statements, signal, note, leave, running }: Parts,
): DatabricksSession {
  const place = { catalog, schema }
  let isReleased = false
  return {
    signal,
    place,
    async run(sql) {
      const done = statements.run(sql, { ...place, signal, note })
      running.add(done)
      return done.finally(() => running.delete(done))
    },
    rows: (done) => statements.rows(done, signal),
    release() {
      if (isReleased) return
      isReleased = true
      leave()
    },
  }
}

/** A schema that may not be made is there, or its absence is told by the first statement that needs it. */
async function makeSchema(
  statements: Statements,
  { catalog, schema }: DatabricksConnection,
  signal: AbortSignal,
  note: StatementSettings['note'],
): Promise<void> {
  const name = quoteTable({ database: catalog, table: schema })
  const settings = { catalog: undefined, schema: undefined, signal, note }
  try {
    await statements.run(`create schema if not exists ${name}`, settings)
  } catch (error) {
    const isDenied = /INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED|privilege/i.test(String(error))
    if (!isDenied) throw error
    await statements.run(`describe schema ${name}`, settings).catch(() => {
      throw error
    })
  }
}
