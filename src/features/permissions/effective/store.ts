import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { EnvironmentGrant, Grant } from '../../projects/access.ts'
import type { Level } from '../rules.ts'
import { from, name, named } from '../store.ts'
import type { EnvironmentMemberFacts, MemberFacts } from './rules.ts'

/**
 * Which members a page lists: at most `count` with ids after `after`, and `part` in their names in any case.
 */
export interface Wanted {
  readonly count: number
  readonly after?: string
  readonly part?: string
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Joins the id in `column` if it is a user or credential that can sign in and has the name. `limit` keeps it
 * a look-up.
 */
const joinMember = (column: string, part: string): RawBuilder<unknown> => {
  const id = sql.ref(column)
  return sql`cross join lateral (
    select from directory_user u
     where u.id = ${id} and coalesce((u.attributes ->> 'active')::boolean, true)
       and position(lower(${part}) in
             lower(concat_ws(' ', u.attributes ->> 'displayName', u.attributes ->> 'userName'))) > 0
    union all
    select from api_credential c
     where c.principal_id = ${id} and (c.expires_at is null or c.expires_at > now())
       and position(lower(${part}) in lower(c.name)) > 0
    limit 1) as member`
}

/**
 * The ids of the page. Each source of roles is read from the id where the page begins and no further than the
 * page is long, so that neither users outside the project nor other pages cost anything. A search reads the
 * members of the project up to the last it finds.
 */
async function listIds(db: Db, projectId: string, { count, after = FIRST, part = '' }: Wanted) {
  const { rows } = await sql<{ id: string }>`
    with recursive granted (id) as (
      select r.principal_id from project_role r join directory_group g on g.id = r.principal_id
       where r.project_id = ${projectId}
      union
      select id from principal where account_role = 'SUPER_ADMIN' and kind = 'GROUP'
      union
      select m.member_id from granted o
        join group_member m on m.group_id = o.id
        join directory_group g on g.id = m.member_id)
    select id from (
      (select r.principal_id as id from project_role r ${joinMember('r.principal_id', part)}
        where r.project_id = ${projectId} and r.principal_id > ${after}
        order by r.principal_id limit ${count})
      union
      (select p.id from principal p ${joinMember('p.id', part)}
        where p.account_role = 'SUPER_ADMIN' and p.id > ${after}
        order by p.id limit ${count})
      union
      select found.id from granted o cross join lateral (
        select m.member_id as id from group_member m ${joinMember('m.member_id', part)}
         where m.group_id = o.id and m.member_id > ${after}
         order by m.member_id limit ${count}) found) every
     order by id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

const principals = (column: string, table: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(json_build_object('value', ${value}, 'from', ${from})
                                order by p.kind = 'GROUP', lower(${name}), p.id), '[]')
         from ${table} r join ${named} on p.id = ${sql.ref(column)}`

/** Everything that counts for one principal in the project, for each id of the page. */
const facts = (projectId: string) => sql`
  'member', (select ${from} from ${named} where p.id = page.id),
  'administrators', (select coalesce(json_agg(${from} order by p.kind = 'GROUP', lower(${name}), p.id), '[]')
                       from ${named} where p.id = any(a.acting) and p.account_role = 'SUPER_ADMIN'),
  'roles', ${principals('r.principal_id', sql`project_role`, sql`r.role`)}
             where r.project_id = ${projectId} and r.principal_id = any(a.acting))`

const page = (ids: readonly string[]) => sql`
  unnest(${ids}::uuid[]) with ordinality as page (id, position)
    cross join lateral (select acting_as(page.id) as acting offset 0) a`

const present = <F extends MemberFacts>(rows: readonly { readonly facts: F }[]): F[] =>
  // A principal that was deleted since its id was read has no name any more.
  rows.map((row) => row.facts).filter(({ member }) => member !== null)

/**
 * Who can enter the project, by id, oldest first: with a role of their own or of a group, or as account
 * administrators.
 */
export async function listEffectiveMembers(db: Db, grant: Grant, wanted: Wanted): Promise<MemberFacts[]> {
  const ids = await listIds(db, grant.projectId, wanted)
  const { rows } = await sql<{ facts: MemberFacts }>`
    select json_build_object(${facts(grant.projectId)}) as facts from ${page(ids)} order by page.position`.execute(
    db,
  )
  return present(rows)
}

/**
 * The same with what they were granted in the environment, and with the default that applies to the others.
 */
export async function listEffectiveEnvironmentMembers(
  db: Db,
  { projectId, environmentId }: EnvironmentGrant,
  wanted: Wanted,
): Promise<{ level: Level; facts: EnvironmentMemberFacts }[]> {
  const ids = await listIds(db, projectId, wanted)
  const { rows } = await sql<{ level: Level; facts: EnvironmentMemberFacts }>`
    select e.default_user_access_level as level, json_build_object(${facts(projectId)},
             'given', ${principals('r.principal_id', sql`environment_access`, sql`r.access`)}
                        where r.environment_id = ${environmentId} and r.principal_id = any(a.acting))) as facts
      from ${page(ids)} join environment e on e.id = ${environmentId} order by page.position`.execute(db)
  return rows.filter((row) => row.facts.member !== null)
}
