import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/caller.ts'
import { visibleEnvironments } from '../permissions/access-sql.ts'

/** Whether runs, or versions, use an asset in an environment that the caller sees. */
export const isUsedWhereSeen = (caller: Caller, assetId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  (exists (select from asset_use u where u.asset_id = ${assetId} and u.environment_id in (${visibleEnvironments(caller)}))
   or exists (select from version_asset u where u.asset_id = ${assetId} and u.environment_id in (${visibleEnvironments(caller)})))`

/**
 * Whether the caller sees every environment in which runs use an asset: only then is shown what comes from
 * all of them. For statements with `seen`, the visible environments, which are found out once there and not
 * for each asset.
 */
export const seesAllRuns = ({ accountRole }: Caller, assetId: RawBuilder<unknown>): RawBuilder<boolean> =>
  accountRole === 'SUPER_ADMIN'
    ? sql`true`
    : sql`not exists (select from asset_use u join environment h on h.id = u.environment_id
                       where u.asset_id = ${assetId} and h.id not in (select id from seen))`
