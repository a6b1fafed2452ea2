import { discardDraft, listDrafted, putDrafted, readDrafted } from '../state/draft-api.ts'

/** Moves the user's draft of a branch to another one that begins at the same commit. Throws problems. */
export async function moveDraft(projectId: string, from: string, to: string): Promise<void> {
  for (const path of await listDrafted(projectId, from)) {
    const key = { projectId, branch: from, path }
    const target = { ...key, branch: to }
    const [drafted, other] = await Promise.all([readDrafted(key), readDrafted(target)])
    if (drafted === undefined) continue
    if (other !== undefined) throw new Error(`Your draft of ${to} already has ${path}`)
    const { error } = await putDrafted(target, drafted.value, undefined)
    if (error !== undefined) throw error
    await discardDraft(key)
  }
}
