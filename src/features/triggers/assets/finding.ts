import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { findVisibleAssets } from '../../lineage/access.ts'
import type { TriggerCondition } from '../schema.ts'

interface FoundAssets {
  readonly faults: readonly string[]
  /** The members of the condition as they are kept: assets with their names. */
  readonly named?: Pick<TriggerCondition, 'assets'>
}

/** The assets that a condition waits for, as far as the caller sees them. */
export async function findAssets(
  db: Db,
  caller: Caller,
  { type, assets = [] }: TriggerCondition,
): Promise<FoundAssets> {
  if (type !== 'ASSETS') return { faults: [] }
  const ids = assets.map(({ assetId }) => assetId)
  const found = new Map((await findVisibleAssets(db, caller, ids)).map((asset) => [asset.assetId, asset]))
  return {
    faults: ids
      .filter((id) => !found.has(id))
      .map(
        (id) => `body/condition/assets: the asset ${id} does not exist; GET /v1/assets lists those you see`,
      ),
    named: { assets: ids.map((id) => found.get(id)!).filter((asset) => asset !== undefined) },
  }
}
