import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import { jsonText } from '../../../db/json.ts'
import { TRIGGER_DUE_CHANNEL } from '../channels.ts'

export interface EventTerms {
  readonly enabled: boolean
  readonly type: string
  readonly signingSecret: Buffer | null
  readonly variablePaths: Readonly<Record<string, string>>
  readonly pending: number
}

/** What decides whether a trigger takes an event. Pending ones are counted up to `most`. */
export async function readEventTerms(db: Db, id: string, most: number): Promise<EventTerms | undefined> {
  const { rows } = await sql<EventTerms>`
    select enabled, condition_type as type, signing_secret_encrypted as "signingSecret",
           variable_paths as "variablePaths",
           (select count(*) from (select from trigger_fire
                                   where trigger_id = ${id} and outcome = 'PENDING' limit ${most}) p) as pending
      from data_trigger where id = ${id}`.execute(db)
  return rows[0]
}

export interface KeptEvent {
  readonly acceptedAt: string
  /** Whether the event that came first with this id had the same body. */
  readonly isSame: boolean
}

/**
 * Keeps an event, once for each id, and wakes the pass that starts its execution. It is on disk when this
 * returns. Undefined when the trigger was deleted just now.
 */
export async function keepEvent(
  db: Db,
  triggerId: string,
  eventId: string,
  payload: object,
): Promise<KeptEvent | undefined> {
  const facts = jsonText({ eventId, payload })
  const cause = `event ${eventId}`
  const { rows } = await sql<KeptEvent>`
    with kept as (
      insert into trigger_fire (trigger_id, cause, facts, depth)
      select id, ${cause}, ${facts}::jsonb, 1 from data_trigger where id = ${triggerId}
      on conflict do nothing
      returning occurred_at),
    woken as (select pg_notify(${TRIGGER_DUE_CHANNEL}, '') from kept)
    select ${instant('occurred_at')} as "acceptedAt", true as "isSame", (select count(*) from woken) as woken from kept`.execute(
    db,
  )
  if (rows[0] !== undefined) return rows[0]
  // A repeat: a statement of its own, which sees what another request has committed meanwhile.
  const earlier = await sql<KeptEvent>`
    select ${instant('occurred_at')} as "acceptedAt", facts = ${facts}::jsonb as "isSame" from trigger_fire
     where trigger_id = ${triggerId} and cause = ${cause}`.execute(db)
  return earlier.rows[0]
}
