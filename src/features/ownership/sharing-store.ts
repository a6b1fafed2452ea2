import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { conflict } from '../../lib/problem.ts'
import type { OwnedGrant } from './access.ts'
import type { OwnedKind } from './access-sql.ts'
import type { Sharing } from './schema.ts'

export interface StoredSharing {
  readonly sharing: Sharing
  /** Entity tag of the connector or OAuth entry, to which its sharing belongs. */
  readonly revision: string
}

const tableOf = (kind: OwnedKind) => sql.table(kind)
const sharesOf = (kind: OwnedKind) => sql.table(`${kind}_share`)
const keyOf = (kind: OwnedKind) => sql.ref(`${kind}_id`)

export async function readSharing(
  db: Db,
  { kind, id }: OwnedGrant<OwnedKind, 'write'>,
): Promise<StoredSharing> {
  const { rows } = await sql<Sharing & { version: number | string }>`
    select o.project_id as "projectId", o.shared_with_all as "allProjects", o.version,
           array(select project_id from ${sharesOf(kind)} where ${keyOf(kind)} = o.id order by project_id)
             as "projectIds"
      from ${tableOf(kind)} o where o.id = ${id}`.execute(db)
  const { version, ...sharing } = rows[0]!
  return { sharing, revision: String(version) }
}

/** Replaces it; the owner itself is no row. An owner that has something of this name already: `conflict`. */
export async function writeSharing(
  tx: Db,
  { kind, id }: OwnedGrant<OwnedKind, 'write'>,
  { projectId, allProjects, projectIds }: Sharing,
): Promise<void> {
  await sql`
    update ${tableOf(kind)}
       set project_id = ${projectId}, shared_with_all = ${allProjects}, version = version + 1
     where id = ${id}`
    .execute(tx)
    .catch(onUniqueViolation(`${kind}_name`, () => conflict('The new owner already has one of this name')))
  await sql`delete from ${sharesOf(kind)} where ${keyOf(kind)} = ${id}`.execute(tx)
  await sql`
    insert into ${sharesOf(kind)} (${keyOf(kind)}, project_id)
    select distinct ${id}::uuid, p.id from project p
     where p.id = any(${projectIds}::uuid[]) and p.id is distinct from ${projectId}::uuid`.execute(tx)
}
