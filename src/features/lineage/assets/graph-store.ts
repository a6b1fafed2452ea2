import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Asset, AssetEdge } from '../schema.ts'
import { visibleEnvironments } from '../visible-sql.ts'
import { type Direction, MAX_EDGES } from './graph.ts'

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
    select jsonb_strip_nulls(jsonb_build_object('assetId', a.id, 'namespace', a.namespace, 'name', a.name,
             'kind', a.kind, 'lastWrittenTime', ${instant('a.last_written_at')})) as asset
      from asset a where a.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ asset }) => [asset.assetId, asset]))
}

const MAX_HIDDEN = 1_000

/** By asset: how many assets it is made of, and are made of it, in environments that exist and that the caller does not see. */
export async function countHidden(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly upstream: number; readonly downstream: number }>> {
  const count = (near: 'to_id' | 'from_id', far: 'to_id' | 'from_id') => sql`
    (select count(distinct far)::int from (
       select g.${sql.ref(far)} as far from asset_edge g where g.${sql.ref(near)} = n.id
          and not exists (select from seen where seen.id = g.environment_id)
          and exists (select from environment e where e.id = g.environment_id) limit ${MAX_HIDDEN}) f)`
  const { rows } = await sql<{ id: string; upstream: number; downstream: number }>`
    with seen as materialized (${visibleEnvironments(caller)})
    select n.id, ${count('to_id', 'from_id')} as upstream, ${count('from_id', 'to_id')} as downstream
      from unnest(${ids}::uuid[]) as n (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
