import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The queue and what runs, as metrics tell it. */
export interface QueueFigures {
  /** Waiting executions; counted up to MOST_COUNTED. */
  readonly depth: number
  /** Seconds that the oldest execution waits whose runner is not paused; 0 when there is none. */
  readonly oldestSeconds: number
  /** Components that run on all runners, as of their last heartbeats. */
  readonly activeComponents: number
  /** Seconds from the queue to a runner, of the executions started last. */
  readonly dispatchP50: number
  readonly dispatchP99: number
}

const MOST_COUNTED = 100_000
const STARTS_LOOKED_AT = 1_000

/** One statement over the index of the queue, the live sessions and the newest executions: bounded, however many. */
export async function readQueueFigures(db: Db): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    with waiting as (
      select runner_id, queued_at from execution where status = 'QUEUED' limit ${MOST_COUNTED}),
    started as (
      select extract(epoch from started_at - queued_at) as seconds from (
        select started_at, queued_at, parent_id from execution order by id desc limit ${STARTS_LOOKED_AT}) x
       where parent_id is null and started_at is not null)
    select (select count(*) from waiting) as depth,
           coalesce((select extract(epoch from now() - min(w.queued_at)) from waiting w
                      where not exists (select from runner r where r.id = w.runner_id and r.paused_until > now())), 0)::float8
             as "oldestSeconds",
           coalesce((select sum(active_components) from runner_session where ended_at is null), 0)::float8
             as "activeComponents",
           coalesce((select percentile_cont(0.5) within group (order by seconds) from started), 0)::float8
             as "dispatchP50",
           coalesce((select percentile_cont(0.99) within group (order by seconds) from started), 0)::float8
             as "dispatchP99"`.execute(db)
  return rows[0]!
}
