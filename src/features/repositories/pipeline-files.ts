import { listTree, readBlobs } from '../../git/content.ts'
import { Problem } from '../../lib/problem.ts'
import { isPublished, pipelineNameOf, testNameOf } from '../../pipeline/names.ts'
import { isRulesFile } from '../../pipeline/review/rules-file-paths.ts'
import { MAX_ARTIFACT_BYTES, MAX_ARTIFACT_FILES } from '../artifacts/schema.ts'
import type { ArtifactFile } from '../artifacts/service.ts'

/**
 * The pipeline files of a commit by path, or of them the one at `path`. Bytes that are no UTF-8 show as
 * U+FFFD, so that validation can say so. Throws `payload-too-large` beyond the limits of a version.
 */
export async function readPipelineFilesAt(
  folder: string,
  commit: string,
  path?: string,
): Promise<ArtifactFile[]> {
  return readFiles(
    folder,
    commit,
    (one) => (path === undefined || one === path) && isPublished(one) && pipelineNameOf(one) !== undefined,
  )
}

/** The files of a commit that a review reads: its pipelines, their tests and the rules. */
export const readReviewedFilesAt = (folder: string, commit: string): Promise<ArtifactFile[]> =>
  readFiles(
    folder,
    commit,
    (path) =>
      isRulesFile(path) || (isPublished(path) && (pipelineNameOf(path) ?? testNameOf(path)) !== undefined),
  )

async function readFiles(
  folder: string,
  commit: string,
  isWanted: (path: string) => boolean,
): Promise<ArtifactFile[]> {
  const tree = (await listTree(folder, commit)).filter(
    (entry) => entry.kind === 'file' && isWanted(entry.path),
  )
  const total = tree.reduce((sum, { bytes }) => sum + bytes, 0)
  if (tree.length > MAX_ARTIFACT_FILES || total > MAX_ARTIFACT_BYTES) {
    throw new Problem(
      'payload-too-large',
      `The commit has ${tree.length} pipelines with ${total} bytes; shown are at most ` +
        `${MAX_ARTIFACT_FILES} with ${MAX_ARTIFACT_BYTES} bytes`,
    )
  }
  const oids = tree.map(({ oid }) => oid)
  const blobs = await readBlobs(folder, oids, MAX_ARTIFACT_BYTES)
  return tree.map(({ path }, i) => ({ path, content: blobs[i]!.toString('utf8') }))
}
