import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inBatches } from '../../db/in-batches.ts'
import { type ArtifactId, newId } from '../../lib/ids.ts'
import type { PipelinePart } from '../../pipeline/part.ts'
import type { Grant } from '../projects/access.ts'
import { insertBundle } from './bundle-store.ts'
import type { ArtifactFile } from './rules.ts'

/** What a run reads that was not published: a commit, or a person's draft on top of one. */
export interface Unpublished {
  /** What the caller named: one of the two. */
  readonly ref?: string | undefined
  /** The branch of the draft. */
  readonly draft?: string | undefined
  /** Undefined for a draft of a branch without commits. */
  readonly commitHash: string | undefined
  /** What takes the place of a version's name. */
  readonly versionName: string
  /** The files of the commit; read only when they are not kept yet. */
  readonly readCommit: () => Promise<readonly ArtifactFile[]>
  /** What a draft changes; without content: the file is left out. */
  readonly changes: readonly { readonly path: string; readonly content: string | undefined }[]
  /** The file of one pipeline, with what the draft changes; undefined without such a file. */
  readonly readPipeline: (pipelineName: string) => Promise<ArtifactFile | undefined>
}

/**
 * What an unpublished run reads: all of it, or a part of one of its pipelines, whose file `changes` hold as
 * it is run.
 */
export interface UnpublishedRun extends Unpublished {
  readonly part?: PipelinePart | undefined
}

/**
 * Keeps what an unpublished run reads, and answers its id: it takes the place of a version's. What was kept
 * before is found again, and drafts share the files of their commit.
 */
export async function keepUnpublished(
  db: Db,
  { projectId }: Grant,
  unpublished: UnpublishedRun,
): Promise<ArtifactId> {
  const { ref = null, draft = null, commitHash = null, versionName, changes, part } = unpublished
  const digest = digestOf(unpublished)
  const kept = await touch(db, projectId, digest)
  if (kept !== undefined) return kept
  const isNew = commitHash !== null && (await bundleOf(db, projectId, commitHash)) === undefined
  const commitFiles = isNew ? await unpublished.readCommit() : undefined
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`unpublished ${projectId}`}, 0))`.execute(tx)
    const meanwhile = await touch(tx, projectId, digest)
    if (meanwhile !== undefined) return meanwhile
    const ofCommit =
      commitHash === null
        ? undefined
        : ((await bundleOf(tx, projectId, commitHash)) ??
          (await insertBundle(tx, commitFiles ?? (await unpublished.readCommit()))))
    const written = changes.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }]))
    const isCommit = draft === null && part === undefined
    const own = isCommit ? undefined : await insertBundle(tx, written)
    const id = newId<ArtifactId>()
    await sql`
      insert into unpublished_source (id, project_id, digest, ref, draft, commit_hash, version_name, bundle_id,
             base_bundle_id, changed_paths, from_component, only_component)
      values (${id}, ${projectId}, ${digest}, ${ref}, ${draft}, ${commitHash}, ${versionName},
              ${own ?? ofCommit!}, ${own === undefined ? null : (ofCommit ?? null)},
              ${changes.map(({ path }) => path)}::text[], ${part?.extent === 'from' ? part.component : null},
              ${part?.extent === 'only' ? part.component : null})`.execute(tx)
    return id
  })
}

function digestOf({ ref, draft, commitHash, changes, part }: UnpublishedRun): Buffer {
  const sha256 = (text: string) => createHash('sha256').update(text)
  const parts = changes.map(({ path, content }) => [
    path,
    content === undefined ? null : sha256(content).digest('hex'),
  ])
  const whole = [ref ?? null, draft ?? null, commitHash ?? null, parts]
  const made = part === undefined ? whole : [...whole, part.extent, part.component]
  return sha256(JSON.stringify(made)).digest()
}

/** What is in use is not cleaned up: see `deleteUnusedSources`. */
async function touch(db: Db, projectId: string, digest: Buffer): Promise<ArtifactId | undefined> {
  const { rows } = await sql<{ id: ArtifactId }>`
    update unpublished_source set used_at = now() where project_id = ${projectId} and digest = ${digest}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Where the files of a commit are kept already; they stay until the transaction ends. */
async function bundleOf(db: Db, projectId: string, commitHash: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unpublished_source s join artifact_bundle b
        on b.id = coalesce(s.base_bundle_id, s.bundle_id)
     where s.project_id = ${projectId} and s.commit_hash = ${commitHash}
     limit 1 for key share of b`.execute(db)
  return rows[0]?.id
}

/**
 * Deletes what unpublished runs read once no execution refers to it. The day of grace protects what is about
 * to be run.
 */
export const deleteUnusedSources = (db: Db): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from unpublished_source where id = any(array(
        select id from unpublished_source s
         where s.used_at < now() - interval '1 day'
           and not exists (select from execution x where x.source_id = s.id)
         limit ${limit} for update skip locked))`.execute(db),
  )
