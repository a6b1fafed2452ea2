import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onForeignKeyViolation } from '../../../db/errors.ts'
import { notFound } from '../../../lib/problem.ts'
import type { UserIdentities } from '../schema.ts'
import { deleteSessionsOf } from '../store.ts'

export async function findIdentity(db: Db, providerId: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('person_identity')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Remembers who a subject is. Of two at once the first counts; the answer is who it is now. Undefined when
 * the user is another subject of the provider: names and addresses are given to somebody else in time. Throws
 * `not-found` when the provider was deleted meanwhile.
 */
export async function linkIdentity(
  db: Db,
  providerId: string,
  subject: string,
  userId: string,
): Promise<string | undefined> {
  return db
    .transaction()
    .execute(async (tx) => {
      await sql`select from directory_user where id = ${userId} for no key update`.execute(tx)
      await sql`
      insert into person_identity (provider_id, subject, user_id)
      select ${providerId}, ${subject}, ${userId}
       where not exists (select from person_identity
                          where provider_id = ${providerId} and user_id = ${userId})
          on conflict do nothing`.execute(tx)
      return findIdentity(tx, providerId, subject)
    })
    .catch(
      onForeignKeyViolation('person_identity_provider_id_fkey', () =>
        notFound('Identity provider', providerId),
      ),
    )
}

/** Who a user is at each provider; undefined when there is no such user. */
export async function listIdentities(db: Db, userId: string): Promise<UserIdentities['results'] | undefined> {
  const { rows } = await sql<{ identities: UserIdentities['results'] }>`
    select (select coalesce(json_agg(json_build_object('providerId', p.id, 'provider', p.name, 'subject', i.subject)
                                     order by p.id, i.subject), '[]')
              from person_identity i join identity_provider p on p.id = i.provider_id
             where i.user_id = u.id) as identities
      from directory_user u where u.id = ${userId}`.execute(db)
  return rows[0]?.identities
}

/** Forgets who a user is at providers, and ends the user's sessions; false when it was not known of any. */
export async function deleteIdentities(db: Db, userId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`delete from person_identity where user_id = ${userId}`.execute(tx)
    if (numAffectedRows === 0n) return false
    await deleteSessionsOf(tx, userId) // those, too, that began while the links were being deleted
    return true
  })
}
