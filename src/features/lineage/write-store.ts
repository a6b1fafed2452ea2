import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AssetKind } from '../../lib/datasets.ts'

/** One asset that one step wrote. */
export interface AssetWrite {
  readonly seq: number
  readonly assetId: string
  readonly namespace: string
  readonly name: string
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  readonly executionId: string
  readonly rootExecutionId: string
  readonly stepSeq: number
  readonly pipelineName: string
  readonly componentName: string
  /** Null where the step does not tell. */
  readonly rowCount: number | null
  readonly writtenAt: Date
  /** When its transaction was committed: later, where a step behind it did that. */
  readonly committedAt: Date
}

const writeColumns = sql`
  w.seq::float8 as seq, w.asset_id as "assetId", a.namespace, a.name, w.project_id as "projectId",
  w.environment_id as "environmentId", w.environment_name as "environmentName", w.execution_id as "executionId",
  w.root_execution_id as "rootExecutionId", w.step_seq as "stepSeq", w.pipeline_name as "pipelineName",
  w.component_name as "componentName", w.row_count::float8 as "rowCount", w.written_at as "writtenAt",
  coalesce(w.committed_at, w.written_at) as "committedAt"`

/**
 * Writes behind a cursor, in the order in which they became visible: none is missed, and none comes twice.
 */
export async function listWritesAfter(db: Db, seq: number, limit: number): Promise<AssetWrite[]> {
  const { rows } = await sql<AssetWrite>`
    select ${writeColumns} from (select * from asset_write where seq > ${seq} order by seq limit ${limit}) w
      join asset a on a.id = w.asset_id order by w.seq`.execute(db)
  return rows
}

/** Where a new cursor begins: behind what is there. */
export async function newestWriteSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::float8 as seq from asset_write`.execute(db)
  return rows[0]!.seq
}

/** The newest writes of an asset, newest first. */
export async function listWritesOf(db: Db, assetId: string, limit: number): Promise<AssetWrite[]> {
  const { rows } = await sql<AssetWrite>`
    select ${writeColumns}
      from (select * from asset_write where asset_id = ${assetId}::uuid
             order by written_at desc, seq desc limit ${limit}) w
      join asset a on a.id = w.asset_id order by w.written_at desc, w.seq desc`.execute(db)
  return rows
}

export interface KnownAsset {
  readonly id: string
  readonly namespace: string
  readonly name: string
  readonly kind: AssetKind
  readonly lastWrittenAt: Date | null
}

/** An asset by its id, without a check of permissions. */
export async function findAsset(db: Db, id: string): Promise<KnownAsset | undefined> {
  const { rows } = await sql<KnownAsset>`
    select id, namespace, name, kind, last_written_at as "lastWrittenAt" from asset where id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}
