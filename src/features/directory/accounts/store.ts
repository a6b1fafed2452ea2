import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AccountRole, Caller } from '../../../http/caller.ts'
import type { ClientId } from '../../../lib/ids.ts'
import { actingAs } from '../../permissions/access-sql.ts'

/**
 * A user as a caller: with the strongest account role of its own and of its groups. Undefined when no user
 * has that id, or when `active` is false.
 */
export async function findUserCaller(db: Db, userId: string): Promise<Caller | undefined> {
  const { rows } = await sql<{ name: string; role: AccountRole }>`
    select coalesce(u.attributes ->> 'displayName', u.attributes ->> 'userName', u.id::text) as name,
           case when exists (select from principal p
                              where p.id = any(${actingAs(userId)}) and p.account_role = 'SUPER_ADMIN')
                then 'SUPER_ADMIN' else 'USER' end as role
      from directory_user u
     where u.id = ${userId} and coalesce((u.attributes ->> 'active')::boolean, true)`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const clientId = `user:${userId}` as ClientId
  return { kind: 'USER', principalId: userId, clientId, name: row.name, accountRole: row.role }
}

/**
 * The name and address under which a caller signs commits. Programs have no address: theirs leads nowhere.
 * Git refuses names that consist of punctuation only.
 */
export async function findAuthor(
  db: Db,
  { kind, principalId, clientId, name }: Caller,
): Promise<{ name: string; email: string }> {
  const { rows } =
    kind === 'USER'
      ? await sql<{ email: string | null }>`
          select coalesce(
            (select e ->> 'value'
               from jsonb_array_elements(case jsonb_typeof(attributes -> 'emails')
                                           when 'array' then attributes -> 'emails' else '[]' end) e
              order by (e ->> 'primary') = 'true' desc nulls last limit 1),
            attributes ->> 'userName') as email
            from directory_user where id = ${principalId}`.execute(db)
      : { rows: [] }
  const known = rows[0]?.email ?? ''
  const email = /^[^\s<>@]+@[^\s<>@]+$/.test(known) ? known : `${clientId.replace(':', '-')}@headrace.invalid`
  const shown = name.replace(/[<>\p{Cc}]/gu, '').trim()
  return { name: /[^\s.,:;"'\\]/.test(shown) ? shown : clientId, email }
}

/**
 * The hash a password is compared with; undefined when no user has that name. In capitals the names must be
 * the same, too: İ is a letter of its own, although PostgreSQL makes an i of it, and an address with one
 * belongs to somebody else.
 */
export async function findByUserName(
  db: Db,
  userName: string,
): Promise<{ id: string; passwordHash: string | undefined; active: boolean } | undefined> {
  const { rows } = await sql<{ id: string; hash: string | null; active: boolean }>`
    select id, password_hash as hash, coalesce((attributes ->> 'active')::boolean, true) as active
      from directory_user
     where (lower(attributes ->> 'userName') collate "C") = (lower(${userName}::text) collate "C")
       and (upper(attributes ->> 'userName') collate "C") = (upper(${userName}::text) collate "C")`.execute(
    db,
  )
  const row = rows[0]
  return row && { id: row.id, passwordHash: row.hash ?? undefined, active: row.active }
}

/** The name and hash of a user who changes their own password; undefined when no user has that id. */
export async function findPassword(
  db: Db,
  userId: string,
): Promise<{ userName: string; passwordHash: string | undefined } | undefined> {
  const { rows } = await sql<{ userName: string | null; hash: string | null }>`
    select attributes ->> 'userName' as "userName", password_hash as hash from directory_user where id = ${userId}`.execute(
    db,
  )
  const row = rows[0]
  return row && { userName: row.userName ?? '', passwordHash: row.hash ?? undefined }
}

/**
 * Sets a password, unless it was changed meanwhile; ends every session but the one it was set in, and an
 * invitation.
 */
export async function setPassword(
  db: Db,
  userId: string,
  change: { readonly from: string; readonly to: string; readonly keepSession: Buffer },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A session that begins at the same moment is there to be ended.
    await sql`select from directory_user where id = ${userId} for update`.execute(tx)
    const { rows } = await sql`
      with changed as (
        update directory_user set password_hash = ${change.to}
         where id = ${userId} and password_hash = ${change.from} returning id),
      withdrawn as (delete from invitation where user_id = (select id from changed)),
      forgotten as (delete from pending_second_factor where user_id = (select id from changed)),
      ended as (
        delete from web_session
         where user_id = (select id from changed) and token_hash <> ${change.keepSession})
      select id from changed`.execute(tx)
    return rows.length === 1
  })
}

export async function setAccountRole(db: Db, id: string, role: AccountRole): Promise<void> {
  await db.updateTable('principal').set({ account_role: role }).where('id', '=', id).execute()
}
