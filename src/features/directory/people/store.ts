import { sql } from 'kysely'
import { actingAs } from '../../../db/acting.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountRole, Caller } from '../../../http/caller.ts'
import type { ClientId } from '../../../lib/ids.ts'

/**
 * A person as a caller: with the strongest account role of its own and of its groups. Undefined when there is none of
 * that id, or when `active` is false.
 */
export async function findPerson(db: Db, userId: string): Promise<Caller | undefined> {
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
