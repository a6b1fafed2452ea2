import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type {
  RecordedAsset,
  RecordedEdge,
  RecordedPipeline,
  RecordedUse,
  RecordedWrite,
  StepFacts,
  StepKey,
  StepLineage,
} from './rules.ts'

/**
 * Of advisory locks: one server at a time records, so that writes become visible in the order of their
 * numbers.
 */
export const RECORDING_LOCK = 727_274_033

export interface ReportRow {
  readonly seq: number
  readonly executionId: string
  readonly stepSeq: number
  /** JSON. */
  readonly assets: string
}

export const recordingIsDue = dueWhen(sql`exists (select from asset_report)`)

/** The reports that came first. */
export async function readReports(db: Db, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select seq::float8 as seq, execution_id as "executionId", step_seq as "stepSeq", assets
      from asset_report order by seq limit ${limit}`.execute(db)
  return rows
}

/**
 * Takes the reports that wait still, and the turn to record until the transaction ends. Answers their
 * numbers.
 */
export async function takeReports(tx: Db, seqs: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ seq: number }>`
    delete from asset_report
     where seq = any(${seqs}::bigint[]) and (select true from pg_advisory_xact_lock(${RECORDING_LOCK}))
    returning seq::float8 as seq`.execute(tx)
  return new Set(rows.map(({ seq }) => seq))
}

/** The steps that still exist; those of projects that are deleted do not. */
export async function readSteps(db: Db, keys: readonly StepKey[]): Promise<StepFacts[]> {
  const wanted = columnsOf(keys)
  const { rows } = await sql<StepFacts>`
    select k.execution as "executionId", k.seq as "stepSeq", x.root_id as "rootExecutionId",
           x.project_id as "projectId", x.environment_id as "environmentId",
           x.environment_name as "environmentName", x.pipeline_name as "pipelineName", left(s.name, 255) as "componentName",
           s.type as "componentType", s.row_count::float8 as "rowCount", s.finished_at as "finishedAt", s.executed
      from unnest(${wanted.uuids((k) => k.executionId)}::uuid[], ${wanted.integers((k) => k.stepSeq)}::integer[])
           as k (execution, seq)
     cross join lateral (select * from execution where id = k.execution limit 1) x
     cross join lateral (select * from step where execution_id = k.execution and seq = k.seq limit 1) s`.execute(
    db,
  )
  return rows
}

/**
 * Adds assets that are new, and locks the others, so that none is deleted before it is named. `known`:
 * whether those that are there keep their columns, or get the ones that a step named.
 */
export async function saveAssets(
  tx: Db,
  assets: readonly RecordedAsset[],
  known: 'keep' | 'replace',
): Promise<void> {
  const rows = columnsOf(assets)
  const replaced = sql`
    update set column_names = excluded.column_names
     where excluded.column_names is not null and a.column_names is distinct from excluded.column_names`
  const locked = sql`update set kind = a.kind where false`
  await sql`
    insert into asset as a (id, namespace, name, kind, column_names)
    select id, namespace, name, kind, (select array_agg(c order by n) from jsonb_array_elements_text(columns) with ordinality as e (c, n))
      from unnest(${rows.uuids((a) => a.id)}::uuid[], ${rows.texts((a) => a.namespace)}::text[],
                  ${rows.texts((a) => a.name)}::text[], ${rows.texts((a) => a.kind)}::text[],
                  ${rows.jsons((a) => a.columns)}::jsonb[]) as g (id, namespace, name, kind, columns)
    on conflict (id) do ${known === 'keep' ? locked : replaced}`.execute(tx)
}

/** Adds the writes of steps, each once, and what was written last. */
export async function saveWrites(tx: Db, writes: readonly RecordedWrite[]): Promise<void> {
  const rows = columnsOf(writes)
  await sql`
    with added as (
      insert into asset_write (seq, asset_id, project_id, environment_id, environment_name, execution_id,
             root_execution_id, step_seq, pipeline_name, component_name, row_count, written_at, committed_at)
      select nextval('asset_write_seq'), g.* from unnest(
             ${rows.uuids((w) => w.assetId)}::uuid[], ${rows.uuids((w) => w.projectId)}::uuid[],
             ${rows.uuids((w) => w.environmentId)}::uuid[], ${rows.texts((w) => w.environmentName)}::text[],
             ${rows.uuids((w) => w.executionId)}::uuid[], ${rows.uuids((w) => w.rootExecutionId)}::uuid[],
             ${rows.integers((w) => w.stepSeq)}::integer[], ${rows.texts((w) => w.pipelineName)}::text[],
             ${rows.texts((w) => w.componentName)}::text[], ${rows.bigints((w) => w.rowCount)}::bigint[],
             ${rows.instants((w) => w.writtenAt)}::timestamptz[],
             ${rows.instants((w) => w.committedAt)}::timestamptz[]) as g
      on conflict (execution_id, step_seq, asset_id) do nothing
      returning asset_id, seq, written_at)
    update asset a set last_written_at = n.written_at, last_write_seq = n.seq
      from (select distinct on (asset_id) asset_id, seq, written_at from added
             order by asset_id, written_at desc, seq desc) n
     where a.id = n.asset_id and (a.last_written_at is null or a.last_written_at <= n.written_at)`.execute(tx)
}

export async function saveUses(tx: Db, uses: readonly RecordedUse[]): Promise<void> {
  const rows = columnsOf(uses)
  await sql`
    insert into asset_use as u (asset_id, project_id, environment_id, reads, writes, last_at)
    select asset, project, environment, mode in ('READ', 'BOTH'), mode in ('WRITE', 'BOTH'), at
      from unnest(${rows.uuids((u) => u.assetId)}::uuid[], ${rows.uuids((u) => u.projectId)}::uuid[],
                  ${rows.uuids((u) => u.environmentId)}::uuid[], ${rows.texts((u) => u.mode)}::text[],
                  ${rows.instants((u) => u.at)}::timestamptz[]) as g (asset, project, environment, mode, at)
    on conflict (asset_id, environment_id) do update
       set reads = u.reads or excluded.reads, writes = u.writes or excluded.writes,
           last_at = greatest(u.last_at, excluded.last_at)`.execute(tx)
}

/** Which pipelines read and write assets, with the newest execution of each. */
export async function savePipelines(tx: Db, pipelines: readonly RecordedPipeline[]): Promise<void> {
  const rows = columnsOf(pipelines)
  await sql`
    insert into asset_pipeline as u (asset_id, project_id, environment_id, pipeline_name, reads, writes, last_execution_id, last_at)
    select asset, project, environment, pipeline, mode in ('READ', 'BOTH'), mode in ('WRITE', 'BOTH'), execution, at
      from unnest(${rows.uuids((u) => u.assetId)}::uuid[], ${rows.uuids((u) => u.projectId)}::uuid[],
                  ${rows.uuids((u) => u.environmentId)}::uuid[], ${rows.texts((u) => u.pipelineName)}::text[],
                  ${rows.texts((u) => u.mode)}::text[], ${rows.uuids((u) => u.executionId)}::uuid[],
                  ${rows.instants((u) => u.at)}::timestamptz[])
             as g (asset, project, environment, pipeline, mode, execution, at)
    on conflict (asset_id, environment_id, pipeline_name) do update
       set reads = u.reads or excluded.reads, writes = u.writes or excluded.writes,
           last_execution_id = case when u.last_at <= excluded.last_at then excluded.last_execution_id
                                    else u.last_execution_id end,
           last_at = greatest(u.last_at, excluded.last_at)`.execute(tx)
}

/** The newest of each component. */
export async function saveEdges(tx: Db, edges: readonly RecordedEdge[]): Promise<void> {
  const rows = columnsOf(edges)
  await sql`
    insert into asset_edge as e (from_id, to_id, project_id, environment_id, pipeline_name, component_name, columns,
           last_execution_id, last_at)
    select * from unnest(
           ${rows.uuids((e) => e.fromId)}::uuid[], ${rows.uuids((e) => e.toId)}::uuid[],
           ${rows.uuids((e) => e.projectId)}::uuid[], ${rows.uuids((e) => e.environmentId)}::uuid[],
           ${rows.texts((e) => e.pipelineName)}::text[], ${rows.texts((e) => e.componentName)}::text[],
           ${rows.jsons((e) => e.columns)}::jsonb[], ${rows.uuids((e) => e.executionId)}::uuid[],
           ${rows.instants((e) => e.at)}::timestamptz[])
    on conflict (from_id, to_id, environment_id, pipeline_name, component_name) do update
       set columns = excluded.columns, last_execution_id = excluded.last_execution_id, last_at = excluded.last_at
     where e.last_at <= excluded.last_at`.execute(tx)
}

/** What steps of runs did, and that the runs have something to tell. */
export async function saveLineage(
  tx: Db,
  steps: readonly (StepKey & { readonly rootExecutionId: string; readonly lineage: StepLineage })[],
): Promise<void> {
  const rows = columnsOf(steps)
  await sql`
    insert into step_lineage as l (execution_id, step_seq, lineage)
    select * from unnest(${rows.uuids((s) => s.executionId)}::uuid[], ${rows.integers((s) => s.stepSeq)}::integer[],
                         ${rows.texts((s) => jsonText(s.lineage))}::text[])
    on conflict do nothing`.execute(tx)
  await sql`
    insert into lineage_run (execution_id)
    select distinct id from (
      select unnest(${rows.uuids((s) => s.executionId)}::uuid[]) as id
      union all select unnest(${rows.uuids((s) => s.rootExecutionId)}::uuid[])) r
     where not exists (select from lineage_event e where e.id = lineage_event_id(r.id, 'END'))
    on conflict do nothing`.execute(tx)
}

/** The columns of assets that are known. */
export async function readColumns(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; columns: string[] }>`
    select id, column_names as columns from asset
     where id = any(${ids}::uuid[]) and column_names is not null`.execute(db)
  return new Map(rows.map(({ id, columns }) => [id, columns]))
}

/** Tells other processes once the transaction is committed. */
export async function notifyWritten(tx: Db, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}
