import { type RawBuilder, sql } from 'kysely'
import type { DirectoryGrant } from '../grant.ts'
import { reached } from '../resources/reach-store.ts'

type Sql = RawBuilder<unknown>

/** Which attribute of a resource is made of rows of `group_member m`, and what its parts are there. */
export interface Links {
  readonly attribute: 'groups' | 'members'
  readonly idColumn: 'm.group_id' | 'm.member_id'
  /** The SQL of a part as text; undefined for parts that cannot be searched. */
  textOf(part: string): Sql | undefined
  /** Whether there is a row that fulfils a condition. */
  some(condition: Sql): Sql
}

export const linkCondition = (links: Links, condition: Sql): Sql => links.some(condition)

/** The display name of a member: a user or a group. */
export const memberName = sql`coalesce(u.attributes ->> 'displayName', u.attributes ->> 'userName',
  n.attributes ->> 'displayName')`
export const memberType = sql`case when u.id is null then 'Group' else 'User' end`

/** Whether the caller reaches the member `u` or `n` of a row of `group_member`. */
export const reachedMember = (grant: DirectoryGrant): Sql =>
  sql`(${reached(grant, 'u')} or ${reached(grant, 'n')})`

export const groupsOfUser = (grant: DirectoryGrant): Links => ({
  attribute: 'groups',
  idColumn: 'm.group_id',
  textOf: (part) =>
    part === 'value'
      ? sql`m.group_id::text`
      : part === 'display'
        ? sql`g.attributes ->> 'displayName'`
        : undefined,
  some: (condition) => sql`exists (
    select from group_member m join directory_group g on g.id = m.group_id
     where m.member_id = r.id and ${reached(grant, 'g')} and ${condition})`,
})

export const membersOfGroup = (grant: DirectoryGrant): Links => ({
  attribute: 'members',
  idColumn: 'm.member_id',
  textOf: (part) =>
    part === 'value'
      ? sql`m.member_id::text`
      : part === 'display'
        ? memberName
        : part === 'type'
          ? memberType
          : undefined,
  some: (condition) => sql`exists (
    select from group_member m
      left join directory_user u on u.id = m.member_id
      left join directory_group n on n.id = m.member_id
     where m.group_id = r.id and ${reachedMember(grant)} and ${condition})`,
})
