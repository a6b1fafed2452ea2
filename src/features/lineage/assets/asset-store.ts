import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { orderOf } from '../../../http/sort.ts'
import { visibleEnvironments } from '../../permissions/access-sql.ts'
import type { Asset, AssetPipeline, AssetQuery, AssetUse, AssetWriteItem } from '../schema.ts'
import { isUsedWhereSeen, seesAllRuns } from '../visible-sql.ts'

const naming = sql`'assetId', a.id, 'namespace', a.namespace, 'name', a.name, 'kind', a.kind`
/** Of a row of `asset` with `sees_all_runs`. */
const assetJson = sql`jsonb_strip_nulls(jsonb_build_object(${naming}, 'firstSeenTime', ${instant('a.first_seen_at')},
  'columnNames', case when a.sees_all_runs then a.column_names end,
  'lastWrittenTime', case when a.sees_all_runs then ${instant('a.last_written_at')} end))`

/**
 * The assets that pipelines use in environments that are `seen`: when they ran, or in the version that is
 * published.
 */
function usedBy({ projectId, pipelineName }: Pick<AssetQuery, 'projectId' | 'pipelineName'>) {
  const seen = sql`environment_id in (select id from seen)`
  const inProject = projectId === undefined ? sql`` : sql` and project_id = ${projectId}::uuid`
  const ofPipeline = pipelineName === undefined ? sql`` : sql` and pipeline_name = ${pipelineName}`
  const ran = pipelineName === undefined ? sql`asset_use` : sql`asset_pipeline`
  const where = sql`${seen}${inProject}${ofPipeline}`
  return sql`id in (select asset_id from ${ran} where ${where} union select asset_id from version_asset where ${where})`
}

const likeText = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const ordersFor = (writtenAt: RawBuilder<unknown>) =>
  ({
    name: [sql`name`, sql`name desc`],
    lastWrittenTime: [sql`${writtenAt} nulls first`, sql`${writtenAt} desc nulls last`],
  }) as const

/** Assets that pipelines use in environments that the caller sees. */
export async function listAssets(
  db: Db,
  caller: Caller,
  { search, kind, lastWrittenBefore, sort, ...users }: Omit<AssetQuery, 'page' | 'size'>,
  page: PageRequest,
): Promise<Page<Asset>> {
  const { by, isReversed } = orderOf(sort, 'name')
  const seesRuns = seesAllRuns(caller, sql`asset.id`)
  const writtenAt = sql`case when ${seesRuns} then last_written_at end`
  const order = sql`${ordersFor(writtenAt)[by][isReversed ? 1 : 0]}, name, namespace, id`
  const where = sql.join(
    [
      usedBy(users),
      ...(search === undefined
        ? []
        : [sql`(name ilike ${likeText(search)} or namespace ilike ${likeText(search)})`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(lastWrittenBefore === undefined
        ? []
        : [sql`last_written_at < ${lastWrittenBefore}::timestamptz and ${seesRuns}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ total: number; results: Asset[] }>`
    with seen as materialized (${visibleEnvironments(caller)}),
         page as (select *, row_number() over (order by ${order}) as n from asset where ${where}
                   order by n limit ${page.size} offset ${page.offset}),
         shown as materialized (select *, ${seesAllRuns(caller, sql`page.id`)} as sees_all_runs from page)
    select (select count(*)::int from asset where ${where}) as total,
           (select coalesce(json_agg(${assetJson} order by n), '[]') from shown a) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The asset, when the caller sees an environment that uses it. */
export async function findVisibleAsset(db: Db, caller: Caller, id: string): Promise<Asset | undefined> {
  const { rows } = await sql<{ asset: Asset }>`
    with seen as materialized (${visibleEnvironments(caller)}),
         shown as materialized (
           select *, ${seesAllRuns(caller, sql`asset.id`)} as sees_all_runs from asset
            where id = ${id}::uuid and ${isUsedWhereSeen(caller, sql`asset.id`)})
    select ${assetJson} as asset from shown a`.execute(db)
  return rows[0]?.asset
}

/** Those of these assets that the caller sees. */
export async function findVisibleAssets(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<Pick<Asset, 'assetId' | 'namespace' | 'name'>[]> {
  const { rows } = await sql<Pick<Asset, 'assetId' | 'namespace' | 'name'>>`
    select a.id as "assetId", a.namespace, a.name from asset a where a.id = any(${[...ids]}::uuid[])
       and ${isUsedWhereSeen(caller, sql`a.id`)}`.execute(db)
  return rows
}

const MAX_USES = 100

/**
 * The environments that use an asset: what runs there did, and what the version will do that is published
 * there.
 */
export async function listUses(db: Db, caller: Caller, id: string): Promise<AssetUse[]> {
  const { rows } = await sql<{ use: AssetUse }>`
    with used as (
      select environment_id, reads, writes, last_at from asset_use where asset_id = ${id}::uuid
      union all
      select environment_id, reads, writes, null from version_asset where asset_id = ${id}::uuid)
    select jsonb_strip_nulls(jsonb_build_object('projectId', p.id, 'projectName', p.name, 'environmentName', e.name,
             'reads', u.reads, 'writes', u.writes, 'lastUsedTime', ${instant('u.last_at')})) as use
      from (select environment_id, bool_or(reads) as reads, bool_or(writes) as writes, max(last_at) as last_at from used
             where environment_id in (${visibleEnvironments(caller)}) group by environment_id) u
      join environment e on e.id = u.environment_id join project p on p.id = e.project_id
     order by p.name, e.name, e.id limit ${MAX_USES}`.execute(db)
  return rows.map(({ use }) => use)
}

const writeJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'projectId', w.project_id, 'environmentName', w.environment_name, 'executionId', w.execution_id,
  'rootExecutionId', w.root_execution_id, 'pipelineName', w.pipeline_name, 'componentName', w.component_name,
  'rowCount', w.row_count, 'writtenTime', ${instant('w.written_at')}))`

/** The environments that the caller sees and that use the asset. */
const seenUsers = (caller: Caller, id: string): RawBuilder<unknown> => sql`
  select environment_id from asset_use
   where asset_id = ${id}::uuid and environment_id in (${visibleEnvironments(caller)})`

/** The newest of each environment first: those of environments that the caller does not see cost nothing. */
const newestWrites = (
  caller: Caller,
  id: string,
  { size, offset }: Pick<PageRequest, 'size' | 'offset'>,
) => sql`
  select w.* from (${seenUsers(caller, id)}) s
   cross join lateral (
     select * from asset_write where asset_id = ${id}::uuid and environment_id = s.environment_id
      order by written_at desc, seq desc limit ${size + offset}) w
   order by w.written_at desc, w.seq desc limit ${size} offset ${offset}`

/** Writes of the asset in environments that the caller sees, newest first. */
export async function listWrites(
  db: Db,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<AssetWriteItem>> {
  const { rows } = await sql<{ total: number; results: AssetWriteItem[] }>`
    select (select count(*)::int from asset_write
             where asset_id = ${id}::uuid and environment_id in (${seenUsers(caller, id)})) as total,
           (select coalesce(json_agg(${writeJson} order by w.written_at desc, w.seq desc), '[]')
              from (${newestWrites(caller, id, page)}) w) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The newest of them. */
export async function findLastWrite(db: Db, caller: Caller, id: string): Promise<AssetWriteItem | undefined> {
  const { rows } = await sql<{ write: AssetWriteItem }>`
    select ${writeJson} as write from (${newestWrites(caller, id, { size: 1, offset: 0 })}) w`.execute(db)
  return rows[0]?.write
}

/**
 * The pipelines that read and write the asset in environments that the caller sees: those that did when they
 * ran, and those of the version that is published there.
 */
export async function listPipelines(
  db: Db,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<AssetPipeline>> {
  const where = sql`asset_id = ${id}::uuid and environment_id in (${visibleEnvironments(caller)})`
  const used = sql`
    select environment_id, pipeline_name, bool_or(reads) as reads, bool_or(writes) as writes, bool_or(planned) as planned,
           (array_agg(last_execution_id) filter (where not planned))[1] as last_execution_id, max(last_at) as last_at
      from (select environment_id, pipeline_name, reads, writes, false as planned, last_execution_id, last_at
              from asset_pipeline where ${where}
            union all
            select environment_id, pipeline_name, reads, writes, true, null, null from version_asset where ${where}) u
     group by environment_id, pipeline_name`
  const { rows } = await sql<{ total: number; results: AssetPipeline[] }>`
    select (select count(*)::int from (${used}) u) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'projectId', u.project_id, 'projectName', u.project_name, 'environmentName', u.environment_name,
                     'pipelineName', u.pipeline_name, 'reads', u.reads, 'writes', u.writes,
                     'knownFrom', ${knownFrom('u.planned', 'u.last_at is not null')},
                     'lastExecutionId', u.last_execution_id, 'lastTime', ${instant('u.last_at')}))
                     order by u.project_name, u.pipeline_name, u.environment_name, u.environment_id), '[]')
              from (select o.*, p.id as project_id, p.name as project_name, e.name as environment_name
                      from (${used}) o join environment e on e.id = o.environment_id
                      join project p on p.id = e.project_id
                     order by p.name, o.pipeline_name, e.name, e.id
                     limit ${page.size} offset ${page.offset}) u) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** `KnownFrom` as JSON. */
const knownFrom = (planned: string, ran: string) => sql`
  to_jsonb(array_remove(array[case when ${sql.raw(planned)} then 'VERSION' end, case when ${sql.raw(ran)} then 'RUN' end], null))`
