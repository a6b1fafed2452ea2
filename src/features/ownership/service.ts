import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import { isUuid } from '../../lib/ids.ts'
import { badRequest } from '../../lib/problem.ts'
import { allows, missing, requireSuperAdmin } from '../projects/access.ts'
import { enterList, enterOwned, enterOwner, type OwnedPermission, writePermission } from './access.ts'
import type { OwnedKind } from './access-sql.ts'
import type { Sharing, SharingChange } from './schema.ts'
import { readSharing, type StoredSharing, writeSharing } from './sharing-store.ts'
import { rolesIn } from './store.ts'

/**
 * Whether a caller may do something with what it names, before the rest of its request is judged
 * (decisions.md §2).
 */
export function createAdmissionTo(db: Db, kind: OwnedKind) {
  return {
    admitTo: (caller: Caller, permission: OwnedPermission, params: unknown) => {
      const { connectorId, oauthId } = params as { connectorId?: string; oauthId?: string }
      return enterOwned(db, caller, kind, (connectorId ?? oauthId)!, permission)
    },
    admitToList: (caller: Caller, query: unknown) => {
      const { projectId } = Object(query) as { projectId?: unknown }
      const usableIn = typeof projectId === 'string' && isUuid(projectId) ? projectId : undefined
      return enterList(db, caller, kind, usableIn)
    },
    admitToCreate: (caller: Caller, body: unknown) => {
      const projectId = (body as { projectId?: unknown } | null | undefined)?.projectId
      return enterOwner(db, caller, kind, typeof projectId === 'string' ? projectId : undefined)
    },
  }
}

/** Who may change something shares it, and only with projects in which they have the same permission. */
export function createSharing(db: Db, kind: OwnedKind) {
  async function getSharing(caller: Caller, id: string): Promise<StoredSharing> {
    return readSharing(db, await enterOwned(db, caller, kind, id, 'write'))
  }

  async function replaceSharing(
    caller: Caller,
    id: string,
    wanted: SharingChange,
    precondition: Precondition,
  ): Promise<StoredSharing> {
    return db.transaction().execute(async (tx) => {
      const grant = await enterOwned(tx, caller, kind, id, 'write')
      const { sharing: before, revision } = await readSharing(tx, grant)
      precondition.check(revision)
      const after = {
        ...wanted,
        projectId: wanted.projectId === undefined ? before.projectId : wanted.projectId,
      }
      await refuseUnlessAllowed(tx, caller, before, after)
      await writeSharing(tx, grant, after)
      return readSharing(tx, grant)
    })
  }

  /** Throws for each project that would get something which the caller may not give it. */
  async function refuseUnlessAllowed(tx: Db, caller: Caller, before: Sharing, after: Sharing): Promise<void> {
    if (after.allProjects && !before.allProjects) requireSuperAdmin(caller)
    if (after.projectId !== before.projectId) {
      if (after.projectId === null) requireSuperAdmin(caller)
      else await enterOwner(tx, caller, kind, after.projectId)
    }
    const roles = await rolesIn(tx, caller, after.projectIds)
    const had = new Set(before.projectIds)
    const unknown = after.projectIds.flatMap((id, i) =>
      had.has(id) || roles.has(id) ? [] : [`body/projectIds/${i}: project ${id} does not exist`],
    )
    if (unknown.length > 0) throw badRequest(unknown)
    const needed = writePermission(kind)
    if (after.projectIds.some((id) => !had.has(id) && !allows(roles.get(id)!, needed))) throw missing(needed)
  }

  return { getSharing, replaceSharing }
}
