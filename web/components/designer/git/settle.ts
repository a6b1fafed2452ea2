import { discardDraft, listDrafted, putDrafted, readDrafted } from '../state/draft-api.ts'
import type { Choices, FileConflict } from './conflicts.tsx'

/**
 * Puts the user's draft on the commits that the conflicts show: where the user's side, or a text that has
 * something of both, is kept it now replaces that commit, and is in conflict with a later one; where the
 * others' side is kept the draft of the file is gone. Resolves with whether anything is left to commit.
 * Throws problems.
 */
export async function settle(
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
  conflicts: readonly FileConflict[],
  choices: Choices,
): Promise<boolean> {
  for (const { path, theirsCommit } of conflicts) {
    const key = { projectId, branch, path }
    const choice = choices.get(path)
    if (choice === 'theirs' || choice === undefined) {
      await discardDraft(key)
      continue
    }
    const drafted = await readDrafted(key)
    if (drafted === undefined) continue
    const kept = typeof choice === 'object' ? { content: choice.text } : drafted.value
    const file = { ...kept, ...(theirsCommit !== undefined && { baseCommit: theirsCommit }) }
    const { error } = await putDrafted(key, file, drafted.etag)
    if (error?.status === 412) throw new Error(`${path} was saved in another window; commit again`)
    if (error !== undefined) throw error
  }
  return (await listDrafted(projectId, branch)).length > 0
}
