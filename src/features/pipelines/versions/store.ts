import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'
import { MAX_COMPARED_VERSIONS, type PipelineVersion } from './schema.ts'

/** The file of a pipeline: of any ending, unless `path` is that of one. */
export interface WantedFile {
  readonly name: string
  readonly path: string | undefined
}

/**
 * The versions of an environment that changed a pipeline, newest first: each is compared with the one that
 * was published before it. The oldest of those that are looked at has none, and is left out unless it is the
 * first of all.
 */
export async function listVersions(
  db: Db,
  { environmentId }: EnvironmentGrant<'artifacts:read'>,
  { name, path }: WantedFile,
  page: PageRequest,
): Promise<Page<PipelineVersion>> {
  const { rows } = await sql<{ total: number; results: PipelineVersion[] }>`
    with looked_at as (
      select * from artifact where environment_id = ${environmentId}
       order by published_at desc, id desc limit ${MAX_COMPARED_VERSIONS + 1}),
    states as (
      select a.*, f.state, lag(f.state) over w as earlier, row_number() over w as nth
        from looked_at a
        left join lateral (select path || ' ' || md5(content) as state from artifact_file
                            where bundle_id = a.bundle_id and pipeline_name = ${name}
                              and (${path ?? null}::text is null or path = ${path ?? null})
                            order by path limit 1) f on true
      window w as (order by a.published_at, a.id)),
    changing as (
      select *, case when earlier is null then 'ADDED' when state is null then 'REMOVED' else 'MODIFIED' end as change
        from states
       where state is distinct from earlier
         and (nth > 1 or (select count(*) from looked_at) <= ${MAX_COMPARED_VERSIONS}))
    select (select count(*) from changing) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'versionName', version_name, 'commitHash', commit_hash, 'branch', branch,
                     'publishedTime', ${instant('published_at')}, 'publishedBy', published_by, 'enabled', enabled,
                     'change', change)) order by published_at desc, id desc), '[]')
              from (select * from changing order by published_at desc, id desc
                     limit ${page.size} offset ${page.offset}) one) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}
