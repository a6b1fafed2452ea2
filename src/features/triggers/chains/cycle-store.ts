import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'

/** Of advisory locks: one trigger at a time is compared with the others. */
const CYCLE_LOCK = 727_274_031

/** A pipeline in an environment. */
export interface Place {
  readonly environmentId: string
  readonly pipelineName: string
}

/** A trigger that starts `to` when `from` ended. */
export interface Edge {
  readonly from: Place
  readonly to: Place
}

/** Until this transaction ends no other one adds a trigger that could close a circle with what it adds. */
export async function lockChains(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CYCLE_LOCK})`.execute(tx)
}

/**
 * The enabled triggers that start something when one of these pipelines ended, without `except`; at most
 * `limit`.
 */
export async function readEdges(
  tx: Db,
  places: readonly Place[],
  except: string,
  limit: number,
): Promise<Edge[]> {
  const columns = columnsOf(places)
  const { rows } = await sql<Edge>`
    select json_build_object('environmentId', w.environment_id, 'pipelineName', w.pipeline_name) as "from",
           json_build_object('environmentId', t.environment_id, 'pipelineName', t.pipeline_name) as "to"
      from unnest(${columns.uuids((place) => place.environmentId)}::uuid[],
                  ${columns.texts((place) => place.pipelineName)}::text[]) as p (environment, pipeline)
      join trigger_watch w on w.environment_id = p.environment and w.pipeline_name = p.pipeline and w.enabled
      join data_trigger t on t.id = w.trigger_id
     where t.id <> ${except}
     limit ${limit}`.execute(tx)
  return rows
}
