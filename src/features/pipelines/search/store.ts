import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { actingAs, seesEnvironment } from '../../permissions/access-sql.ts'
import type { PipelineMatch } from './schema.ts'

/** The projects `v` that the caller may see, and whether it administers them. */
const visibleProjects = ({ accountRole, principalId }: Caller) =>
  accountRole === 'SUPER_ADMIN'
    ? sql`select id, name, true as administers from project`
    : sql`select p.id, p.name, r.administers from project p
            join (select project_id, bool_or(role = 'ADMIN') as administers from project_role
                   where principal_id = any(${actingAs(principalId)}) group by project_id) r on r.project_id = p.id`

/**
 * Pipelines with `part` in their name, then those of projects with it in theirs, by name. They are read where
 * their page looks first: on the default branch, or in the environment that the newest visible version was
 * published to.
 */
export async function searchPipelines(
  db: Db,
  caller: Caller,
  part: string,
  page: PageRequest,
): Promise<Page<PipelineMatch>> {
  const has = (text: RawBuilder<unknown>) => sql`position(lower(${part}) in lower(${text})) > 0`
  const { rows } = await sql<{ total: number; results: PipelineMatch[] }>`
    with visible as materialized (
      select id, name, administers, ${has(sql`name`)} as named from (${visibleProjects(caller)}) p),
    found as materialized (
      select v.id, v.name as project, f.name, f.path, i.branch, null as environment
        from visible v join pipeline_index i on i.project_id = v.id join indexed_pipeline f on f.project_id = v.id
       where v.named or ${has(sql`f.name`)}
      union all
      select v.id, v.name, f.pipeline_name, f.path, null, newest.environment
        from visible v
       cross join lateral (
         select e.name as environment, a.bundle_id from artifact a join environment e on e.id = a.environment_id
          where a.project_id = v.id and a.enabled and (v.administers or ${seesEnvironment(caller.principalId)})
          order by a.published_at desc, a.id desc limit 1) newest
        join artifact_file f on f.bundle_id = newest.bundle_id and f.pipeline_name is not null
       where not exists (select from pipeline_index i where i.project_id = v.id and i.branch is not null)
         and (v.named or ${has(sql`f.pipeline_name`)}))
    select (select count(*) from found) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'projectId', id, 'projectName', project, 'name', name, 'path', path, 'branch', branch,
                     'environmentName', environment)) order by nth), '[]')
              from (select *, row_number() over (order by not ${has(sql`name`)}, lower(name), lower(project), id, path) as nth
                      from found order by nth limit ${page.size} offset ${page.offset}) shown) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}
