import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { isUuid, type ProjectId } from '../../lib/ids.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { enterProject, requireSuperAdmin } from '../projects/access.ts'

declare const granted: unique symbol

/** Proof that the caller may manage the alerts of a project, or of the installation where `owner` is null. */
export interface AlertGrant {
  readonly owner: ProjectId | null
  readonly caller: Caller
  readonly [granted]: true
}

/**
 * Enters a project, or the installation, to manage its alerts. Messages tell what happened in every
 * environment, so only administrators of the project may.
 */
export async function enterAlerts(
  db: Db,
  caller: Caller,
  owner: string | null | undefined,
): Promise<AlertGrant> {
  if (owner !== null && owner !== undefined) {
    const { projectId } = await enterProject(db, caller, owner, 'alerts:write')
    return { owner: projectId, caller } as AlertGrant
  }
  requireSuperAdmin(caller)
  return { owner: null, caller } as AlertGrant
}

/** What a list is about: one project, or everything that the caller administers. */
export interface AlertScope {
  readonly caller: Caller
  readonly projectId: ProjectId | undefined
  /** Only what belongs to the installation. */
  readonly ofInstallation?: true
}

/** Whose things a list is to have. */
export interface OwnedQuery {
  readonly projectId?: string | undefined
  readonly ofInstallation?: boolean | undefined
  readonly name?: string | undefined
}

export async function enterAlertList(
  db: Db,
  caller: Caller,
  projectId: string | undefined,
  ofInstallation = false,
): Promise<AlertScope> {
  if (ofInstallation) {
    requireSuperAdmin(caller)
    return { caller, projectId: undefined, ofInstallation }
  }
  if (projectId === undefined) return { caller, projectId: undefined }
  const grant = await enterAlerts(db, caller, projectId)
  return { caller, projectId: grant.owner! }
}

/**
 * Enters what owns one thing. What belongs to nobody that the caller sees is reported like what does not
 * exist; `owner` undefined means that it does not.
 */
export async function enterOwned(
  db: Db,
  caller: Caller,
  owner: string | null | undefined,
  noun: string,
  id: string,
): Promise<AlertGrant> {
  const isHidden = owner === undefined || (owner === null && caller.accountRole !== 'SUPER_ADMIN')
  if (isHidden) throw notFound(noun, id)
  return enterAlerts(db, caller, owner).catch((error: unknown) => {
    throw error instanceof Problem && error.kind === 'not-found' ? notFound(noun, id) : error
  })
}

/** The project that a body or a query names, as far as one can tell before it is validated. */
export function projectNamed(given: unknown): string | undefined {
  const { projectId } = Object(given) as { projectId?: unknown }
  return typeof projectId === 'string' && isUuid(projectId) ? projectId : undefined
}
