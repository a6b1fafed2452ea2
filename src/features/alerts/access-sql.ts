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
  return sql`${sql.ref(column)} in (
    select r.project_id from project_role r
     where r.principal_id = any(${actingAs(caller.principalId)}) and r.role = any(${rolesWith('alerts:write')}))`
}
