import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { actingAs } from '../permissions/access-sql.ts'

/** What a project or the installation owns. The tables of each kind are named after it. */
export type OwnedKind = 'connector' | 'oauth' | 'shared_set'

const grants = (kind: OwnedKind) => sql.table(`${kind}_grant`)
const key = (kind: OwnedKind) => sql.ref(`g.${kind}_id`)

/** Whether a project owns, or may use, the row with the id in `column`. */
export const isGrantedTo = (kind: OwnedKind, column: string, projectId: string): RawBuilder<boolean> =>
  sql`exists (select from ${grants(kind)} g where ${key(kind)} = ${sql.ref(column)} and g.project_id = ${projectId})`

/** Whether the caller has a role in a project that owns, or may use, the row with the id in `column`. */
export const seesOwned = (kind: OwnedKind, column: string, caller: Caller): RawBuilder<boolean> =>
  caller.accountRole === 'SUPER_ADMIN'
    ? sql`true`
    : sql`exists (select from ${grants(kind)} g join project_role r on r.project_id = g.project_id
                   where ${key(kind)} = ${sql.ref(column)} and r.principal_id = any(${actingAs(caller.principalId)}))`

/**
 * The order in which a project finds what it named: its own, the installation's, then what others share with
 * it.
 */
export const nearestFirst = (projectId: string): RawBuilder<unknown> =>
  sql`(project_id is not distinct from ${projectId}::uuid) desc, (project_id is null) desc, created_at, id`

/** `name`, or `name (2)` and so on when the owner has one of that name. */
export async function freeName(
  db: Db,
  { kind, owner }: { readonly kind: OwnedKind; readonly owner: string | null },
  name: string,
): Promise<string> {
  const { rows } = await sql<{ ending: string }>`
    select substr(lower(name), length(lower(${name})) + 1) as ending from ${sql.table(kind)}
     where project_id is not distinct from ${owner}::uuid and starts_with(lower(name), lower(${name}))`.execute(
    db,
  )
  const taken = new Set(rows.map(({ ending }) => ending))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    if (!taken.has(ending)) return name + ending
  }
}
