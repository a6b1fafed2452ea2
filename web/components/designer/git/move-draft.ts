import { sentenceOf } from '../../../api/problem.ts'
import { discardDraft, listDrafted, putDrafted, readDrafted } from '../state/draft-api.ts'
import type { FileKey } from '../state/stored.ts'

/**
 * Moves the user's draft of a branch to another one that begins at the same commit. What fails is thrown with
 * the files that are there already: they stay there.
 */
export async function moveDraft(projectId: string, from: string, to: string): Promise<void> {
  const moved: string[] = []
  try {
    for (const path of await listDrafted(projectId, from)) {
      await moveFile({ projectId, branch: from, path }, to)
      moved.push(path)
    }
  } catch (error) {
    const which = moved.length === 0 ? 'nothing of your draft' : moved.join(', ')
    throw new Error(`The branch ${to} exists now, and ${which} moved to it. ${sentenceOf(error)}`)
  }
}

async function moveFile(key: FileKey, to: string): Promise<void> {
  const target = { ...key, branch: to }
  const [drafted, other] = await Promise.all([readDrafted(key), readDrafted(target)])
  if (drafted === undefined) return
  if (other !== undefined) throw new Error(`Your draft of ${to} already has ${key.path}`)
  const { error } = await putDrafted(target, drafted.value, undefined)
  if (error !== undefined) throw error
  await discardDraft(key)
}
