import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onUniqueViolation } from '../../../db/errors.ts'
import { instant } from '../../../db/instant.ts'
import { groupsOfUser } from '../filters/links-store.ts'
import { filterCondition, type Source, sortOrder } from '../filters/store.ts'
import type { Members } from '../scim/canonical.ts'
import type { ListRequest } from '../scim/list.ts'
import { ScimProblem } from '../scim/scim-problem.ts'

export interface UserRow {
  readonly id: string
  readonly attributes: Members
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Groups the person belongs to directly; absent when they were not asked for. */
  readonly groups?: readonly { readonly value: string; readonly display: string }[]
}

const source: Source = { resourceType: 'User', links: groupsOfUser }

const groups = sql`(
  select coalesce(json_agg(json_build_object('value', g.id, 'display', g.attributes ->> 'displayName')
                           order by lower(g.attributes ->> 'displayName'), g.id), '[]')
    from group_member m join directory_group g on g.id = m.group_id
   where m.member_id = r.id)`

const rowJson = (withGroups: boolean) => sql`json_build_object(
  'id', r.id, 'attributes', r.attributes, 'version', r.version,
  'createdAt', ${instant('r.created_at')}, 'updatedAt', ${instant('r.updated_at')}
  ${withGroups ? sql`, 'groups', ${groups}` : sql``})`

/** Adds a person, who has no role yet. Throws 409 `uniqueness` when userName or externalId is taken. */
export async function insertUser(
  db: Db,
  user: { readonly id: string; readonly attributes: Members; readonly passwordHash: string | undefined },
): Promise<void> {
  await sql`
    with added as (insert into principal (id, kind, account_role) values (${user.id}, 'USER', 'USER') returning id)
    insert into directory_user (id, attributes, folded, password_hash)
    select added.id, v.attributes, lower(v.attributes::text)::jsonb, ${user.passwordHash ?? null}
      from added, (values (${JSON.stringify(user.attributes)}::jsonb)) v (attributes)`
    .execute(db)
    .catch(nameTaken(user.attributes))
    .catch(externalIdTaken(user.attributes))
}

const taken = (attribute: string, value: unknown) =>
  new ScimProblem(
    'conflict',
    'uniqueness',
    `There is already a user whose ${attribute} is ${String(value)}`,
    [`body/${attribute} is taken`],
  )
const nameTaken = ({ userName }: Members) =>
  onUniqueViolation('directory_user_name', () => taken('userName', userName))
const externalIdTaken = ({ externalId }: Members) =>
  onUniqueViolation('directory_user_external_id', () => taken('externalId', externalId))

export async function findUser(db: Db, id: string, withGroups: boolean): Promise<UserRow | undefined> {
  const { rows } = await sql<{ row: UserRow }>`
    select ${rowJson(withGroups)} as row from directory_user r where r.id = ${id}`.execute(db)
  return rows[0]?.row
}

/** One page of the people that a filter selects, and how many there are. */
export async function listUsers(
  db: Db,
  { filter, sortBy, descending, startIndex, count }: ListRequest,
  withGroups: boolean,
): Promise<{ total: number; rows: UserRow[] }> {
  const condition = filterCondition(filter, source)
  const order = sortOrder(sortBy, descending, source)
  const { rows } = await sql<{ total: number; rows: UserRow[] }>`
    select (select count(*) from directory_user r where ${condition}) as total,
           (select coalesce(json_agg(${rowJson(withGroups)} order by r.place), '[]') from (
              select s.*, row_number() over () as place from (
                select r.* from directory_user r where ${condition}
                 order by ${order} limit ${count} offset ${startIndex - 1}) s) r) as rows`.execute(db)
  return rows[0]!
}

/**
 * Changes a person in one transaction: `change` sees the row as nobody else changes it meanwhile, and answers the new
 * attributes, and the password's hash when that changes too. False when there is no such person.
 */
export async function changeUser(
  db: Db,
  id: string,
  change: (row: UserRow) => Promise<{ attributes: Members; passwordHash: string | undefined }>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ row: UserRow }>`
      select ${rowJson(false)} as row from directory_user r where r.id = ${id} for update`.execute(tx)
    if (rows[0] === undefined) return false
    const { attributes, passwordHash } = await change(rows[0].row)
    await sql`
      update directory_user
         set attributes = v.attributes, folded = lower(v.attributes::text)::jsonb,
             version = version + 1, updated_at = now(),
             password_hash = coalesce(${passwordHash ?? null}, password_hash)
        from (values (${JSON.stringify(attributes)}::jsonb)) v (attributes)
       where id = ${id}`
      .execute(tx)
      .catch(nameTaken(attributes))
      .catch(externalIdTaken(attributes))
    await endAccess(tx, id, attributes['active'] === false, passwordHash !== undefined)
    return true
  })
}

/** Nobody stays signed in who may not sign in any more, or with a password that was replaced. */
async function endAccess(tx: Db, id: string, deactivated: boolean, newPassword: boolean): Promise<void> {
  if (deactivated || newPassword) await sql`delete from web_session where user_id = ${id}`.execute(tx)
  if (deactivated) await sql`delete from personal_token where user_id = ${id}`.execute(tx)
}

/**
 * Deletes a person with every role, membership, session and token. `check` sees the row first. False when there is
 * no such person.
 */
export async function deleteUser(db: Db, id: string, check: (row: UserRow) => void): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ row: UserRow }>`
      select ${rowJson(false)} as row from directory_user r where r.id = ${id} for update`.execute(tx)
    if (rows[0] === undefined) return false
    check(rows[0].row)
    await sql`delete from principal where id = ${id}`.execute(tx)
    return true
  })
}
