import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ProjectId } from '../../lib/ids.ts'
import { actingAs } from '../permissions/access-sql.ts'
import type { ProjectRole } from '../projects/access.ts'
import type { OwnedKind } from './access-sql.ts'

const byStrength = sql`array_position(array['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'], r.role)`

/** What a caller is to a connector or an OAuth entry. */
export interface Standing {
  /** Null: the installation. */
  readonly owner: ProjectId | null
  /** Its role in the project that owns it. */
  readonly ownerRole: ProjectRole | null
  /** Its strongest role in any project that owns it or may use it. */
  readonly bestRole: ProjectRole | null
}

/** Undefined when there is no such row. `lock` keeps it, and so its owner, until the transaction ends. */
export async function readStanding(
  db: Db,
  caller: Caller,
  kind: OwnedKind,
  id: string,
  how: 'read' | 'lock',
): Promise<Standing | undefined> {
  const acting = actingAs(caller.principalId)
  const lock = how === 'lock' ? sql`for no key update of o` : sql``
  const { rows } = await sql<Standing>`
    select o.project_id as owner,
           (select r.role from project_role r
             where r.project_id = o.project_id and r.principal_id = any(${acting})
             order by ${byStrength} limit 1) as "ownerRole",
           (select r.role from ${sql.table(`${kind}_grant`)} g join project_role r on r.project_id = g.project_id
             where ${sql.ref(`g.${kind}_id`)} = o.id and r.principal_id = any(${acting})
             order by ${byStrength} limit 1) as "bestRole"
      from ${sql.table(kind)} o where o.id = ${id} ${lock}`.execute(db)
  const row = rows[0]
  if (row === undefined || caller.accountRole !== 'SUPER_ADMIN') return row
  return { owner: row.owner, ownerRole: 'ADMIN', bestRole: 'ADMIN' }
}

/** Some projects in which the caller has one of these roles, two at most. */
export async function someProjectsWithRole(
  db: Db,
  caller: Caller,
  roles: readonly ProjectRole[],
): Promise<ProjectId[]> {
  const { rows } = await sql<{ id: ProjectId }>`
    select distinct project_id as id from project_role
     where principal_id = any(${actingAs(caller.principalId)}) and role = any(${roles}) limit 2`.execute(db)
  return rows.map(({ id }) => id)
}

/** The strongest role of the caller in each of these projects that exist and that it may see. */
export async function rolesIn(
  db: Db,
  caller: Caller,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectRole>> {
  const isAdmin = caller.accountRole === 'SUPER_ADMIN'
  const { rows } = await sql<{ id: string; role: ProjectRole | null }>`
    select p.id, (select r.role from project_role r
                   where r.project_id = p.id and r.principal_id = any(${actingAs(caller.principalId)})
                   order by ${byStrength} limit 1) as role
      from project p where p.id = any(${projectIds}::uuid[])`.execute(db)
  return new Map(
    rows.flatMap(({ id, role }) => {
      const judged = isAdmin ? 'ADMIN' : role
      return judged === null ? [] : [[id, judged] as const]
    }),
  )
}
