import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { dueWhen } from '../../../db/lookout.ts'
import { TRIGGER_DUE_CHANNEL } from '../channels.ts'
import type { AssetFire, Seen, Watch, Writer } from './rules.ts'

const anyWaits = sql`exists (select from trigger_asset where enabled)`

export const tellingIsDue = dueWhen(
  sql`${anyWaits} and (select write_seq from trigger_told where id) < (select max(seq) from asset_write)`,
)

/** How many writes triggers were not told of, at most, and whether any enabled one waits for assets. */
export async function readUntold(db: Db): Promise<{ readonly writes: number; readonly anyWaits: boolean }> {
  const { rows } = await sql<{ writes: number; anyWaits: boolean }>`
    select greatest(0, coalesce((select max(seq) from asset_write), 0) - (select write_seq from trigger_told where id))::float8 as writes,
           ${anyWaits} as "anyWaits"`.execute(db)
  return rows[0]!
}

/**
 * Up to which write triggers were told, until this transaction ends; undefined when another server tells
 * them.
 */
export async function lockTold(tx: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select write_seq::float8 as seq from trigger_told for update skip locked`.execute(tx)
  return rows[0]?.seq
}

export async function moveTold(tx: Db, seq: number): Promise<void> {
  await sql`update trigger_told set write_seq = ${seq} where write_seq <> ${seq}`.execute(tx)
}

/** Whether any enabled trigger waits for assets. */
export async function isAnyWaiting(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`select ${anyWaits} as "isWaiting"`.execute(tx)
  return rows[0]!.isWaiting
}

export interface AssetWatch extends Watch {
  readonly assetId: string
}

/** The enabled triggers that wait for these assets, in the order of their ids. */
export async function readWatches(tx: Db, assetIds: readonly string[]): Promise<AssetWatch[]> {
  const { rows } = await sql<AssetWatch>`
    select a.asset_id as "assetId", a.trigger_id as "triggerId", a.since_seq::float8 as "sinceSeq",
           t.environment_id as "environmentId", t.condition
      from trigger_asset a join data_trigger t on t.id = a.trigger_id
     where a.asset_id = any(${[...assetIds]}::uuid[]) and a.enabled
     order by a.trigger_id`.execute(tx)
  return rows
}

/**
 * Locks what triggers have seen, in the order of their ids; triggers that wait for any one write have
 * nothing. Whoever changes a trigger locks one of these rows only, so that waiting for it is no deadlock.
 */
export async function lockSeen(tx: Db, triggerIds: readonly string[]): Promise<Map<string, Seen>> {
  const { rows } = await sql<{ triggerId: string; seen: Seen }>`
    select trigger_id as "triggerId", seen from trigger_seen
     where trigger_id = any(${[...triggerIds]}::uuid[]) order by trigger_id for update`.execute(tx)
  return new Map(rows.map(({ triggerId, seen }) => [triggerId, seen]))
}

export async function saveSeen(tx: Db, seen: readonly (readonly [string, Seen])[]): Promise<void> {
  if (seen.length === 0) return
  const columns = columnsOf(seen)
  await sql`
    update trigger_seen s set seen = n.seen
      from unnest(${columns.uuids(([id]) => id)}::uuid[], ${columns.jsons(([, one]) => one)}::jsonb[]) as n (id, seen)
     where s.trigger_id = n.id`.execute(tx)
}

/** The runs that wrote: which trigger started each, and how many triggers in a row led to it. */
export async function readWriters(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Writer>> {
  const { rows } = await sql<Writer & { id: string }>`
    select x.id, x.trigger_id as "triggerId", coalesce(f.depth, 0) as depth
      from execution x left join trigger_fire f on f.execution_id = x.id
     where x.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Keeps what starts triggers, and wakes the pass that starts them. */
export async function keepAssetFires(tx: Db, fires: readonly AssetFire[]): Promise<void> {
  if (fires.length === 0) return
  const columns = columnsOf(fires)
  await sql`
    with kept as (
      insert into trigger_fire (trigger_id, cause, facts, depth, occurred_at)
      select * from unnest(
             ${columns.uuids((f) => f.triggerId)}::uuid[], ${columns.texts((f) => f.cause)}::text[],
             ${columns.jsons((f) => f.facts)}::jsonb[], ${columns.integers((f) => f.depth)}::integer[],
             ${columns.instants((f) => f.occurredAt)}::timestamptz[])
      on conflict do nothing
      returning 1)
    select pg_notify(${TRIGGER_DUE_CHANNEL}, '') from kept limit 1`.execute(tx)
}
