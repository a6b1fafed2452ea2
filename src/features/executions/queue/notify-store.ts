import { sql } from 'kysely'
import { QUEUED_CHANNEL } from './channels.ts'

/**
 * The select of a statement that tells every process which runners have new work: one notification for each
 * runner of the queued executions in the table `from`, which needs the columns id, runner_id and status. A
 * process that records what it queues marks it with its `origin`.
 */
export const notifyQueued = (from: string, origin: string | null = null) => sql`
  select pg_notify(${QUEUED_CHANNEL}, concat_ws(' ', runner_id, min(id::text), count(*), ${origin}::text))
    from ${sql.table(from)} where status = 'QUEUED' group by runner_id`
