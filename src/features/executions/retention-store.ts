import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { firstIdAt } from '../../lib/ids.ts'

/** Executions of one batch, and rows of steps and log that one statement deletes. */
const ROOTS_AT_ONCE = 200
const ROWS_AT_ONCE = 10_000

/**
 * Deletes up to a batch of executions that ended before `before`, with their children, steps and logs; answers how many
 * roots went. An execution's own row goes last, so that what a crash leaves behind is found again. Ids grow with time:
 * whatever ended then was made before, so only the oldest rows are looked at.
 */
export async function deleteOldExecutions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from execution
     where id < ${firstIdAt(before)} and parent_id is null and finished_at < ${before}
       and status in ('SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED')
     order by id limit ${ROOTS_AT_ONCE}`.execute(db)
  const roots = rows.map(({ id }) => id)
  if (roots.length === 0) return 0
  const children = await sql<{ id: string }>`
    select id from execution where root_id = any(${roots}::uuid[]) and parent_id is not null`.execute(db)
  const executions = [...roots, ...children.rows.map(({ id }) => id)]
  await untilFew((limit) =>
    sql`
      delete from step where ctid = any(array(
        select ctid from step where execution_id = any(${executions}::uuid[]) limit ${limit}))`.execute(db),
  )
  await untilFew((limit) =>
    sql`
      delete from execution_log where ctid = any(array(
        select ctid from execution_log where root_id = any(${roots}::uuid[]) limit ${limit}))`.execute(db),
  )
  await sql`delete from execution where id = any(${executions}::uuid[])`.execute(db)
  return roots.length
}

async function untilFew(
  run: (limit: number) => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  while (Number((await run(ROWS_AT_ONCE)).numAffectedRows ?? 0) === ROWS_AT_ONCE);
}
