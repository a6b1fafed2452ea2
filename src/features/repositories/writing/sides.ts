import { exactTextOf, readBlobs } from '../../../git/content.ts'
import type { ConflictSide, FileConflict } from '../../../lib/problem.ts'
import type { BranchState, NamedEdit } from './rules.ts'

/** A problem document repeats texts up to this length, and those of so many files. */
const MAX_SIDE_BYTES = 64 * 1024
const MAX_FILES_WITH_CONTENT = 20

/** Both sides of each file that an edit and the branch would leave in different states. */
export async function sidesOf(
  folder: string,
  edits: readonly NamedEdit[],
  { head, entries }: BranchState,
): Promise<FileConflict[]> {
  return Promise.all(
    edits.map(async ({ path, content, blob, seen }, i) => {
      const isShown = i < MAX_FILES_WITH_CONTENT
      const current = entries.get(path)
      const base = 'blob' in seen ? seen.blob : undefined
      return {
        path,
        ...(base !== undefined && { base: await blobSide(folder, base, i) }),
        theirs: await sideOf(folder, isShown ? current : undefined, current?.oid),
        ...(head !== undefined && { theirsCommit: head }),
        yours: { ...(blob !== undefined && { blobHash: blob }), ...(isShown && contentSide(content)) },
      }
    }),
  )
}

async function sideOf(
  folder: string,
  entry: { readonly oid: string; readonly bytes: number } | undefined,
  blobHash: string | undefined,
): Promise<ConflictSide> {
  if (blobHash === undefined) return {}
  if (entry === undefined || entry.bytes > MAX_SIDE_BYTES) return { blobHash }
  const [bytes] = await readBlobs(folder, [entry.oid], MAX_SIDE_BYTES)
  return { blobHash, ...contentSide(bytes) }
}

/** A side that is known by its blob; the first few files of a problem have their content. */
export async function blobSide(
  folder: string,
  blobHash: string | undefined,
  position: number,
): Promise<ConflictSide> {
  if (blobHash === undefined) return {}
  if (position >= MAX_FILES_WITH_CONTENT) return { blobHash }
  // What is larger than a problem document repeats has its name only.
  const [bytes] = await readBlobs(folder, [blobHash], MAX_SIDE_BYTES).catch(() => [])
  return { blobHash, ...contentSide(bytes) }
}

function contentSide(content: Buffer | undefined): ConflictSide {
  const text = content === undefined || content.length > MAX_SIDE_BYTES ? undefined : exactTextOf(content)
  return text === undefined ? {} : { content: text }
}
