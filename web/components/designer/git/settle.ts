import { discardDraft, readCommitted, readDraft, saveDraft } from '../state/draft-api.ts'
import type { Choices, FileConflict } from './conflicts.tsx'

/**
 * Puts the user's draft on what others have committed: where the user's side, or a text that has something of both, is kept
 * it now replaces that commit; where the others' side is kept the draft of the file is gone. Throws problems.
 */
export async function settle(
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
  conflicts: readonly FileConflict[],
  choices: Choices,
): Promise<void> {
  for (const { path } of conflicts) {
    const key = { projectId, branch, path }
    const choice = choices.get(path)
    if (choice === 'theirs' || choice === undefined) {
      await discardDraft(key)
      continue
    }
    const [draft, committed] = await Promise.all([readDraft(key), readCommitted(key)])
    if (draft === undefined) continue
    const saved = await saveDraft(key, {
      ...draft,
      ...(typeof choice === 'object' && { text: choice.text }),
      baseCommit: committed?.baseCommit,
    })
    if ('conflict' in saved) throw new Error(`${path} was saved in another window; commit again`)
  }
}
