import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import { visibleEnvironments } from '../../permissions/access-sql.ts'
import type { Asset, AssetEdge } from '../schema.ts'
import { seesAllRuns } from '../visible-sql.ts'
import { type Direction, MAX_EDGES } from './graph.ts'

const endsOf = (direction: Direction) =>
  direction === 'upstream'
    ? { near: sql.ref('g.to_id'), far: sql.ref('g.from_id') }
    : { near: sql.ref('g.from_id'), far: sql.ref('g.to_id') }

/**
 * Edges that begin, or end, at one of these assets, in environments that the caller sees; at most `MAX_EDGES`
 * that runs did and as many of versions, which may be the same. They are read environment by environment, of
 * those that use the asset: edges in others cost nothing, however many there are.
 */
export async function listEdges(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  direction: Direction,
): Promise<AssetEdge[]> {
  const { near, far } = endsOf(direction)
  const edgesIn = (table: 'asset_edge' | 'version_edge', users: 'asset_use' | 'version_asset') => sql`
    select g.* from (select distinct u.asset_id, u.environment_id from ${sql.table(users)} u
                      where u.asset_id = any(${ids}::uuid[]) and u.environment_id in (select id from seen)) u
     cross join lateral (
       select * from ${sql.table(table)} g where ${near} = u.asset_id and g.environment_id = u.environment_id
        order by ${far}, g.pipeline_name, g.component_name limit ${MAX_EDGES}) g
     limit ${MAX_EDGES}`
  const columns = sql`from_id, to_id, environment_id, project_id, pipeline_name, component_name, columns`
  const { rows } = await sql<{ edge: AssetEdge }>`
    with seen as materialized (${visibleEnvironments(caller)}),
         edge as (
           select ${columns}, last_execution_id, last_at from (${edgesIn('asset_edge', 'asset_use')}) r
           union all
           select ${columns}, null, null from (${edgesIn('version_edge', 'version_asset')}) v)
    select jsonb_strip_nulls(jsonb_build_object(
             'fromAssetId', g.from_id, 'toAssetId', g.to_id, 'projectId', g.project_id, 'environmentName', e.name,
             'pipelineName', g.pipeline_name, 'componentName', g.component_name, 'columns', g.columns,
             'knownFrom', jsonb_build_array(case when g.last_at is null then 'VERSION' else 'RUN' end),
             'lastExecutionId', g.last_execution_id, 'lastTime', ${instant('g.last_at')})) as edge
      from edge g join environment e on e.id = g.environment_id
     order by g.from_id, g.to_id, g.environment_id, g.pipeline_name, g.component_name, g.last_at`.execute(db)
  return rows.map(({ edge }) => edge)
}

export type NamedAsset = Pick<Asset, 'assetId' | 'namespace' | 'name' | 'kind' | 'lastWrittenTime'>

export async function readAssets(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedAsset>> {
  const { rows } = await sql<{ asset: NamedAsset }>`
    with seen as materialized (${visibleEnvironments(caller)})
    select jsonb_strip_nulls(jsonb_build_object('assetId', a.id, 'namespace', a.namespace, 'name', a.name,
             'kind', a.kind, 'lastWrittenTime',
             case when ${seesAllRuns(caller, sql`a.id`)} then ${instant('a.last_written_at')} end)) as asset
      from asset a where a.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ asset }) => [asset.assetId, asset]))
}

const MAX_HIDDEN = 1_000

/**
 * By asset: how many assets it is made of, and are made of it, in environments that exist and that the caller
 * does not see.
 */
export async function countHidden(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly upstream: number; readonly downstream: number }>> {
  const count = (direction: Direction) => {
    const { near, far } = endsOf(direction)
    const farIn = (table: 'asset_edge' | 'version_edge') => sql`
      (select ${far} as far from ${sql.table(table)} g
        where ${near} = n.id and g.environment_id = h.environment_id limit ${MAX_HIDDEN})`
    return sql`
    (select count(distinct far)::int from (
       select g.far from hidden h
        cross join lateral (${farIn('asset_edge')} union all ${farIn('version_edge')}) g
        where h.asset_id = n.id limit ${MAX_HIDDEN}) f)`
  }
  const { rows } = await sql<{ id: string; upstream: number; downstream: number }>`
    with seen as materialized (${visibleEnvironments(caller)}),
         hidden as materialized (
           select u.asset_id, u.environment_id
             from (select asset_id, environment_id from asset_use where asset_id = any(${ids}::uuid[])
                   union
                   select asset_id, environment_id from version_asset where asset_id = any(${ids}::uuid[])) u
             join environment e on e.id = u.environment_id
            where not exists (select from seen where seen.id = u.environment_id))
    select n.id, ${count('upstream')} as upstream, ${count('downstream')} as downstream
      from unnest(${ids}::uuid[]) as n (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
