import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { DirectoryCaller } from '../../../http/caller.ts'
import type { ClientId } from '../../../lib/ids.ts'

export interface TokenRow {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly createdBy: string
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

export async function insertToken(
  db: Db,
  token: { id: string; name: string; hash: Buffer; createdBy: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('directory_token')
    .values({
      id: token.id,
      name: token.name,
      token_hash: token.hash,
      created_by: token.createdBy,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

/**
 * All tokens, oldest first; expired ones stay until somebody deletes them, so that it shows why nothing
 * works.
 */
export async function listTokens(db: Db): Promise<TokenRow[]> {
  return selectTokens(db).orderBy('created_at').orderBy('id').execute()
}

export const findToken = (db: Db, id: string): Promise<TokenRow | undefined> =>
  selectTokens(db).where('id', '=', id).executeTakeFirst()

const selectTokens = (db: Db) =>
  db
    .selectFrom('directory_token')
    .select(['id', 'name', 'created_at as createdAt', 'created_by as createdBy'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])

export async function deleteToken(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('directory_token').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whom a token names now; notes its use, at most once a minute. */
export async function useToken(db: Db, hash: Buffer, now: Date): Promise<DirectoryCaller | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    with token as (select id, name from directory_token where token_hash = ${hash} and expires_at > ${now}),
    used as (
      update directory_token set last_used_at = ${now}
       where id = (select id from token)
         and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)}))
    select id, name from token`.execute(db)
  const row = rows[0]
  return row && { kind: 'DIRECTORY', clientId: `directory:${row.id}` as ClientId, name: row.name }
}

/** Whether directory tokens can change this user or group; undefined when no user or group has this id. */
export async function readReach(db: Db, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ reached: boolean }>`
    select made_by_directory as reached from directory_user where id = ${id}
    union all select made_by_directory from directory_group where id = ${id}`.execute(db)
  return rows[0]?.reached
}

/** Gives a user or group to the directory, or takes it back, as if the directory had made it or not. */
export async function writeReach(db: Db, id: string, reached: boolean): Promise<void> {
  await sql`
    with of_group as (update directory_group set made_by_directory = ${reached} where id = ${id})
    update directory_user set made_by_directory = ${reached} where id = ${id}`.execute(db)
}
