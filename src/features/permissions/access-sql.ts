import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest } from '../../lib/problem.ts'
import { repeated } from '../../lib/repeated.ts'
import type { NewApiCredential } from '../credentials/schema.ts'

/**
 * The principals whose roles count when `principalId` asks: its own and its groups', however deep. For
 * `principal_id = any(…)`. The `select` around the call makes it an uncorrelated subquery: PostgreSQL walks
 * the groups once per statement, where a bare call could be evaluated for every row. The cast makes `any`
 * take it as an array.
 */
export const actingAs = (principalId: string): RawBuilder<string[]> =>
  sql`(select acting_as(${principalId}::uuid))::uuid[]`

/**
 * What was given to a principal or its groups in the environment of a row; null when nothing was. The
 * function gets the principal separately, because access given to it directly takes precedence over that of
 * its groups.
 */
export const givenAccess = (environmentColumn: string, principalId: string): RawBuilder<string | null> =>
  sql`given_access(${sql.ref(environmentColumn)}, ${actingAs(principalId)}, ${principalId}::uuid)`

/**
 * Whether the caller may see the environment of the row `e`; for callers that do not administer its project.
 * What an environment that was deleted had in it is seen by administrators only: nobody can tell any more who
 * else might.
 */
export const seesEnvironment = (principalId: string): RawBuilder<boolean> =>
  sql`coalesce(${givenAccess('e.id', principalId)} <> 'NO_ACCESS', e.default_user_access_level <> 'noAccess')`

/** What a grant says of a caller in a project. */
interface CallerInProject {
  readonly projectId: string
  readonly role: string
  readonly caller: Caller
}

/** Whether the caller may see the environment of the row `e`, which is one of the project. */
export const visibleEnvironment = ({ role, caller }: CallerInProject): RawBuilder<boolean> =>
  role === 'ADMIN' ? sql`true` : seesEnvironment(caller.principalId)

/** Whether a column holds the id of an environment of the project that the caller may see. */
export const inVisibleEnvironment = (
  column: string,
  { role, caller, projectId }: CallerInProject,
): RawBuilder<boolean> =>
  role === 'ADMIN'
    ? sql`true`
    : sql`${sql.ref(column)} in (select e.id from environment e
           where e.project_id = ${projectId} and ${seesEnvironment(caller.principalId)})`

/** Whether the caller may see the environment of the row `e`, whichever project it is in. */
export const seesEnvironmentAnywhere = ({ accountRole, principalId }: Caller): RawBuilder<boolean> =>
  sql`(${accountRole === 'SUPER_ADMIN'}::boolean or exists (
    select from project_role r where r.project_id = e.project_id and r.principal_id = any(${actingAs(principalId)})
       and (r.role = 'ADMIN' or ${seesEnvironment(principalId)})))`

/** The ids of the environments that a caller sees, in all projects, as a query. */
export const visibleEnvironments = ({ accountRole, principalId }: Caller): RawBuilder<unknown> =>
  accountRole === 'SUPER_ADMIN'
    ? sql`select e.id from environment e`
    : sql`
  select e.id from environment e
    join (select project_id, bool_or(role = 'ADMIN') as administers from project_role
           where principal_id = any(${actingAs(principalId)}) group by project_id) r on r.project_id = e.project_id
   where r.administers or ${seesEnvironment(principalId)}`

/** `seesEnvironment` for running pipelines in it, with the strongest `role` in its project. */
export const runsInEnvironment = (principalId: string, role: string): RawBuilder<boolean> =>
  sql`coalesce(${givenAccess('e.id', principalId)} in ('RUNNER', 'ADMIN'),
               ${role !== 'READ_ONLY'}::boolean and e.default_user_access_level in ('runner', 'admin'))`

type Grants = Pick<NewApiCredential, 'projectRoles' | 'environmentAccess'>

/**
 * Gives a principal that has none its roles in projects and its access to environments. Throws 400 naming
 * those that do not exist, and those that are named more than once: which grant was meant cannot be known.
 */
export async function insertGrants(
  tx: Db,
  principalId: string,
  { projectRoles = [], environmentAccess = [] }: Grants,
): Promise<void> {
  const faults = [
    ...repeated(projectRoles, ({ projectId }) => projectId).map(
      ({ projectId }) => `body/projectRoles names the project ${projectId} more than once`,
    ),
    ...repeated(environmentAccess, (one) => `${one.projectId} ${one.environmentName}`).map(
      ({ environmentName }) =>
        `body/environmentAccess names the environment ${environmentName} more than once`,
    ),
    ...(await insertProjectRoles(tx, principalId, projectRoles)),
    ...(await insertEnvironmentAccess(tx, principalId, environmentAccess)),
  ]
  if (faults.length > 0) throw badRequest(faults)
}

async function insertProjectRoles(
  tx: Db,
  principalId: string,
  roles: NonNullable<Grants['projectRoles']>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into project_role (project_id, principal_id, role)
    select distinct on (p.id) p.id, ${principalId}, w.role
      from unnest(${roles.map((r) => r.projectId)}::uuid[], ${roles.map((r) => r.role)}::text[]) as w (id, role)
      join project p on p.id = w.id
    returning project_id as id`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  return roles.flatMap(({ projectId }, i) =>
    found.has(projectId) ? [] : [`body/projectRoles/${i}/projectId: project ${projectId} does not exist`],
  )
}

async function insertEnvironmentAccess(
  tx: Db,
  principalId: string,
  access: NonNullable<Grants['environmentAccess']>,
): Promise<string[]> {
  const column = <K extends keyof (typeof access)[number]>(key: K) => access.map((entry) => entry[key])
  const { rows } = await sql<{ position: number }>`
    with wanted as (
      select w.position, e.id, w.access
        from unnest(${column('projectId')}::uuid[], ${column('environmentName')}::text[], ${column('access')}::text[])
             with ordinality as w (project_id, name, access, position)
        join environment e on e.project_id = w.project_id and e.name = w.name),
    added as (
      insert into environment_access (environment_id, principal_id, access)
      select distinct on (id) id, ${principalId}, access from wanted)
    select position - 1 as position from wanted`.execute(tx)
  const found = new Set(rows.map(({ position }) => position))
  return access.flatMap(({ environmentName }, i) =>
    found.has(i)
      ? []
      : [`body/environmentAccess/${i}: environment ${environmentName} does not exist in that project`],
  )
}
