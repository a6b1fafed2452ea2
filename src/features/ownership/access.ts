import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ProjectId } from '../../lib/ids.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import {
  allows,
  enterProject,
  missing,
  type ProjectPermission,
  type ProjectRole,
  requireAnyRole,
  rolesWith,
} from '../projects/access.ts'
import type { OwnedKind } from './access-sql.ts'
import { readStanding, rolesIn, someProjectsWithRole } from './store.ts'

declare const granted: unique symbol

/** `use`: to send requests with it in a test. `write`: to change, delete and share it. */
export type OwnedPermission = 'read' | 'use' | 'write'

/**
 * The permission that is needed in a project: in the one that owns it to write, in any that may use it for
 * the rest. Who writes pipelines may write and test connectors; OAuth entries are set up by administrators
 * and tested with connectors. What other projects come to depend on is published by administrators.
 */
const permissionFor: Readonly<Record<OwnedKind, Readonly<Record<OwnedPermission, ProjectPermission>>>> = {
  connector: { read: 'connectors:read', use: 'connectors:write', write: 'connectors:write' },
  oauth: { read: 'oauths:read', use: 'connectors:write', write: 'oauths:write' },
  shared_set: { read: 'artifacts:read', use: 'artifacts:publish', write: 'shared-pipelines:write' },
}
const nouns = { connector: 'Connector', oauth: 'OAuth entry', shared_set: 'Set of shared pipelines' } as const

/** The permission to change what a project owns of this kind. */
export const writePermission = (kind: OwnedKind): ProjectPermission => permissionFor[kind].write

/**
 * Proof that the caller may do `P` with one connector, OAuth entry or set of shared pipelines. Stores demand
 * one.
 */
export interface OwnedGrant<K extends OwnedKind = OwnedKind, P extends OwnedPermission = OwnedPermission> {
  readonly kind: K
  readonly id: string
  readonly owner: ProjectId | null
  readonly caller: Caller
  readonly [granted]: P
}

/**
 * Proof that the caller may create something of this kind for the owner, which is the installation when it is
 * null.
 */
export interface OwnerGrant<K extends OwnedKind = OwnedKind> {
  readonly kind: K
  readonly owner: ProjectId | null
  readonly caller: Caller
  readonly [granted]: 'create'
}

/** Proof that the caller may list what it sees of this kind. */
export interface ListGrant<K extends OwnedKind = OwnedKind> {
  readonly kind: K
  readonly caller: Caller
  /** Only what this project may use. */
  readonly usableIn: ProjectId | undefined
  readonly [granted]: 'list'
}

/** Throws `forbidden` for a caller without a role in any project. */
export async function enterList<K extends OwnedKind>(
  db: Db,
  caller: Caller,
  kind: K,
  usableIn: string | undefined,
): Promise<ListGrant<K>> {
  const { read } = permissionFor[kind]
  if (usableIn !== undefined) {
    const { projectId } = await enterProject(db, caller, usableIn, read)
    return { kind, caller, usableIn: projectId } as ListGrant<K>
  }
  await requireAnyRole(db, caller, read)
  return { kind, caller, usableIn: undefined } as ListGrant<K>
}

/**
 * Enters one connector or OAuth entry. One that no project of the caller owns or may use is reported like one
 * that does not exist (404); a missing permission is 403. What belongs to the installation is written by
 * SUPER_ADMIN only. For `write` the row is locked until the transaction ends.
 */
export async function enterOwned<K extends OwnedKind, P extends OwnedPermission>(
  db: Db,
  caller: Caller,
  kind: K,
  id: string,
  permission: P,
): Promise<OwnedGrant<K, P>> {
  const standing = await readStanding(db, caller, kind, id, permission === 'write' ? 'lock' : 'read')
  if (standing === undefined || standing.bestRole === null) throw notFound(nouns[kind], id)
  const needed = permissionFor[kind][permission]
  const role: ProjectRole | null = permission === 'write' ? standing.ownerRole : standing.bestRole
  if (role === null || !allows(role, needed)) throw missing(needed)
  return { kind, id: id.toLowerCase(), owner: standing.owner, caller } as OwnedGrant<K, P>
}

/**
 * Enters the project that is to own something new. Without one: the installation for SUPER_ADMIN, else the
 * only project that is possible; `bad-request` where there are several.
 */
export async function enterOwner<K extends OwnedKind>(
  db: Db,
  caller: Caller,
  kind: K,
  projectId: string | undefined,
): Promise<OwnerGrant<K>> {
  const { write } = permissionFor[kind]
  const grant = (owner: ProjectId | null) => ({ kind, owner, caller }) as OwnerGrant<K>
  if (projectId !== undefined) {
    const entered = await enterProject(db, caller, projectId, write)
    return grant(entered.projectId)
  }
  if (caller.accountRole === 'SUPER_ADMIN') return grant(null)
  const [only, another] = await someProjectsWithRole(db, caller, rolesWith(write))
  if (only === undefined) throw missing(write)
  if (another === undefined) return grant(only)
  throw badRequest([
    'body/projectId is required: you may do this in several projects, so choose the one that will own it',
  ])
}

/** The same for a copy, which belongs to the owner of its source where the caller may create it there. */
export async function enterOwnerOfCopy<K extends OwnedKind>(
  db: Db,
  caller: Caller,
  { kind, owner }: OwnedGrant<K>,
  projectId: string | undefined,
): Promise<OwnerGrant<K>> {
  if (projectId !== undefined || owner === null) return enterOwner(db, caller, kind, projectId)
  const role = (await rolesIn(db, caller, [owner])).get(owner)
  const isOwn = role !== undefined && allows(role, permissionFor[kind].write)
  return enterOwner(db, caller, kind, isOwn ? owner : undefined)
}

/** What is wrong with the owner that the body of a change repeats. */
export const ownerFaults = ({ owner, kind }: OwnedGrant, projectId: string | undefined): string[] =>
  projectId === undefined || projectId === owner
    ? []
    : [`body/projectId is not its owner; PUT …/sharing hands the ${nouns[kind]} to another project`]
