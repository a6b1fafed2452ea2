import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { groupsOfUser } from '../filters/links-store.ts'
import type { DirectoryGrant } from '../grant.ts'
import { reached } from '../resources/reach-store.ts'
import { createResourceStore } from '../resources/resource-store.ts'
import type { Members } from '../scim/canonical.ts'
import type { ResourceRow } from '../scim/resource.ts'

export interface UserRow extends ResourceRow {
  /** Groups the user belongs to directly; absent when they were not asked for. */
  readonly groups?: readonly { readonly value: string; readonly display: string }[]
}

/** What is written of a user. */
export interface UserContent {
  readonly attributes: Members
  /** Undefined leaves the password as it is. */
  readonly passwordHash: string | undefined
}

const groups = (grant: DirectoryGrant) => sql`(
  select coalesce(json_agg(json_build_object('value', g.id, 'display', g.attributes ->> 'displayName')
                           order by lower(g.attributes ->> 'displayName'), g.id), '[]')
    from group_member m join directory_group g on g.id = m.group_id
   where m.member_id = r.id and ${reached(grant, 'g')})`

const users = createResourceStore<UserRow>({
  table: 'directory_user',
  noun: 'user',
  source: (grant) => ({ resourceType: 'User', links: groupsOfUser(grant) }),
  links: { name: 'groups', json: groups },
  unique: [
    { index: 'directory_user_name', attribute: 'userName' },
    { index: 'directory_user_external_id', attribute: 'externalId' },
  ],
})

export const { find: findUser, list: listUsers, remove: deleteUser } = users

/** Adds a user, who has no role yet. Throws 409 `uniqueness` when userName or externalId is taken. */
export async function addUser(
  db: Db,
  reach: Pick<DirectoryGrant, 'byDirectory'>,
  id: string,
  { attributes, passwordHash }: UserContent,
): Promise<void> {
  const inserted = sql`
    with added as (insert into principal (id, kind, account_role) values (${id}, 'USER', 'USER') returning id)
    insert into directory_user (id, attributes, folded, password_hash, made_by_directory)
    select added.id, v.attributes, lower(v.attributes::text)::jsonb, ${passwordHash ?? null}, ${reach.byDirectory}
      from added, (values (${JSON.stringify(attributes)}::jsonb)) v (attributes)`.execute(db)
  await users.refuseTaken(inserted, attributes, reach)
}

/** Adds a user that no identity provider manages. */
export const insertUser = (db: Db, id: string, content: UserContent): Promise<void> =>
  addUser(db, { byDirectory: false }, id, content)

export const changeUser = (
  db: Db,
  grant: DirectoryGrant,
  id: string,
  change: (row: UserRow) => Promise<UserContent>,
): Promise<boolean> =>
  users.change(db, grant, id, change, async (tx, { attributes, passwordHash }) => {
    await users.updateAttributes(tx, grant, id, attributes, passwordHash !== undefined)
    if (passwordHash !== undefined)
      await sql`update directory_user set password_hash = ${passwordHash} where id = ${id}`.execute(tx)
    if (endsAccess({ attributes, passwordHash }))
      await sql`with withdrawn as (delete from invitation where user_id = ${id}),
                forgotten as (delete from pending_second_factor where user_id = ${id})
                delete from web_session where user_id = ${id}`.execute(tx)
    if (isDeactivated(attributes)) await sql`delete from personal_token where user_id = ${id}`.execute(tx)
  })

const isDeactivated = (attributes: Members): boolean => attributes['active'] === false

/** Whether a change ends sessions: of users who may no longer sign in, or whose password is replaced. */
export const endsAccess = ({ attributes, passwordHash }: UserContent): boolean =>
  isDeactivated(attributes) || passwordHash !== undefined
