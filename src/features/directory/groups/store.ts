import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onForeignKeyViolation } from '../../../db/errors.ts'
import { memberName, membersOfGroup, memberType, reachedMember } from '../filters/links-store.ts'
import type { DirectoryGrant } from '../grant.ts'
import { reachedId } from '../resources/reach-store.ts'
import { createResourceStore } from '../resources/resource-store.ts'
import type { Members } from '../scim/canonical.ts'
import type { ElementFilter } from '../scim/filter.ts'
import type { ResourceRow } from '../scim/resource.ts'
import { invalidValues } from '../scim/scim-problem.ts'
import { type MemberChange, selectedBy } from './rules.ts'

/** A user or a group in a group. */
export interface Member {
  readonly value: string
  readonly display: string | null
  readonly type: 'User' | 'Group'
}

export interface GroupRow extends ResourceRow {
  /** Absent when they were not asked for: there may be very many. */
  readonly members?: readonly Member[]
}

/** What is written of a group: its attributes, and changes of its members one after another. */
export interface GroupContent {
  readonly attributes: Members
  readonly members: readonly MemberChange[]
}

const members = (grant: DirectoryGrant) => sql`(
  select coalesce(json_agg(json_build_object('value', m.member_id, 'display', ${memberName}, 'type', ${memberType})
                           order by m.member_id), '[]')
    from group_member m
    left join directory_user u on u.id = m.member_id
    left join directory_group n on n.id = m.member_id
   where m.group_id = r.id and ${reachedMember(grant)})`

const groups = createResourceStore<GroupRow>({
  table: 'directory_group',
  noun: 'group',
  source: (grant) => ({ resourceType: 'Group', links: membersOfGroup(grant) }),
  links: { name: 'members', json: members },
  unique: [
    { index: 'directory_group_display_name', attribute: 'displayName' },
    { index: 'directory_group_external_id', attribute: 'externalId' },
  ],
})

export const { find: findGroup, list: listGroups, remove: deleteGroup } = groups

/** Adds a group with its members. Throws 409 `uniqueness`, and 400 naming members that do not exist. */
export async function insertGroup(
  db: Db,
  grant: DirectoryGrant,
  id: string,
  content: GroupContent,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const inserted = sql`
      with added as (insert into principal (id, kind, account_role) values (${id}, 'GROUP', 'USER') returning id)
      insert into directory_group (id, attributes, folded, made_by_directory)
      select added.id, v.attributes, lower(v.attributes::text)::jsonb, ${grant.byDirectory}
        from added, (values (${JSON.stringify(content.attributes)}::jsonb)) v (attributes)`.execute(tx)
    await groups.refuseTaken(inserted, content.attributes, grant)
    for (const change of content.members) await changeMembers(tx, grant, id, change)
  })
}

export const changeGroup = (
  db: Db,
  grant: DirectoryGrant,
  id: string,
  change: (row: GroupRow) => Promise<GroupContent>,
): Promise<boolean> =>
  groups.change(db, grant, id, change, async (tx, content) => {
    let isChanged = false
    for (const one of content.members) isChanged = (await changeMembers(tx, grant, id, one)) || isChanged
    await groups.updateAttributes(tx, grant, id, content.attributes, isChanged)
  })

/** Answers whether the group has other members than before. */
async function changeMembers(
  tx: Db,
  grant: DirectoryGrant,
  groupId: string,
  change: MemberChange,
): Promise<boolean> {
  switch (change.kind) {
    case 'add':
      return addMembers(tx, grant, groupId, change.ids)
    case 'remove':
      return removeMembers(tx, grant, groupId, change.ids)
    case 'removeWhere':
      return removeMembers(tx, grant, groupId, await membersThat(tx, grant, groupId, change.filters))
    case 'replace': {
      const { numAffectedRows } = await sql`
        delete from group_member
         where group_id = ${groupId} and member_id <> all(${[...change.ids]}::uuid[])
           and ${reachedId(grant, 'member_id')}`.execute(tx)
      return (await addMembers(tx, grant, groupId, change.ids)) || numAffectedRows! > 0n
    }
  }
}

/**
 * Adds those that are not members yet, and answers whether there are any. Throws 400 that names those who do
 * not exist.
 */
async function addMembers(
  tx: Db,
  grant: DirectoryGrant,
  groupId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await sql<{ missing: string[]; added: boolean }>`
    with wanted as (
      select distinct p.id from unnest(${[...ids]}::uuid[]) w (id)
        join principal p on p.id = w.id and p.kind in ('USER', 'GROUP') and p.id <> ${groupId}
          and ${reachedId(grant, 'p.id')}),
    added as (
      insert into group_member (group_id, member_id) select ${groupId}, id from wanted on conflict do nothing
      returning member_id)
    select array(select w.id from unnest(${[...ids]}::uuid[]) w (id) where w.id not in (select id from wanted)) as missing,
           exists (select from added) as added`
    .execute(tx)
    .catch(onForeignKeyViolation('group_member_member_id_fkey', () => noSuchMembers(ids)))
  const { missing, added } = rows[0]!
  if (missing.length > 0) throw noSuchMembers(missing)
  return added
}

const noSuchMembers = (ids: readonly string[]) =>
  invalidValues(ids.map((id) => `body/members: there is no other user or group ${id}`))

async function removeMembers(
  tx: Db,
  grant: DirectoryGrant,
  groupId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from group_member
     where group_id = ${groupId} and member_id = any(${[...ids]}::uuid[])
       and ${reachedId(grant, 'member_id')}`.execute(tx)
  return numAffectedRows! > 0n
}

async function membersThat(
  tx: Db,
  grant: DirectoryGrant,
  groupId: string,
  filters: readonly ElementFilter[],
): Promise<string[]> {
  const { rows } = await sql<{ members: (Members & { value: string })[] }>`
    select ${members(grant)} as members from directory_group r where r.id = ${groupId}`.execute(tx)
  return selectedBy(rows[0]!.members, filters).map(({ value }) => value)
}
