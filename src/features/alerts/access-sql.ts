import { type RawBuilder, sql } from 'kysely'
import { actingAs } from '../permissions/access-sql.ts'
import { rolesWith } from '../projects/access.ts'
import type { AlertScope } from './access.ts'

/** Whether what the column's project owns is in the scope of a list. */
export function isInScope(scope: AlertScope, column: string): RawBuilder<boolean> {
  const { caller, projectId, ofInstallation } = scope
  if (ofInstallation) return sql`${sql.ref(column)} is null`
  if (projectId !== undefined) return sql`${sql.ref(column)} = ${projectId}`
  if (caller.accountRole === 'SUPER_ADMIN') return sql`true`
  return sql`${sql.ref(column)} in (${projectsOf(scope)})`
}

/** The projects whose alerts the caller manages. */
const projectsOf = ({ caller }: AlertScope): RawBuilder<unknown> => sql`
  select r.project_id from project_role r
   where r.principal_id = any(${actingAs(caller.principalId)}) and r.role = any(${rolesWith('alerts:write')})`

/**
 * The newest rows in the scope of a list that meet a condition, at most `limit`: project by project, so that
 * what other projects have costs nothing.
 */
export function newestInScope(
  scope: AlertScope,
  table: 'alert_incident' | 'alert_delivery',
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const newest = (isMeant: RawBuilder<unknown>) => sql`
    select * from ${sql.table(table)} where ${isMeant} and ${condition} order by id desc limit ${limit}`
  if (scope.projectId !== undefined || scope.caller.accountRole === 'SUPER_ADMIN')
    return newest(isInScope(scope, 'project_id'))
  return sql`
    select own.* from (${projectsOf(scope)} group by 1) p
     cross join lateral (${newest(sql`project_id = p.project_id`)}) own
     order by own.id desc limit ${limit}`
}
