import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { countEndedExecutions } from '../../src/features/statistics/counting/work.ts'
import { newId } from '../../src/lib/ids.ts'
import { silent } from '../../src/lib/log.ts'
import { type ExecutionPlace, queuedExecutions } from './executions.ts'

/**
 * Counts all that ended. The server counts too, and only one of them at a time, so this may take several
 * attempts.
 */
export async function countAllEnded(db: Db): Promise<void> {
  const waiting = db.selectFrom('ended_executions').select('seq').limit(1)
  do await countEndedExecutions(db, silent, new AbortController().signal)
  while ((await waiting.execute()).length > 0)
}

export interface FinishedRun {
  readonly status?: 'SUCCESS' | 'FAILED' | 'CANCELLED'
  readonly day?: number
  readonly waitSeconds?: number
  readonly seconds?: number
  readonly columns?: Readonly<Record<string, unknown>>
  readonly components?: Readonly<
    Record<string, { seconds: number; rows?: number; bytes?: number; result?: 'FAILED' }>
  >
}

/** An execution that ended at noon of a day in January. */
export async function finishedExecution(
  db: Db,
  place: ExecutionPlace,
  { status = 'SUCCESS', day = 1, waitSeconds = 0, seconds = 1, ...own }: FinishedRun,
): Promise<string> {
  const [id] = await queuedExecutions(db, place, 1)
  const finished = sql`make_timestamptz(2026, 1, ${day}, 12, 0, 0, 'UTC')`
  const started = sql`${finished} - ${seconds}::int * interval '1 second'`
  const columns = Object.entries(own.columns ?? {}).map(([name, value]) => sql`, ${sql.ref(name)} = ${value}`)
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = ${started},
           queued_at = ${started} - ${waitSeconds}::int * interval '1 second' ${sql.join(columns, sql``)}
     where id = ${id}`.execute(db)
  for (const [n, [name, { seconds: took, rows = null, bytes, result = 'SUCCESS' }]] of Object.entries(
    own.components ?? {},
  ).entries())
    await sql`
      insert into step (execution_id, seq, key, name, type, result, row_count, outcome, started_at, finished_at, finished_n)
      values (${id}, ${n}, ${name}, ${name}, 'bash-script', ${result}, ${rows}, ${JSON.stringify({ byteCount: bytes })}, ${started},
              ${started} + ${took}::int * interval '1 second', ${n + 1})`.execute(db)
  await sql`update execution set status = ${status}, finished_at = ${finished} where id = ${id}`.execute(db)
  return id!
}
