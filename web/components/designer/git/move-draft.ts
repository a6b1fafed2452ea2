import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { discardDraft, readDraft, saveDraft } from '../state/draft-api.ts'

/** Moves the user's draft of a branch to another one that begins at the same commit. Throws problems. */
export async function moveDraft(projectId: string, from: string, to: string): Promise<void> {
  const params = { path: { projectId, branchName: from } }
  const draft = orAbsent(
    await client.GET('/v1/projects/{projectId}/drafts/{branchName}', { params }),
    undefined,
  )
  for (const { path, deleted } of draft?.files ?? []) {
    const key = { projectId, branch: from, path }
    const stored = deleted ? undefined : await readDraft(key)
    if (stored === undefined) continue
    const saved = await saveDraft({ ...key, branch: to }, { ...stored, etag: undefined })
    if ('conflict' in saved) throw new Error(`Your draft of ${to} already has ${path}`)
    await discardDraft(key)
  }
}
