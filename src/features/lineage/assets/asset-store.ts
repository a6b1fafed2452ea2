import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { Asset, AssetEdge, AssetQuery, AssetUse, AssetWriteItem } from '../schema.ts'
import { visibleEnvironments } from '../visible-sql.ts'

const naming = sql`'assetId', a.id, 'namespace', a.namespace, 'name', a.name, 'kind', a.kind`
const assetJson = sql`jsonb_strip_nulls(jsonb_build_object(${naming}, 'columnNames', a.column_names,
  'firstSeenTime', ${instant('a.first_seen_at')}, 'lastWrittenTime', ${instant('a.last_written_at')}))`

const usedBy = (caller: Caller, projectId: string | undefined): RawBuilder<unknown> => sql`
  id in (select asset_id from asset_use where environment_id in (${visibleEnvironments(caller)})
          ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}::uuid`})`

const likeText = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Assets that pipelines use in environments that the caller sees, by name. */
export async function listAssets(
  db: Db,
  caller: Caller,
  { search, kind, projectId }: Omit<AssetQuery, 'page' | 'size'>,
  page: PageRequest,
): Promise<Page<Asset>> {
  const where = sql.join(
    [
      usedBy(caller, projectId),
      ...(search === undefined
        ? []
        : [sql`(name ilike ${likeText(search)} or namespace ilike ${likeText(search)})`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ total: number; results: Asset[] }>`
    select (select count(*)::int from asset where ${where}) as total,
           (select coalesce(json_agg(${assetJson} order by a.name, a.namespace, a.id), '[]')
              from (select * from asset where ${where} order by name, namespace, id
                     limit ${page.size} offset ${page.offset}) a) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The asset, when the caller sees an environment that uses it. */
export async function findVisibleAsset(db: Db, caller: Caller, id: string): Promise<Asset | undefined> {
  const { rows } = await sql<{ asset: Asset }>`
    select ${assetJson} as asset from asset a where a.id = ${id}::uuid
       and exists (select from asset_use u where u.asset_id = a.id and u.environment_id in (${visibleEnvironments(caller)}))`.execute(
    db,
  )
  return rows[0]?.asset
}

const MAX_USES = 100

export async function listUses(db: Db, caller: Caller, id: string): Promise<AssetUse[]> {
  const { rows } = await sql<AssetUse>`
    select u.project_id as "projectId", p.name as "projectName", e.name as "environmentName", u.reads, u.writes,
           ${instant('u.last_at')} as "lastUsedTime"
      from asset_use u join environment e on e.id = u.environment_id join project p on p.id = u.project_id
     where u.asset_id = ${id}::uuid and u.environment_id in (${visibleEnvironments(caller)})
     order by p.name, e.name, e.id limit ${MAX_USES}`.execute(db)
  return rows
}

const writeJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'projectId', w.project_id, 'environmentName', w.environment_name, 'executionId', w.execution_id,
  'rootExecutionId', w.root_execution_id, 'pipelineName', w.pipeline_name, 'componentName', w.component_name,
  'rowCount', w.row_count, 'writtenTime', ${instant('w.written_at')}))`

/** Writes of the asset in environments that the caller sees, newest first. */
export async function listWrites(
  db: Db,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<AssetWriteItem>> {
  const where = sql`asset_id = ${id}::uuid and environment_id in (${visibleEnvironments(caller)})`
  const { rows } = await sql<{ total: number; results: AssetWriteItem[] }>`
    select (select count(*)::int from asset_write where ${where}) as total,
           (select coalesce(json_agg(${writeJson} order by w.written_at desc, w.seq desc), '[]')
              from (select * from asset_write where ${where} order by written_at desc, seq desc
                     limit ${page.size} offset ${page.offset}) w) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export type Direction = 'upstream' | 'downstream'

const MAX_EDGES = 2_000

/** Edges that begin, or end, at one of these assets, in environments that the caller sees. */
export async function listEdges(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  direction: Direction,
): Promise<AssetEdge[]> {
  const near = direction === 'upstream' ? sql`g.to_id` : sql`g.from_id`
  const { rows } = await sql<AssetEdge>`
    select g.from_id as "fromAssetId", g.to_id as "toAssetId", g.project_id as "projectId", e.name as "environmentName",
           g.pipeline_name as "pipelineName", g.component_name as "componentName", g.columns,
           g.last_execution_id as "lastExecutionId", ${instant('g.last_at')} as "lastTime"
      from asset_edge g join environment e on e.id = g.environment_id
     where ${near} = any(${ids}::uuid[]) and g.environment_id in (${visibleEnvironments(caller)})
     order by g.from_id, g.to_id, g.environment_id, g.pipeline_name, g.component_name limit ${MAX_EDGES}`.execute(
    db,
  )
  return rows
}

export type NamedAsset = Pick<Asset, 'assetId' | 'namespace' | 'name' | 'kind' | 'lastWrittenTime'>

export async function readAssets(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedAsset>> {
  const { rows } = await sql<{ asset: NamedAsset }>`
    select jsonb_strip_nulls(jsonb_build_object(${naming}, 'lastWrittenTime', ${instant('a.last_written_at')})) as asset
      from asset a where a.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ asset }) => [asset.assetId, asset]))
}
