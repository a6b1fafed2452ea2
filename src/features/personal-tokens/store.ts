import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Scope } from '../../http/caller.ts'
import { conflict, Problem } from '../../lib/problem.ts'

export interface PersonalTokenRow {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

const MAX_TOKENS = 100

/** Adds a token. Throws 409 when the person has a hundred already, and 401 when deactivated meanwhile. */
export async function insertToken(
  db: Db,
  userId: string,
  token: Omit<PersonalTokenRow, 'lastUsedAt'> & { readonly hash: Buffer },
): Promise<void> {
  // Each of two requests would count without the token of the other.
  const { numAffectedRows } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from directory_user
       where id = ${userId} and coalesce((attributes ->> 'active')::boolean, true) for no key update`.execute(
      tx,
    )
    if (rows.length === 0) throw new Problem('unauthorized', 'You may not sign in any more')
    return sql`
      insert into personal_token (id, user_id, name, token_hash, scopes, created_at, expires_at)
      select ${token.id}, ${userId}, ${token.name}, ${token.hash}, ${[...token.scopes]}::text[], ${token.createdAt},
             ${token.expiresAt}
       where (select count(*) from personal_token where user_id = ${userId}) < ${MAX_TOKENS}`.execute(tx)
  })
  if (numAffectedRows !== 1n) throw conflict(`A user has at most ${MAX_TOKENS} personal access tokens`)
}

export async function listTokens(db: Db, userId: string): Promise<PersonalTokenRow[]> {
  return (await selectTokens(db, userId).orderBy('id').execute()).map(withScopes)
}

export async function findToken(db: Db, userId: string, id: string): Promise<PersonalTokenRow | undefined> {
  const row = await selectTokens(db, userId).where('id', '=', id).executeTakeFirst()
  return row && withScopes(row)
}

const selectTokens = (db: Db, userId: string) =>
  db
    .selectFrom('personal_token')
    .select(['id', 'name', 'scopes', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)

const withScopes = <Row extends { scopes: string[] }>(row: Row) => ({ ...row, scopes: row.scopes as Scope[] })

export async function deleteToken(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whose a token is now; notes its use, at most once a minute. */
export async function useToken(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ id: string; userId: string; scopes: Scope[] } | undefined> {
  const { rows } = await sql<{ id: string; userId: string; scopes: Scope[] }>`
    with token as (
      select id, user_id, scopes from personal_token where token_hash = ${hash} and expires_at > ${now}),
    used as (
      update personal_token set last_used_at = ${now}
       where id = (select id from token)
         and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)}))
    select id, user_id as "userId", scopes from token`.execute(db)
  return rows[0]
}

/** Whether a token is there and has not expired. */
export async function isValid(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from personal_token where id = ${id} and expires_at > ${now}`.execute(db)
  return rows.length > 0
}
