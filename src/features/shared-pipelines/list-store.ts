import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { ListGrant, OwnedGrant } from '../ownership/access.ts'
import { isGrantedTo, seesOwned } from '../ownership/access-sql.ts'
import type { ListedSharedPipeline, SharedArtifact, SharedPipelineDetails } from './schema.ts'

const shown = ({ caller, usableIn }: ListGrant<'shared_set'>) =>
  usableIn === undefined
    ? seesOwned('shared_set', 's.id', caller)
    : isGrantedTo('shared_set', 's.id', usableIn)

const isSet = (prefix: string | undefined) =>
  prefix === undefined ? sql<boolean>`true` : sql<boolean>`lower(s.prefix) = lower(${prefix})`

const pipelineJson = sql`jsonb_build_object(
  'sharedPipelineId', p.shared_pipeline_id, 'description', p.description, 'sourcePipeline', p.pipeline_name,
  'pipelineType', p.pipeline_type) || case when p.display_name is null then '{}'
  else jsonb_build_object('displayName', p.display_name) end`

const versionJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'sharedPipelineIdPrefix', s.prefix, 'versionName', v.version_name, 'enabled', v.enabled, 'branch', v.branch,
  'commitHash', v.commit_hash, 'provider', v.provider, 'artifactId', v.id, 'publishedBy', v.published_by,
  'projectId', s.project_id, 'createdAt', ${instant('v.published_at')},
  'pipelineCount', (select count(*) from shared_pipeline p where p.shared_version_id = v.id)))`

/** The newest version of each set that is enabled. */
const newestOfSets = sql`shared_set s cross join lateral (
  select * from shared_version where shared_set_id = s.id and enabled
   order by published_at desc, id desc limit 1) v`

/** What the newest versions of the sets that the caller sees share, by set and id. */
export async function listSharedPipelines(
  db: Db,
  grant: ListGrant<'shared_set'>,
  { prefix, search }: { readonly prefix: string | undefined; readonly search: string | undefined },
  page: PageRequest,
): Promise<Page<ListedSharedPipeline>> {
  const found =
    search === undefined || search === ''
      ? sql`true`
      : sql`strpos(lower(concat_ws(' ', s.prefix || '#' || p.shared_pipeline_id, p.display_name, p.description)),
                   lower(${search})) > 0`
  const from = sql`${newestOfSets} join shared_pipeline p on p.shared_version_id = v.id
    where ${shown(grant)} and ${isSet(prefix)} and ${found}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ one: ListedSharedPipeline }>`
      select ${pipelineJson} || jsonb_strip_nulls(jsonb_build_object(
               'sharedPipelineIdPrefix', s.prefix, 'versionName', v.version_name, 'projectId', s.project_id,
               'publishedTime', ${instant('v.published_at')})) as one
        from ${from} order by lower(s.prefix), p.shared_pipeline_id
       limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${from}`.execute(db),
  ])
  return {
    page: page.page,
    results: rows.map(({ one }) => one),
    size: page.size,
    total: counted.rows[0]!.total,
  }
}

/** Versions of the sets that the caller sees, newest first. */
export async function listVersions(
  db: Db,
  grant: ListGrant<'shared_set'>,
  { prefix, enabledOnly }: { readonly prefix: string | undefined; readonly enabledOnly: boolean },
  page: PageRequest,
): Promise<Page<SharedArtifact>> {
  const enabled = enabledOnly ? sql`v.enabled` : sql`true`
  const from = sql`shared_version v join shared_set s on s.id = v.shared_set_id
    where ${shown(grant)} and ${isSet(prefix)} and ${enabled}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ one: SharedArtifact }>`
      select ${versionJson} as one from ${from} order by v.published_at desc, v.id desc
       limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${from}`.execute(db),
  ])
  return {
    page: page.page,
    results: rows.map(({ one }) => one),
    size: page.size,
    total: counted.rows[0]!.total,
  }
}

/** The version with this name, the newest that is enabled without one; undefined when there is none. */
export async function findVersion(
  db: Db,
  { id }: OwnedGrant<'shared_set'>,
  versionName: string | undefined,
  how: 'read' | 'lock' = 'read',
): Promise<SharedArtifact | undefined> {
  const wanted = versionName === undefined ? sql`v.enabled` : sql`v.version_name = ${versionName}`
  const { rows } = await sql<{ one: SharedArtifact }>`
    select ${versionJson} as one from shared_version v join shared_set s on s.id = v.shared_set_id
     where v.shared_set_id = ${id} and ${wanted}
     order by v.published_at desc, v.id desc limit 1
     ${how === 'lock' ? sql`for no key update of v` : sql``}`.execute(db)
  return rows[0]?.one
}

/** What a version shares, by id. */
export async function readShared(db: Db, versionId: string): Promise<SharedPipelineDetails[]> {
  const { rows } = await sql<{ one: SharedPipelineDetails }>`
    select ${pipelineJson} || jsonb_build_object('parameters', p.parameters) as one
      from shared_pipeline p where p.shared_version_id = ${versionId} order by p.shared_pipeline_id`.execute(
    db,
  )
  return rows.map(({ one }) => one)
}

export async function enableVersion(tx: Db, versionId: string, enabled: boolean): Promise<void> {
  await tx.updateTable('shared_version').set({ enabled }).where('id', '=', versionId).execute()
}
