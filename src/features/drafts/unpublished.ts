import type { Db } from '../../db/database.ts'
import { textOf } from '../../git/content.ts'
import { revisionFault } from '../../git/refs.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import { isPublished } from '../../pipeline/names.ts'
import { ignoredReason, type Unpublished } from '../artifacts/service.ts'
import { enterProject } from '../projects/access.ts'
import { type Reading, readFilesAt } from '../repositories/service.ts'
import { listFiles } from './store.ts'

/** A branch, tag or commit; or the branch that a draft of the caller is for. Exactly one of the two. */
export interface WantedSource {
  readonly ref?: string | undefined
  readonly draft?: string | undefined
}

/** How an id of a commit is shortened where a version's name would be. */
const SHORT_HASH = 10

/** Finds what an unpublished run reads, as it is now. Callers need the permission to read it. */
export function createFindUnpublished(
  db: Db,
  reading: Pick<Reading, 'newestAt' | 'head'>,
): (caller: Caller, projectId: string, wanted: WantedSource) => Promise<Unpublished> {
  async function atRef(caller: Caller, projectId: string, ref: string): Promise<Unpublished> {
    const { folder, commitHash } = await reading.newestAt(caller, projectId, ref)
    const short = commitHash.slice(0, SHORT_HASH)
    return {
      ref,
      commitHash,
      versionName: commitHash.startsWith(ref) ? short : `${ref}@${short}`,
      readCommit: async () => (await readFilesAt(folder, commitHash)).files,
      changes: [],
    }
  }

  /** The draft on the newest commit of its branch; on the one it was made on while there is no such branch. */
  async function ofDraft(caller: Caller, projectId: string, draft: string): Promise<Unpublished> {
    const grant = await enterProject(db, caller, projectId, 'repository:push')
    const files = await listFiles(db, grant, draft)
    if (files.length === 0) throw notFound('Draft', draft)
    const made = files.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit
    const base = await reading.head(caller, projectId, draft, made)
    const changes = files
      .filter(({ path }) => isPublished(path))
      .map(({ path, content }) => {
        const text = content && textOf(content)
        return { path, content: ignoredReason(path, text) === undefined ? text : undefined }
      })
    return {
      draft,
      commitHash: base?.commitHash,
      versionName: `draft of ${draft}`,
      readCommit: async () =>
        base === undefined ? [] : (await readFilesAt(base.folder, base.commitHash)).files,
      changes,
    }
  }

  return async (caller, projectId, { ref, draft }) => {
    const fault = revisionFault(ref ?? draft ?? '')
    if (fault !== undefined) throw badRequest([`body/${ref === undefined ? 'draft' : 'ref'} ${fault}`])
    return ref === undefined ? ofDraft(caller, projectId, draft!) : atRef(caller, projectId, ref)
  }
}
