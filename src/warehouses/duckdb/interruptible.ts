import type { DuckDBConnection } from '@duckdb/node-api'
import type { Limit } from '../limit.ts'

const againMs = 50

/** Runs one blocking call into DuckDB; an abort stops it and rejects with the signal's reason. */
export type NativeCall = <T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  call: () => Promise<T>,
) => Promise<T>

/**
 * Each call occupies a thread of Node's pool, which files and name look-ups use too: `limit` keeps some of
 * them free.
 */
export const nativeCalls =
  (limit: Limit): NativeCall =>
  async (connection, signal, call) => {
    const leave = await limit.enter(signal)
    // An interrupt before DuckDB has begun is forgotten, so it is repeated until the call is over.
    let again: NodeJS.Timeout | undefined
    const interrupt = () => {
      connection.interrupt()
      again = setTimeout(interrupt, againMs)
    }
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      signal.throwIfAborted()
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', interrupt)
      clearTimeout(again)
      leave()
    }
  }
