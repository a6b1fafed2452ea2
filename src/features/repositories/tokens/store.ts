import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { findRepository, noteEvent, type RepositoryRow, type SealedToken } from '../store.ts'

/** Also after success: a provider that gives tokens of a few days only must not be asked without end. */
const RETRY_AFTER = sql`interval '1 hour'`

/**
 * Takes one repository whose token expires before `horizon` and that no other process is rotating, and stores
 * what `rotate` answers. The row stays locked meanwhile: two rotations of one token would make the provider
 * revoke both. A repository that is migrating is left alone. `none`: there is nothing to do.
 */
export async function rotateTokenOf(
  db: Db,
  horizon: Date,
  rotate: (row: RepositoryRow) => Promise<SealedToken | { readonly fault: string }>,
): Promise<'rotated' | 'refused' | 'none'> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select r.project_id as id from repository r
       where r.token_expires_at < ${horizon} and r.access_token_encrypted is not null
         and (r.token_checked_at is null or r.token_checked_at < now() - ${RETRY_AFTER})
         and not exists (select from repository_migration m
                          where m.project_id = r.project_id and m.status = 'IN_PROGRESS')
       order by r.token_expires_at limit 1 for update of r skip locked`.execute(tx)
    const id = rows[0]?.id
    if (id === undefined) return 'none'
    const result = await rotate((await findRepository(tx, id))!)
    if ('fault' in result) {
      await sql`update repository set token_fault = ${result.fault}, token_checked_at = now()
                 where project_id = ${id}`.execute(tx)
      return 'refused'
    }
    await sql`update repository set access_token_encrypted = ${result.encrypted},
                     token_expires_at = ${result.expiresAt ?? null}, token_fault = null, token_checked_at = now()
               where project_id = ${id}`.execute(tx)
    await noteEvent(tx, id, 'headrace', 'TOKEN_ROTATED', 'The access token was rotated before it expired')
    return 'rotated'
  })
}
