import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../../db/errors.ts'
import { instant } from '../../../db/instant.ts'
import { badRequest } from '../../../lib/problem.ts'
import { memberName, membersOfGroup, memberType } from '../filters/links-store.ts'
import { filterCondition, type Source, sortOrder } from '../filters/store.ts'
import type { Members } from '../scim/canonical.ts'
import type { ListRequest } from '../scim/list.ts'
import { ScimProblem } from '../scim/scim-problem.ts'
import type { MemberChange } from './rules.ts'

/** A person or a group in a group. */
export interface Member {
  readonly value: string
  readonly display: string | null
  readonly type: 'User' | 'Group'
}

export interface GroupRow {
  readonly id: string
  readonly attributes: Members
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Absent when they were not asked for: there may be very many. */
  readonly members?: readonly Member[]
}

/** What changes in a group: its attributes, and its members one after another. */
export interface GroupChange {
  readonly attributes: Members
  readonly members: readonly MemberChange[]
}
const source: Source = { resourceType: 'Group', links: membersOfGroup }

const members = sql`(
  select coalesce(json_agg(json_build_object('value', m.member_id, 'display', ${memberName}, 'type', ${memberType})
                           order by m.member_id), '[]')
    from group_member m
    left join directory_user u on u.id = m.member_id
    left join directory_group n on n.id = m.member_id
   where m.group_id = r.id)`

const rowJson = (withMembers: boolean) => sql`json_build_object(
  'id', r.id, 'attributes', r.attributes, 'version', r.version,
  'createdAt', ${instant('r.created_at')}, 'updatedAt', ${instant('r.updated_at')}
  ${withMembers ? sql`, 'members', ${members}` : sql``})`

/** Adds a group with its members. Throws 409 `uniqueness`, and 400 naming members that do not exist. */
export async function insertGroup(
  db: Db,
  group: { readonly id: string; readonly attributes: Members; readonly memberIds: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with added as (insert into principal (id, kind, account_role) values (${group.id}, 'GROUP', 'USER') returning id)
      insert into directory_group (id, attributes, folded)
      select added.id, v.attributes, lower(v.attributes::text)::jsonb
        from added, (values (${JSON.stringify(group.attributes)}::jsonb)) v (attributes)`
      .execute(tx)
      .catch(nameTaken(group.attributes))
      .catch(externalIdTaken(group.attributes))
    await addMembers(tx, group.id, group.memberIds)
  })
}

const taken = (attribute: string, value: unknown) =>
  new ScimProblem(
    'conflict',
    'uniqueness',
    `There is already a group whose ${attribute} is ${String(value)}`,
    [`body/${attribute} is taken`],
  )
const nameTaken = ({ displayName }: Members) =>
  onUniqueViolation('directory_group_display_name', () => taken('displayName', displayName))
const externalIdTaken = ({ externalId }: Members) =>
  onUniqueViolation('directory_group_external_id', () => taken('externalId', externalId))

export async function findGroup(db: Db, id: string, withMembers: boolean): Promise<GroupRow | undefined> {
  const { rows } = await sql<{ row: GroupRow }>`
    select ${rowJson(withMembers)} as row from directory_group r where r.id = ${id}`.execute(db)
  return rows[0]?.row
}

/** One page of the groups that a filter selects, and how many there are. */
export async function listGroups(
  db: Db,
  { filter, sortBy, descending, startIndex, count }: ListRequest,
  withMembers: boolean,
): Promise<{ total: number; rows: GroupRow[] }> {
  const condition = filterCondition(filter, source)
  const order = sortOrder(sortBy, descending, source)
  const { rows } = await sql<{ total: number; rows: GroupRow[] }>`
    select (select count(*) from directory_group r where ${condition}) as total,
           (select coalesce(json_agg(${rowJson(withMembers)} order by r.place), '[]') from (
              select s.*, row_number() over () as place from (
                select r.* from directory_group r where ${condition}
                 order by ${order} limit ${count} offset ${startIndex - 1}) s) r) as rows`.execute(db)
  return rows[0]!
}

/** Changes a group in one transaction, as `changeUser` does. False when there is no such group. */
export async function changeGroup(
  db: Db,
  id: string,
  change: (row: GroupRow) => GroupChange,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockGroup(tx, id)
    if (row === undefined) return false
    const { attributes, members: memberChanges } = change(row)
    await sql`
      update directory_group
         set attributes = v.attributes, folded = lower(v.attributes::text)::jsonb,
             version = version + 1, updated_at = now()
        from (values (${JSON.stringify(attributes)}::jsonb)) v (attributes)
       where id = ${id}`
      .execute(tx)
      .catch(nameTaken(attributes))
      .catch(externalIdTaken(attributes))
    for (const one of memberChanges) await changeMembers(tx, id, one)
    return true
  })
}

async function lockGroup(tx: Db, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<{ row: GroupRow }>`
    select ${rowJson(false)} as row from directory_group r where r.id = ${id} for update`.execute(tx)
  return rows[0]?.row
}

async function changeMembers(tx: Db, groupId: string, change: MemberChange): Promise<void> {
  switch (change.kind) {
    case 'add':
      return addMembers(tx, groupId, change.ids)
    case 'remove':
      return removeMembers(tx, groupId, change.ids)
    case 'removeWhere':
      return removeMembers(tx, groupId, await membersThat(tx, groupId, change.matches))
    case 'replace':
      await sql`delete from group_member
                 where group_id = ${groupId} and member_id <> all(${[...change.ids]}::uuid[])`.execute(tx)
      return addMembers(tx, groupId, change.ids)
  }
}

/** Adds those that are not members yet. Throws 400 that names those who do not exist. */
async function addMembers(tx: Db, groupId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select distinct p.id from unnest(${[...ids]}::uuid[]) w (id)
        join principal p on p.id = w.id and p.kind in ('USER', 'GROUP') and p.id <> ${groupId}),
    added as (
      insert into group_member (group_id, member_id) select ${groupId}, id from wanted on conflict do nothing)
    select w.id from unnest(${[...ids]}::uuid[]) w (id) where w.id not in (select id from wanted)`
    .execute(tx)
    .catch(onForeignKeyViolation('group_member_member_id_fkey', () => noSuchMembers(ids)))
  if (rows.length > 0) throw noSuchMembers(rows.map(({ id }) => id))
}

const noSuchMembers = (ids: readonly string[]) =>
  badRequest(ids.map((id) => `body/members: there is no other user or group ${id}`))

async function removeMembers(tx: Db, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from group_member
             where group_id = ${groupId} and member_id = any(${[...ids]}::uuid[])`.execute(tx)
}

async function membersThat(
  tx: Db,
  groupId: string,
  matches: (member: Members) => boolean,
): Promise<string[]> {
  const { rows } = await sql<{ members: (Members & { value: string })[] }>`
    select ${members} as members from directory_group r where r.id = ${groupId}`.execute(tx)
  return rows[0]!.members.filter(matches).map(({ value }) => value)
}

/** Deletes a group with every role given to it. False when there is no such group. */
export async function deleteGroup(db: Db, id: string, check: (row: GroupRow) => void): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockGroup(tx, id)
    if (row === undefined) return false
    check(row)
    await sql`delete from principal where id = ${id}`.execute(tx)
    return true
  })
}
