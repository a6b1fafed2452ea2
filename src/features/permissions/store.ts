import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation } from '../../db/errors.ts'
import type { AccountPermission, AccountRole } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { notFound } from '../../lib/problem.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import { actingAs, insertGrants } from './access-sql.ts'
import type { ProjectFacts } from './rules.ts'
import type { Candidate, EnvironmentMember, From, Member, Roles } from './schema.ts'

/** Whose roles are kept. Users and groups are named by their id, API credentials by their client id. */
export type Kind = 'USER' | 'GROUP' | 'CREDENTIAL'

/** The display name of a principal `p`. */
export const name = sql`coalesce(u.attributes ->> 'displayName', u.attributes ->> 'userName', g.attributes ->> 'displayName',
  c.name, p.id::text)`
/** Every principal `p` with what its name is made of. */
export const named = sql`principal p
  left join directory_user u on u.id = p.id
  left join directory_group g on g.id = p.id
  left join api_credential c on c.principal_id = p.id`
export const from = sql`jsonb_build_object('id', p.id, 'kind', p.kind, 'name', ${name})`

/**
 * Who has `part` in the name, without regard to case, by name. Runners have names of their own and are no
 * candidates.
 */
export async function listCandidates(db: Db, part: string, page: PageRequest): Promise<Page<Candidate>> {
  const { rows } = await sql<{ total: number; results: Candidate[] }>`
    with found as (
      select p.id, p.kind, ${name} as name from ${named}
       where (u.id is null or coalesce((u.attributes ->> 'active')::boolean, true))
         and (p.kind <> 'CREDENTIAL' or c.name is not null)
         and position(lower(${part}) in lower(concat_ws(' ', ${name}, u.attributes ->> 'userName'))) > 0),
    shown as (
      select *, row_number() over (order by lower(name), id) as position from found
       order by position limit ${page.size} offset ${page.offset})
    select (select count(*) from found) as total,
           (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'name', name) order by position), '[]')
              from shown) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The principal `p` that `id` names. A credential of a runner has no roles and is none of them. */
const isNamed = (kind: Kind, id: string) =>
  kind === 'CREDENTIAL'
    ? sql`p.id = (select principal_id from api_credential where client_id = ${id})`
    : sql`p.id = ${id} and p.kind = ${kind}`

/** The roles granted directly; undefined when no such principal exists. */
export async function readRoles(db: Db, kind: Kind, id: string): Promise<Roles | undefined> {
  const { rows } = await sql<{ roles: Roles }>`
    select json_build_object(
      'accountRole', p.account_role, 'accountPermissions', p.account_permissions,
      'projectRoles', (select coalesce(json_agg(json_build_object('projectId', r.project_id, 'role', r.role)
                                                order by r.project_id), '[]')
                         from project_role r where r.principal_id = p.id),
      'environmentAccess', (select coalesce(json_agg(json_build_object(
                              'projectId', e.project_id, 'environmentName', e.name, 'access', a.access)
                              order by e.project_id, e.name), '[]')
                              from environment_access a join environment e on e.id = a.environment_id
                             where a.principal_id = p.id)) as roles
      from principal p where ${isNamed(kind, id)}`.execute(db)
  return rows[0]?.roles
}

/** Keeps others from replacing them until the transaction ends. Undefined when no such principal exists. */
export async function lockPrincipal(tx: Db, kind: Kind, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from principal p where ${isNamed(kind, id)} for no key update`.execute(tx)
  return rows[0]?.id
}

/** Replaces the roles of a principal that is locked; see `insertGrants` for what is refused. */
export async function writeRoles(tx: Db, principalId: string, wanted: Roles): Promise<void> {
  await sql`
    update principal
       set account_role = ${wanted.accountRole},
           account_permissions = coalesce(${wanted.accountPermissions ?? null}::text[], account_permissions)
     where id = ${principalId}`.execute(tx)
  await sql`delete from project_role where principal_id = ${principalId}`.execute(tx)
  await sql`delete from environment_access where principal_id = ${principalId}`.execute(tx)
  await insertGrants(tx, principalId, wanted)
}

export interface Person {
  readonly active: boolean
  /** The person itself and every group it is in. */
  readonly accountRoles: readonly { readonly value: AccountRole; readonly from: From[number] }[]
  /** Of the person and its groups. */
  readonly accountPermissions: readonly AccountPermission[]
}

/** The person's account roles with where they come from; undefined when there is no such person. */
export async function readPerson(db: Db, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select coalesce((u.attributes ->> 'active')::boolean, true) as active, (
      select json_agg(json_build_object('value', p.account_role, 'from', ${from}) order by p.kind desc, p.id)
        from principal p
        left join directory_user u on u.id = p.id
        left join directory_group g on g.id = p.id
        left join api_credential c on c.principal_id = p.id
       where p.id = any(${actingAs(id)})) as "accountRoles", (
      select coalesce(json_agg(distinct permission), '[]')
        from principal, unnest(account_permissions) as permission
       where id = any(${actingAs(id)})) as "accountPermissions"
      from directory_user u where u.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * One page of the projects that a person can see (all of them for a SUPER_ADMIN), with what was given there.
 */
export async function readProjects(
  db: Db,
  id: string,
  isSuperAdmin: boolean,
  page: PageRequest,
): Promise<{ total: number; facts: ProjectFacts[] }> {
  const acting = actingAs(id)
  const visible = isSuperAdmin
    ? sql`true`
    : sql`exists (select from project_role r where r.project_id = o.id and r.principal_id = any(${acting}))`
  const { rows } = await sql<{ total: number; facts: ProjectFacts[] }>`
    select (select count(*) from project o where ${visible}) as total,
           (select coalesce(json_agg(json_build_object(
                     'projectId', o.id, 'name', o.name, 'roles', (
                       select coalesce(json_agg(json_build_object('value', r.role, 'from', ${from})), '[]')
                         from project_role r join ${named} on p.id = r.principal_id
                        where r.project_id = o.id and p.id = any(${acting})),
                     'environments', (
                       select coalesce(json_agg(json_build_object(
                                'name', e.name, 'level', e.default_user_access_level, 'given', (
                                  select coalesce(json_agg(json_build_object('value', a.access, 'from', ${from})), '[]')
                                    from environment_access a join ${named} on p.id = a.principal_id
                                   where a.environment_id = e.id and p.id = any(${acting}))) order by e.name), '[]')
                         from environment e where e.project_id = o.id)) order by lower(o.name), o.id), '[]')
              from (select * from project o where ${visible}
                     order by lower(name), id limit ${page.size} offset ${page.offset}) o) as facts`.execute(
    db,
  )
  return rows[0]!
}

/** Who was given a role in the project itself, by kind and name. */
export async function listMembers(db: Db, grant: Grant, page: PageRequest): Promise<Page<Member>> {
  const { rows } = await sql<{ total: number; results: Member[] }>`
    select (select count(*) from project_role where project_id = ${grant.projectId}) as total,
           (select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'role', m.role)
                            order by m.position), '[]') from (
              select p.id, p.kind, ${name} as name, r.role,
                     row_number() over (order by p.kind desc, lower(${name}), p.id) as position
                from project_role r join ${named} on p.id = r.principal_id
               where r.project_id = ${grant.projectId}
               order by position limit ${page.size} offset ${page.offset}) m) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findMember(db: Db, grant: Grant, id: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select p.id, p.kind, ${name} as name, r.role
      from project_role r join ${named} on p.id = r.principal_id
     where r.project_id = ${grant.projectId} and p.id = ${id}`.execute(db)
  return rows[0]
}

export async function putMember(
  db: Db,
  grant: Grant<'project:write'>,
  id: string,
  role: string,
): Promise<void> {
  await sql`
    insert into project_role (project_id, principal_id, role) values (${grant.projectId}, ${id}, ${role})
    on conflict (project_id, principal_id) do update set role = excluded.role`
    .execute(db)
    .catch(
      onForeignKeyViolation('project_role_principal_id_fkey', () =>
        notFound('User, group or credential', id),
      ),
    )
    .catch(onForeignKeyViolation('project_role_project_id_fkey', () => notFound('Project', grant.projectId)))
}

export async function deleteMember(db: Db, grant: Grant<'project:write'>, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from project_role where project_id = ${grant.projectId} and principal_id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Who was given access to the environment by name, by kind and name. */
export async function listEnvironmentMembers(
  db: Db,
  { environmentId }: EnvironmentGrant,
  page: PageRequest,
): Promise<Page<EnvironmentMember>> {
  const { rows } = await sql<{ total: number; results: EnvironmentMember[] }>`
    select (select count(*) from environment_access where environment_id = ${environmentId}) as total,
           (select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'access', m.access)
                            order by m.position), '[]') from (
              select p.id, p.kind, ${name} as name, a.access,
                     row_number() over (order by p.kind desc, lower(${name}), p.id) as position
                from environment_access a join ${named} on p.id = a.principal_id
               where a.environment_id = ${environmentId}
               order by position limit ${page.size} offset ${page.offset}) m) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findEnvironmentMember(
  db: Db,
  { environmentId }: EnvironmentGrant,
  id: string,
): Promise<EnvironmentMember | undefined> {
  const { rows } = await sql<EnvironmentMember>`
    select p.id, p.kind, ${name} as name, a.access
      from environment_access a join ${named} on p.id = a.principal_id
     where a.environment_id = ${environmentId} and p.id = ${id}`.execute(db)
  return rows[0]
}

export async function putEnvironmentMember(
  db: Db,
  { environmentId, environmentName }: EnvironmentGrant,
  id: string,
  access: string,
): Promise<void> {
  await sql`
    insert into environment_access (environment_id, principal_id, access) values (${environmentId}, ${id}, ${access})
    on conflict (environment_id, principal_id) do update set access = excluded.access`
    .execute(db)
    .catch(
      onForeignKeyViolation('environment_access_principal_id_fkey', () =>
        notFound('User, group or credential', id),
      ),
    )
    .catch(
      onForeignKeyViolation('environment_access_environment_id_fkey', () =>
        notFound('Environment', environmentName),
      ),
    )
}

export async function deleteEnvironmentMember(
  db: Db,
  { environmentId }: EnvironmentGrant,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from environment_access where environment_id = ${environmentId} and principal_id = ${id}`.execute(
    db,
  )
  return numAffectedRows === 1n
}
