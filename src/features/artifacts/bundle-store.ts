import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inBatches } from '../../db/in-batches.ts'
import { newId } from '../../lib/ids.ts'
import { inPortions } from '../../lib/portions.ts'
import { pipelineNameOf } from '../../pipeline/names.ts'
import type { ArtifactFile } from './rules.ts'

/** The text of a statement is made in one go, and everything else waits meanwhile. */
const PER_STATEMENT = {
  items: 200,
  size: 2 * 1024 * 1024,
  sizeOf: ({ content }: ArtifactFile) => content.length,
}

/** Adds files that are read together, and answers the id of the bundle. It never changes. */
export async function insertBundle(tx: Db, files: readonly ArtifactFile[]): Promise<string> {
  const bundleId = newId()
  await tx
    .insertInto('artifact_bundle')
    .values({
      id: bundleId,
      file_count: files.length,
      byte_count: files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    })
    .execute()
  for (const some of inPortions(files, PER_STATEMENT)) {
    await sql`
      insert into artifact_file (bundle_id, path, content, pipeline_name)
      select ${bundleId}::uuid, f.* from unnest(
        ${some.map((file) => file.path)}::text[], ${some.map((file) => file.content)}::text[],
        ${some.map((file) => pipelineNameOf(file.path)?.name ?? null)}::text[]) as f`.execute(tx)
  }
  return bundleId
}

/** A bundle may have thousands of files. */
const BUNDLES_AT_ONCE = 100

/**
 * Deletes the files that nothing names any more: their versions went with an environment, a project or a set
 * of shared pipelines, or no run reads them. The day of grace protects what is about to be named; what is
 * being named is locked.
 */
export const deleteUnusedBundles = (db: Db): Promise<void> =>
  inBatches(
    (limit) =>
      sql`
        delete from artifact_bundle where id = any(array(
          select id from artifact_bundle b
           where b.created_at < now() - interval '1 day'
             and not exists (select from artifact a where a.bundle_id = b.id)
             and not exists (select from shared_version v where v.bundle_id = b.id)
             and not exists (select from unpublished_source s where s.bundle_id = b.id)
             and not exists (select from unpublished_source s where s.base_bundle_id = b.id)
           limit ${limit} for update skip locked))`.execute(db),
    BUNDLES_AT_ONCE,
  )
