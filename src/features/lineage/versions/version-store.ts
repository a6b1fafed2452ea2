import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import type { VersionFiles } from './plan.ts'
import type { PlannedLineage, VersionAsset, VersionEdge } from './rules.ts'

/** An environment whose version is to be recorded, with all that says so. */
export interface DueEnvironment {
  readonly environmentId: string
  readonly seqs: readonly number[]
}

/** The environment that has waited longest. */
export async function readDue(db: Db): Promise<DueEnvironment | undefined> {
  const { rows } = await sql<DueEnvironment>`
    select environment_id as "environmentId", array_agg(seq::float8) as seqs from version_lineage_due
     where environment_id = (select environment_id from version_lineage_due order by seq limit 1)
     group by environment_id`.execute(db)
  return rows[0]
}

export async function deleteDue(tx: Db, seqs: readonly number[]): Promise<void> {
  await sql`delete from version_lineage_due where seq = any(${seqs}::bigint[])`.execute(tx)
}

/** A version, with the environment's connection as `connectionFor` takes it. */
export interface VersionRow extends Omit<VersionFiles, 'connection' | 'variables' | 'files'> {
  readonly artifactId: string
  readonly environmentId: string
  readonly connection: { readonly databases?: unknown; readonly dialectFunctions?: unknown }
  readonly defaultConnections: unknown
  readonly connectionOverrides: unknown
  /** JSON; null until it was recorded. */
  readonly lineage: string | null
  readonly recordedAt: string | null
  /** Whether it is the newest enabled one. */
  readonly isCurrent: boolean
}

/** The version with this name in an environment, the newest enabled one without a name. */
export async function findVersion(
  db: Db,
  environmentId: string,
  versionName: string | undefined,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    with newest as (select id from artifact where environment_id = ${environmentId}::uuid and enabled
                     order by published_at desc, id desc limit 1)
    select a.id as "artifactId", a.environment_id as "environmentId", a.project_id as "projectId", e.name as "environmentName",
           a.version_name as "versionName",
           e.connection || jsonb_build_object('databases', coalesce(e.databases, '{}')) as connection,
           e.default_connections as "defaultConnections", e.connection_overrides as "connectionOverrides", l.lineage,
           to_char(l.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt",
           a.id in (select id from newest) as "isCurrent"
      from artifact a join environment e on e.id = a.environment_id
      left join version_lineage l on l.artifact_id = a.id
     where a.environment_id = ${environmentId}::uuid
       and ${versionName === undefined ? sql`a.id in (select id from newest)` : sql`a.version_name = ${versionName}`}`.execute(
    db,
  )
  return rows[0]
}

export async function readVersionFiles(db: Db, artifactId: string): Promise<VersionFiles['files']> {
  const { rows } = await sql<VersionFiles['files'][number]>`
    select path, content from version_files(${artifactId}::uuid) order by path`.execute(db)
  return rows
}

/** Text and number variables of the project, with their values in the environment. */
export async function readVariables(
  db: Db,
  projectId: string,
  environmentId: string,
): Promise<VersionFiles['variables']> {
  const { rows } = await sql<VersionFiles['variables'][number]>`
    select v.name, coalesce(o.value, v.value) #>> '{}' as value from project_variable v
      left join variable_override o on o.variable_id = v.id and o.environment_id = ${environmentId}::uuid
     where v.project_id = ${projectId}::uuid and v.type <> 'GRID'`.execute(db)
  return rows
}

/** Keeps what was read of a version, unless it was deleted meanwhile. */
export async function saveLineage(
  tx: Db,
  artifactId: string,
  lineage: readonly PlannedLineage[],
): Promise<void> {
  await sql`
    insert into version_lineage (artifact_id, lineage)
    select id, ${JSON.stringify(lineage)} from artifact where id = ${artifactId}::uuid for key share
    on conflict do nothing`.execute(tx)
}

/** Replaces what the newest enabled version of an environment reads and writes. */
export async function replaceCurrent(
  tx: Db,
  environmentId: string,
  assets: readonly VersionAsset[],
  edges: readonly VersionEdge[],
): Promise<void> {
  const [uses, links] = [columnsOf(assets), columnsOf(edges)]
  await sql`delete from version_asset where environment_id = ${environmentId}::uuid`.execute(tx)
  await sql`delete from version_edge where environment_id = ${environmentId}::uuid`.execute(tx)
  await sql`
    insert into version_asset (asset_id, environment_id, project_id, pipeline_name, reads, writes)
    select g.asset, e.id, e.project_id, g.pipeline, g.reads, g.writes
      from unnest(${uses.uuids((u) => u.assetId)}::uuid[], ${uses.texts((u) => u.pipelineName)}::text[],
                  ${uses.booleans((u) => u.reads)}::boolean[], ${uses.booleans((u) => u.writes)}::boolean[])
             as g (asset, pipeline, reads, writes)
      join environment e on e.id = ${environmentId}::uuid`.execute(tx)
  await sql`
    insert into version_edge (from_id, to_id, environment_id, project_id, pipeline_name, component_name, columns)
    select g.source, g.target, e.id, e.project_id, g.pipeline, g.component, g.columns
      from unnest(${links.uuids((e) => e.fromId)}::uuid[], ${links.uuids((e) => e.toId)}::uuid[],
                  ${links.texts((e) => e.pipelineName)}::text[], ${links.texts((e) => e.componentName)}::text[],
                  ${links.jsons((e) => e.columns)}::jsonb[]) as g (source, target, pipeline, component, columns)
      join environment e on e.id = ${environmentId}::uuid`.execute(tx)
}
