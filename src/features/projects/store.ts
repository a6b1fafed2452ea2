import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { literals } from '../../db/literals.ts'
import type { AccountPermission, Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId, type ProjectId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import { liveStates } from '../executions/states.ts'
import { actingAs } from '../permissions/access-sql.ts'
import type { Grant } from './grant.ts'
import type { ProjectRole } from './rules.ts'
import type { NewProject, Project, ProjectPatch, WarehouseKind } from './schema.ts'

/**
 * The strongest role of the caller and its groups in a project, or undefined when there is no such project or
 * the caller may not see it. `projectId` is given in any case, and answered in lower case.
 */
export async function roleIn(
  db: Db,
  caller: Caller,
  projectId: string,
): Promise<{ projectId: ProjectId; role: ProjectRole; warehouse: string } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId; warehouse: string; role: ProjectRole | null }>`
    select p.id as "projectId", p.warehouse,
           (select r.role from project_role r
             where r.project_id = p.id and r.principal_id = any(${actingAs(caller.principalId)})
             order by array_position(array['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'], r.role) limit 1) as role
      from project p where p.id = ${projectId}`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const role = caller.accountRole === 'SUPER_ADMIN' ? 'ADMIN' : row.role
  return role === null ? undefined : { ...row, role }
}

/**
 * Whether the caller has a role in at least one project (decisions.md §2: the least suffices to read
 * runners).
 */
export async function hasAnyProject(db: Db, caller: Caller): Promise<boolean> {
  const { rows } = await sql`
    select from project_role where principal_id = any(${actingAs(caller.principalId)}) limit 1`.execute(db)
  return rows.length > 0
}

/** What the caller and its groups were granted besides their account roles; everything for a SUPER_ADMIN. */
export async function accountPermissionsOf(db: Db, caller: Caller): Promise<AccountPermission[]> {
  if (caller.accountRole === 'SUPER_ADMIN') return ['PROJECT_CREATOR']
  const { rows } = await sql<{ permission: AccountPermission }>`
    select distinct unnest(account_permissions) as permission from principal
     where id = any(${actingAs(caller.principalId)})`.execute(db)
  return rows.map(({ permission }) => permission)
}

/** The projects the caller may see, by name; with `name`, the one that has it. */
export async function listProjects(
  db: Db,
  caller: Caller,
  page: PageRequest,
  name?: string,
): Promise<Page<Project>> {
  const all = caller.accountRole === 'SUPER_ADMIN'
  const named = name === undefined ? sql`true` : sql`lower(p.name) = lower(${name})`
  const visible = all
    ? sql`true`
    : sql`exists (select from project_role r
                   where r.project_id = p.id and r.principal_id = any(${actingAs(caller.principalId)}))`
  const { rows } = await sql<{ total: number; results: Project[] }>`
    select (select count(*) from project p where ${visible} and ${named}) as total,
           (select coalesce(json_agg(row), '[]') from (
              select id, name, description, warehouse, agent_deployment_type as "agentDeploymentType",
                     review_before_merging as "reviewBeforeMerging"
                from project p where ${visible} and ${named}
               order by lower(name), id limit ${page.size} offset ${page.offset}) as row) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findProject(
  db: Db,
  { projectId }: Grant<'project:read'>,
): Promise<Project | undefined> {
  return projectOf(await selectProject(db, projectId).executeTakeFirst())
}

/** The project as it is now, which nobody else changes before the transaction ends. */
export async function lockProject(
  tx: Db,
  { projectId }: Pick<Grant, 'projectId'>,
): Promise<Project | undefined> {
  return projectOf(await selectProject(tx, projectId).forUpdate().executeTakeFirst())
}

const selectProject = (db: Db, id: string) => db.selectFrom('project').selectAll().where('id', '=', id)

const projectOf = (row: Awaited<ReturnType<ReturnType<typeof selectProject>['executeTakeFirst']>>) =>
  row && {
    id: row.id,
    name: row.name,
    description: row.description,
    warehouse: row.warehouse as WarehouseKind,
    agentDeploymentType: row.agent_deployment_type as Project['agentDeploymentType'],
    reviewBeforeMerging: row.review_before_merging as Project['reviewBeforeMerging'],
  }

/** Adds a project; its creator administers it. */
export async function insertProject(db: Db, caller: Caller, project: NewProject): Promise<ProjectId> {
  const id = newId<ProjectId>()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('project')
      .values({
        id,
        name: project.name,
        description: project.description ?? '',
        warehouse: project.warehouse ?? 'DUCKDB',
        agent_deployment_type: project.agentDeploymentType ?? 'HYBRID',
        review_before_merging: project.reviewBeforeMerging ?? 'OFF',
      })
      .execute()
      .catch(onUniqueViolation('project_name', () => nameTaken(project.name)))
    await tx
      .insertInto('project_role')
      .values({ project_id: id, principal_id: caller.principalId, role: 'ADMIN' })
      .execute()
  })
  return id
}

export async function updateProject(
  db: Db,
  grant: Grant<'project:write'>,
  patch: ProjectPatch,
): Promise<void> {
  const { name, description, reviewBeforeMerging } = patch
  if (name === undefined && description === undefined && reviewBeforeMerging === undefined) return
  await db
    .updateTable('project')
    .set((eb) => ({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(reviewBeforeMerging !== undefined && { review_before_merging: reviewBeforeMerging }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', grant.projectId)
    .execute()
    .catch(onUniqueViolation('project_name', () => nameTaken(name!)))
}

/** Deletes the project with all that is in it, unless an execution of it is live: then false. */
export async function deleteProject(db: Db, { projectId }: Grant<'project:delete'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from project
     where id = ${projectId}
       and not exists (select from execution
                        where project_id = ${projectId} and parent_id is null
                          and status in ${literals(liveStates)})`.execute(db)
  return numAffectedRows === 1n
}

const nameTaken = (name: string) => conflict(`There is already a project named ${name}`)
