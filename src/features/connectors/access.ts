import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { hasAnyProject, missing, type ProjectRole } from '../projects/access.ts'

declare const granted: unique symbol

/**
 * Connectors and OAuth entries belong to the installation, as runners do. A role in any project suffices to see them
 * and to use them; who writes pipelines in one may write connectors, and its administrators may set up OAuth entries.
 */
export type ConnectorPermission = 'connectors:read' | 'connectors:write' | 'oauths:read' | 'oauths:write'

/** Proof that the caller may do `P`. Stores demand one, so a check cannot be forgotten. */
export interface ConnectorGrant<P extends ConnectorPermission = ConnectorPermission> {
  readonly caller: Caller
  readonly [granted]: P
}

const rolesFor: Readonly<Record<ConnectorPermission, readonly ProjectRole[]>> = {
  'connectors:read': ['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'],
  'oauths:read': ['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'],
  'connectors:write': ['ADMIN', 'CONTRIBUTOR'],
  'oauths:write': ['ADMIN'],
}

/** Throws `forbidden` when no role of the caller includes the permission. */
export async function enterConnectors<P extends ConnectorPermission>(
  db: Db,
  caller: Caller,
  permission: P,
): Promise<ConnectorGrant<P>> {
  const may = caller.accountRole === 'SUPER_ADMIN' || (await hasAnyProject(db, caller, rolesFor[permission]))
  if (!may) throw missing(permission)
  return { caller } as ConnectorGrant<P>
}
