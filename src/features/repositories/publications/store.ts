import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { AccountRole, Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { ClientId, ProjectId } from '../../../lib/ids.ts'
import { visibleEnvironment } from '../../permissions/access-sql.ts'
import type { EnvironmentGrant, Grant } from '../../projects/access.ts'
import type { Publication } from '../schema.ts'

export interface PublicationRow {
  readonly projectId: ProjectId
  readonly environmentId: string
  readonly environmentName: string
  readonly branch: string
  readonly lastCommit: string | undefined
  readonly lastResult: string | undefined
  /** The user or credential that requested it; undefined when it has been deleted since. */
  readonly principalId: string | undefined
  /** The credential that requested it; undefined for users. */
  readonly credential: Caller | undefined
  /** Whether that credential has expired. */
  readonly hasExpired: boolean
}

const publicationJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'environmentName', e.name, 'branch', p.branch, 'lastCommit', p.last_commit, 'lastResult', p.last_result))`

export async function findPublication(
  db: Db,
  { projectId, environmentId }: EnvironmentGrant<'artifacts:read'>,
): Promise<Publication | undefined> {
  const { rows } = await sql<{ publication: Publication }>`
    select ${publicationJson} as publication
      from repository_publication p join environment e on e.id = p.environment_id
     where p.project_id = ${projectId} and p.environment_id = ${environmentId}`.execute(db)
  return rows[0]?.publication
}

export async function listPublications(
  db: Db,
  grant: Grant<'artifacts:read'>,
  page: PageRequest,
): Promise<Page<Publication>> {
  const visible = sql`p.project_id = ${grant.projectId} and ${visibleEnvironment(grant)}`
  const { rows } = await sql<{ total: number; results: Publication[] }>`
    select (select count(*) from repository_publication p join environment e on e.id = p.environment_id
             where ${visible}) as total,
           (select coalesce(json_agg(row order by row->>'environmentName'), '[]') from (
              select ${publicationJson} as row
                from repository_publication p join environment e on e.id = p.environment_id
               where ${visible}
               order by e.name limit ${page.size} offset ${page.offset}) as rows) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The branches that are published automatically in any environment, which need not exist. */
export async function readPublishedBranches(
  db: Db,
  { projectId }: Grant<'repository:read'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('repository_publication')
    .select('branch')
    .distinct()
    .where('project_id', '=', projectId)
    .orderBy('branch')
    .execute()
  return rows.map(({ branch }) => branch)
}

/** One rule per environment: a second one replaces the branch and starts over. */
export async function upsertPublication(
  db: Db,
  grant: EnvironmentGrant<'artifacts:publish'>,
  branch: string,
): Promise<void> {
  await sql`
    insert into repository_publication (project_id, environment_id, branch, principal_id, checked_at)
    values (${grant.projectId}, ${grant.environmentId}, ${branch}, ${grant.caller.principalId}, '-infinity')
    on conflict (project_id, environment_id) do update
      set branch = excluded.branch, principal_id = excluded.principal_id, last_commit = null, last_result = null,
          checked_at = '-infinity'`.execute(db)
}

export async function deletePublication(
  db: Db,
  grant: EnvironmentGrant<'artifacts:publish'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('repository_publication')
    .where('project_id', '=', grant.projectId)
    .where('environment_id', '=', grant.environmentId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The automatic publications of a project, with the principal that requested each. */
export async function findPublications(db: Db, projectId: string): Promise<PublicationRow[]> {
  const { rows } = await sql<{
    environmentId: string
    environmentName: string
    branch: string
    lastCommit: string | null
    lastResult: string | null
    principalId: string | null
    accountRole: AccountRole
    clientId: ClientId | null
    name: string
    hasExpired: boolean
  }>`
    select p.environment_id as "environmentId", e.name as "environmentName", p.branch,
           p.last_commit as "lastCommit", p.last_result as "lastResult", p.principal_id as "principalId",
           r.account_role as "accountRole", c.client_id as "clientId", c.name,
           coalesce(c.expires_at <= now(), false) as "hasExpired"
      from repository_publication p
      join environment e on e.id = p.environment_id
      left join principal r on r.id = p.principal_id
      left join api_credential c on c.principal_id = p.principal_id
     where p.project_id = ${projectId}`.execute(db)
  return rows.map(({ principalId, accountRole, clientId, name, lastCommit, lastResult, ...row }) => ({
    ...row,
    projectId: projectId as ProjectId,
    lastCommit: lastCommit ?? undefined,
    lastResult: lastResult ?? undefined,
    principalId: principalId ?? undefined,
    credential:
      principalId === null || clientId === null
        ? undefined
        : { kind: 'CREDENTIAL', principalId, clientId, name, accountRole },
  }))
}

export async function noteResult(
  db: Db,
  { projectId, environmentId, branch }: PublicationRow,
  commit: string | undefined,
  text: string | undefined,
): Promise<void> {
  await db
    .updateTable('repository_publication')
    .set({
      checked_at: sql`now()`,
      ...(commit !== undefined && { last_commit: commit }),
      ...(text !== undefined && { last_result: text }),
    })
    .where('project_id', '=', projectId)
    .where('environment_id', '=', environmentId)
    .where('branch', '=', branch)
    .execute()
}

/** Some branch was not checked for this time. */
export const checkIsDue = (afterSeconds: number) =>
  dueWhen(sql`exists (select from repository_publication
                       where checked_at < now() - make_interval(secs => ${sql.lit(afterSeconds)}))`)

/**
 * Projects to check; the process that takes them checks them, others skip them meanwhile.
 */
export async function takeDueProjects(db: Db, afterSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update repository_publication set checked_at = now()
     where (project_id, environment_id) in (
       select p.project_id, p.environment_id from repository_publication p
        where p.checked_at < now() - make_interval(secs => ${afterSeconds})
          and not exists (select from repository_migration m
                           where m.project_id = p.project_id and m.status = 'IN_PROGRESS')
        order by p.checked_at limit 20 for update of p skip locked)
    returning project_id as id`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}
