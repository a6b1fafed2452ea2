import { REGULAR_FILE, writeBlobs, writeTree } from '../../../git/commit.ts'
import { conflict } from '../../../lib/problem.ts'
import { entriesOf } from '../writing/committing.ts'
import { type Edit, placeFaults } from '../writing/rules.ts'

/** A file of a draft; without a content it is to be deleted. */
export type DraftEdit = Pick<Edit, 'path' | 'content'>

/**
 * Writes what a draft would make of a commit, or of nothing, as a tree, and answers its id. Throws `conflict`
 * where the files can be no tree, such as a file in the place of a folder.
 */
export async function writeDraftTree(
  folder: string,
  commitHash: string | undefined,
  edits: readonly DraftEdit[],
): Promise<string> {
  const written = edits.filter(({ content }) => content !== undefined)
  const blobs = await writeBlobs(
    folder,
    written.map(({ content }) => content!),
  )
  const idOf = new Map(written.map(({ path }, i) => [path, blobs[i]]))
  const entries = commitHash === undefined ? new Map() : await entriesOf(folder, commitHash)
  const named = edits.map((edit) => ({
    ...edit,
    blob: idOf.get(edit.path),
    seen: { stated: 'any' as const },
  }))
  const faults = placeFaults(named, { head: commitHash, entries })
  if (faults.length > 0)
    throw conflict(`The draft does not fit its branch: ${faults.slice(0, 20).join('; ')}`)
  return writeTree(
    folder,
    commitHash,
    named.map(({ path, blob }) => ({ path, blob, mode: entries.get(path)?.mode ?? REGULAR_FILE })),
  )
}
