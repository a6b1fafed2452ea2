import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/caller.ts'
import { actingAs, seesEnvironment } from '../permissions/access-sql.ts'

/** The ids of the environments that a caller sees, as a query: assets, writes and events are shown where one of them uses them. */
export const visibleEnvironments = ({ accountRole, principalId }: Caller): RawBuilder<unknown> =>
  accountRole === 'SUPER_ADMIN'
    ? sql`select e.id from environment e`
    : sql`
  select e.id from environment e
    join (select project_id, bool_or(role = 'ADMIN') as administers from project_role
           where principal_id = any(${actingAs(principalId)}) group by project_id) r on r.project_id = e.project_id
   where r.administers or ${seesEnvironment(principalId)}`

/** Whether runs, or versions, use an asset in an environment that the caller sees. */
export const isUsedWhereSeen = (caller: Caller, assetId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  (exists (select from asset_use u where u.asset_id = ${assetId} and u.environment_id in (${visibleEnvironments(caller)}))
   or exists (select from version_asset u where u.asset_id = ${assetId} and u.environment_id in (${visibleEnvironments(caller)})))`

/**
 * A value of an asset that comes from its runs wherever they were: null for a caller who does not see every environment
 * in which runs use the asset.
 */
export const ofAllRuns = (
  caller: Caller,
  assetId: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  caller.accountRole === 'SUPER_ADMIN'
    ? value
    : sql`case when not exists (
        select from asset_use u join environment h on h.id = u.environment_id
         where u.asset_id = ${assetId} and h.id not in (${visibleEnvironments(caller)})) then ${value} end`
