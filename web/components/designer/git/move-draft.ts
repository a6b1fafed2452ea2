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
  let moved: string | undefined
  for (;;) {
    const drafted = await readDrafted(key)
    if (drafted === undefined) return
    const { error, response } = await putDrafted({ ...key, branch: to }, drafted.value, moved)
    if (error?.status === 412) throw new Error(`Your draft of ${to} already has ${key.path}`)
    if (error !== undefined) throw error
    // What another window has saved meanwhile is moved, too.
    if (await discardDraft(key, drafted.etag)) return
    moved = response.headers.get('etag') ?? undefined
  }
}
