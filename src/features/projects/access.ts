import type { Db } from '../../db/database.ts'
import type { AccountPermission, Caller } from '../../http/caller.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import type { Grant } from './grant.ts'
import { allows, type ProjectPermission } from './rules.ts'
import { accountPermissionsOf, hasAnyProject, roleIn } from './store.ts'

export type { EnvironmentGrant, Grant } from './grant.ts'
export {
  allows,
  type EnvironmentAccess,
  type EnvironmentPermission,
  effectiveAccess,
  environmentAllows,
  type ProjectPermission,
  type ProjectRole,
  permissionsIn,
  rolesWith,
} from './rules.ts'
export { accountPermissionsOf } from './store.ts'

/**
 * Enters a project for one purpose. A project the caller may not see is reported exactly like one that does
 * not exist (404); a missing permission in a visible one is 403 (decisions.md §2).
 */
export async function enterProject<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  id: string,
  permission: P,
): Promise<Grant<P>> {
  const found = await roleIn(db, caller, id)
  if (found === undefined) throw notFound('Project', id)
  if (!allows(found.role, permission)) throw missing(permission)
  return { ...found, caller } as Grant<P>
}

/** The problem of a caller that lacks a permission. */
export const missing = (permission: string) =>
  new Problem('forbidden', `This needs the permission ${permission}; ask an administrator of the project`)

/** For what a `USER` may do only with a permission of its account (decisions.md §2). */
export async function requireAccountPermission(
  db: Db,
  caller: Caller,
  permission: AccountPermission,
): Promise<void> {
  if ((await accountPermissionsOf(db, caller)).includes(permission)) return
  throw new Problem(
    'forbidden',
    `This needs the account permission ${permission}; ask an administrator of this installation`,
  )
}

/**
 * For what belongs to no project and everyone may read who has a role in one, or is SUPER_ADMIN (decisions.md
 * §2).
 */
export async function requireAnyRole(db: Db, caller: Caller, permission: string): Promise<void> {
  if (caller.accountRole !== 'SUPER_ADMIN' && !(await hasAnyProject(db, caller))) throw missing(permission)
}

/** For operations on the installation itself. */
export function requireSuperAdmin(caller: Caller): void {
  if (caller.accountRole !== 'SUPER_ADMIN') {
    throw new Problem(
      'forbidden',
      'This needs the account role SUPER_ADMIN; ask an administrator of this installation',
    )
  }
}
