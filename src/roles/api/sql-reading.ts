import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/remembered.ts'
import type { ReadSql, SqlReading } from '../../lib/sql-lineage.ts'
import { createWorkerPool, WorkLimitError } from '../../lib/worker-pool.ts'
import type { SqlWork } from './sql-worker.ts'

const limits = { memoryMiB: 512, stepMs: 5_000, workMs: 5_000, maxQueued: 64 }
/** Pipelines run the same statements again and again. */
const KNOWN_SCRIPTS = 2_000

/**
 * Reads SQL in a thread of its own, so that no statement keeps the process from its other work. What is
 * beyond the limits of time or memory is not read, and says so.
 */
export function createSqlReading(): ReadSql {
  const pool = createWorkerPool<SqlWork, SqlReading>({
    entry: new URL('./sql-worker.ts', import.meta.url),
    size: 1,
    ...limits,
  })
  const read = new LRUCache<string, SqlReading>(upTo(KNOWN_SCRIPTS))
  return async (script, dialect, known) => {
    const work = { script, dialect, known }
    const key = createHash('sha256').update(JSON.stringify(work)).digest('base64')
    const before = read.get(key)
    if (before !== undefined) return before
    const reading = await pool.run(async () => work).catch(beyond)
    read.set(key, reading)
    return reading
  }
}

function beyond(error: unknown): SqlReading {
  if (!(error instanceof WorkLimitError)) throw error
  const needed = error.limit === 'time' ? `${limits.stepMs / 1_000} s of processor time` : 'too much memory'
  return { statements: [], unread: [`Reading it takes more than ${needed}`], needsColumns: false }
}
