import { readCommitted, saveDraft } from '../../designer/state/draft-api.ts'
import type { FileKey } from '../../designer/state/stored.ts'
import type { Template } from './templates.ts'

/**
 * Makes the file of a new pipeline as the user's draft. An empty one is written with its first edit only. Answers why the
 * name cannot be used; undefined when it can. Throws problems.
 */
export async function startFromTemplate(key: FileKey, { load }: Template): Promise<string | undefined> {
  if (load === undefined) return undefined
  const [text, committed] = await Promise.all([load(), readCommitted(key)])
  if (committed !== undefined) return `${key.path} is on ${key.branch} already; choose another name`
  const saved = await saveDraft(key, { text, baseCommit: undefined, etag: undefined })
  return 'conflict' in saved ? `You have a draft of ${key.path} already; choose another name` : undefined
}
