import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** What metrics say about the queue and the runners. */
export interface QueueFigures {
  /** Waiting executions; counted up to MAX_COUNTED. */
  readonly depth: number
  /**
   * How long the oldest execution has waited since it was queued or requeued, paused runners left out; 0 when
   * none waits.
   */
  readonly oldestSeconds: number
  /** Components in flight on all runners, as of their last heartbeats. */
  readonly activeComponents: number
  /** Seconds from being queued to being claimed, of the executions started last. */
  readonly dispatchP50: number
  readonly dispatchP99: number
}

const MAX_COUNTED = 100_000
const RECENT_STARTS = 1_000

/**
 * One statement over the queue's index, the live sessions and the newest executions: bounded, however many
 * there are.
 */
export async function readQueueFigures(db: Db): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    with waiting as (
      select runner_id, coalesce(requeued_at, queued_at) as since from execution where status = 'QUEUED' limit ${MAX_COUNTED}),
    started as (
      select extract(epoch from started_at - queued_at) as seconds from (
        select started_at, queued_at, parent_id from execution order by id desc limit ${RECENT_STARTS}) x
       where parent_id is null and started_at is not null)
    select (select count(*) from waiting) as depth,
           coalesce((select extract(epoch from now() - min(w.since)) from waiting w
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
