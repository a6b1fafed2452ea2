import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface InvitationRow {
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const isActive = sql`coalesce((u.attributes ->> 'active')::boolean, true)`

/**
 * Replaces the invitation of a user. Says why not when there is no such user, or a deactivated one. A change
 * of the user that is under way is waited for, and the next one finds the invitation that it ends.
 */
export async function replaceInvitation(
  db: Db,
  userId: string,
  tokenHash: Buffer,
  { createdBy, createdAt, expiresAt }: InvitationRow,
): Promise<'created' | 'absent' | 'inactive'> {
  const { rows } = await sql<{ active: boolean }>`
    with invited as (
      select u.id, ${isActive} as active from directory_user u where u.id = ${userId} for share),
    created as (
      insert into invitation (user_id, token_hash, created_by, created_at, expires_at)
      select id, ${tokenHash}, ${createdBy}, ${createdAt}, ${expiresAt} from invited where active
      on conflict (user_id) do update set token_hash = excluded.token_hash, created_by = excluded.created_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at)
    select active from invited`.execute(db)
  const [invited] = rows
  if (invited === undefined) return 'absent'
  return invited.active ? 'created' : 'inactive'
}

export async function findInvitation(db: Db, userId: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .select(['created_by as createdBy', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function deleteInvitation(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitation')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export interface Invited {
  readonly userName: string
  readonly name: string
  readonly expiresAt: Date
}

/**
 * Who may accept the invitation of a token now; undefined when it has expired or its user may not sign in.
 */
export async function findInvited(db: Db, tokenHash: Buffer, now: Date): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select u.attributes ->> 'userName' as "userName",
           coalesce(u.attributes ->> 'displayName', u.attributes ->> 'userName') as name, i.expires_at as "expiresAt"
      from invitation i join directory_user u on u.id = i.user_id
     where i.token_hash = ${tokenHash} and i.expires_at > ${now} and ${isActive}`.execute(db)
  return rows[0]
}

/**
 * Uses an invitation up: sets the password of its user and ends every session that the user had. Returns the
 * user; of two who accept at once, one gets undefined.
 */
export async function acceptInvitation(
  db: Db,
  tokenHash: Buffer,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    // A session that begins at the same moment is there to be ended.
    await sql`
      select from directory_user
       where id = (select user_id from invitation where token_hash = ${tokenHash}) for update`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      with used as (
        delete from invitation i using directory_user u
         where i.token_hash = ${tokenHash} and i.expires_at > ${now} and u.id = i.user_id and ${isActive}
        returning i.user_id),
      changed as (
        update directory_user set password_hash = ${passwordHash} where id = (select user_id from used) returning id),
      ended as (delete from web_session where user_id = (select id from changed)),
      forgotten as (delete from pending_second_factor where user_id = (select id from changed))
      select id from changed`.execute(tx)
    return rows[0]?.id
  })
}
