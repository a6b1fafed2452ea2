import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import type { Grant } from '../projects/access.ts'
import type { NewStreamingPipeline, StreamingPipeline } from './schema.ts'

export interface StoredStreamingPipeline {
  readonly pipeline: StreamingPipeline
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  id: string
  project_id: string
  name: string
  runner_id: string
  source: unknown
  target: unknown
  advanced_properties: unknown
  version: number | string
}

const columns = [
  'id',
  'project_id',
  'name',
  'runner_id',
  'source',
  'target',
  'advanced_properties',
  'version',
] as const

type Members = Readonly<Record<string, unknown>>

const pipelineOf = (row: Row): StoredStreamingPipeline => ({
  pipeline: {
    streamingPipelineId: row.id,
    projectId: row.project_id,
    name: row.name,
    agentId: row.runner_id,
    streamingSource: row.source as Members,
    streamingTarget: row.target as Members,
    ...(row.advanced_properties !== null && { advancedProperties: row.advanced_properties as Members }),
  },
  revision: String(row.version),
})

const columnsOf = (wanted: NewStreamingPipeline) => ({
  name: wanted.name,
  runner_id: wanted.agentId,
  source: JSON.stringify(wanted.streamingSource),
  target: JSON.stringify(wanted.streamingTarget),
  advanced_properties:
    wanted.advancedProperties === undefined ? null : JSON.stringify(wanted.advancedProperties),
})

/** A project's streaming pipelines by name; several may have the same one. */
export async function listStreamingPipelines(
  db: Db,
  { projectId }: Grant<'project:read'>,
  page: PageRequest,
): Promise<Page<StreamingPipeline>> {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('streaming_pipeline')
      .select(columns)
      .where('project_id', '=', projectId)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    countStreamingPipelines(db, { projectId }),
  ])
  return { page: page.page, results: rows.map((row) => pipelineOf(row).pipeline), size: page.size, total }
}

export async function countStreamingPipelines(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('streaming_pipeline')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lets the streaming pipelines of a project be added by one transaction at a time. */
export async function lockCount(tx: Db, { projectId }: Grant<'project:write'>): Promise<void> {
  const lock = `streaming pipelines ${projectId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
}

const findRow = (db: Db, { projectId }: Grant, id: string) =>
  db.selectFrom('streaming_pipeline').select(columns).where('project_id', '=', projectId).where('id', '=', id)

export async function findStreamingPipeline(
  db: Db,
  grant: Grant,
  id: string,
): Promise<StoredStreamingPipeline | undefined> {
  const row = await findRow(db, grant, id).executeTakeFirst()
  return row && pipelineOf(row)
}

/** Keeps the streaming pipeline from being changed until the transaction ends. */
export async function lockStreamingPipeline(
  tx: Db,
  grant: Grant<'project:write'>,
  id: string,
): Promise<StoredStreamingPipeline | undefined> {
  const row = await findRow(tx, grant, id).forUpdate().executeTakeFirst()
  return row && pipelineOf(row)
}

export async function insertStreamingPipeline(
  tx: Db,
  { projectId }: Grant<'project:write'>,
  wanted: NewStreamingPipeline,
): Promise<StoredStreamingPipeline> {
  const row = await tx
    .insertInto('streaming_pipeline')
    .values({ id: newId(), project_id: projectId, ...columnsOf(wanted) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return pipelineOf(row)
}

/** Replaces everything but the id of a locked streaming pipeline. */
export async function replaceStreamingPipeline(
  tx: Db,
  { projectId }: Grant<'project:write'>,
  id: string,
  wanted: NewStreamingPipeline,
): Promise<StoredStreamingPipeline> {
  const row = await tx
    .updateTable('streaming_pipeline')
    .set((eb) => ({ ...columnsOf(wanted), version: eb('version', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return pipelineOf(row)
}

export async function deleteStreamingPipeline(
  tx: Db,
  { projectId }: Grant<'project:write'>,
  id: string,
): Promise<void> {
  await tx.deleteFrom('streaming_pipeline').where('project_id', '=', projectId).where('id', '=', id).execute()
}

export async function runnerExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('runner').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
