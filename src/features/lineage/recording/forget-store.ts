import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'

/** Deletes writes before `keptDays`. */
export const deleteOldWrites = (db: Db, keptDays: number): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from asset_write where seq in (
        select seq from asset_write where written_at < now() - make_interval(days => ${keptDays})
         order by written_at limit ${limit})`.execute(db),
  )

/** Assets by their ids, which are hashes: the first of the two bounds and the last. */
export interface AssetRange {
  readonly first: string
  readonly last: string
}

const tables = [
  { table: 'asset_use', column: 'asset_id' },
  { table: 'asset_pipeline', column: 'asset_id' },
  { table: 'asset_edge', column: 'from_id' },
] as const

/** Deletes what runs did with these assets last before `keptDays`, or in environments that are gone. */
export async function deleteOldUses(db: Db, { first, last }: AssetRange, keptDays: number): Promise<void> {
  for (const { table, column } of tables)
    await inBatches((limit) =>
      sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select u.ctid from ${sql.table(table)} u
           where ${sql.ref(`u.${column}`)} between ${first}::uuid and ${last}::uuid
             and (u.last_at < now() - make_interval(days => ${keptDays})
                  or not exists (select from environment e where e.id = u.environment_id))
           limit ${limit}))`.execute(db),
    )
}

const references = [
  ...tables,
  { table: 'asset_edge', column: 'to_id' },
  { table: 'asset_write', column: 'asset_id' },
  { table: 'version_asset', column: 'asset_id' },
  { table: 'version_edge', column: 'from_id' },
  { table: 'version_edge', column: 'to_id' },
  { table: 'trigger_asset', column: 'asset_id' },
] as const

/**
 * That nothing names an asset `a`. In order there is one row to look at, by an index (but of triggers, which
 * are few), however many rows PostgreSQL thinks that assets have; joined or without order, the tables would
 * be read whole.
 */
const isUnused = sql.join(
  references.map(
    ({ table, column }) => sql`
      (select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} >= a.id
        order by ${sql.ref(column)} limit 1) is distinct from a.id`,
  ),
  sql` and `,
)

/**
 * Deletes those of these assets that nothing names, at most `limit`, and answers how many they were. They are
 * locked first and looked at again then: who records what names them has locked them, too (`saveAssets`), so
 * what it recorded is seen.
 */
export async function deleteUnusedAssets(
  tx: Db,
  { first, last }: AssetRange,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select a.id from asset a where a.id between ${first}::uuid and ${last}::uuid and ${isUnused}
     limit ${limit} for update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  await sql`
    delete from asset a where a.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isUnused}`.execute(tx)
  return rows.length
}
