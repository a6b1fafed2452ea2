import type { Db } from '../../db/database.ts'
import { textOf } from '../../git/content.ts'
import { revisionFault } from '../../git/refs.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import { isPublished, pipelinePaths } from '../../pipeline/names.ts'
import { ignoredReason, type Unpublished } from '../artifacts/service.ts'
import { enterProject } from '../projects/access.ts'
import { type Reading, readFilesAt, readPipelineFilesAt } from '../repositories/service.ts'
import { listFiles, type StoredFile } from './store.ts'

/** A branch, tag or commit; or the branch that a draft of the caller is for. Exactly one of the two. */
export interface WantedSource {
  readonly ref?: string | undefined
  readonly draft?: string | undefined
}

/** A run reads what is there now, however recently it was read. */
const NOW = 0

/** How an id of a commit is shortened where a version's name would be. */
const SHORT_HASH = 10

/** Finds what an unpublished run reads, as it is now. Callers need the permission to read it. */
export function createFindUnpublished(
  db: Db,
  reading: Pick<Reading, 'newestAt' | 'head'>,
): (caller: Caller, projectId: string, wanted: WantedSource) => Promise<Unpublished> {
  async function atRef(caller: Caller, projectId: string, ref: string): Promise<Unpublished> {
    const { folder, commitHash } = await reading.newestAt(caller, projectId, ref, NOW)
    const short = commitHash.slice(0, SHORT_HASH)
    return {
      ref,
      commitHash,
      versionName: commitHash.startsWith(ref) ? short : `${ref}@${short}`,
      readCommit: async () => (await readFilesAt(folder, commitHash)).files,
      changes: [],
      readPipeline: (name) => readPipelineAt({ folder, commitHash }, name),
    }
  }

  /**
   * The draft on the newest commit of its branch; on the one it was made on while there is no such branch.
   */
  async function ofDraft(caller: Caller, projectId: string, draft: string): Promise<Unpublished> {
    const grant = await enterProject(db, caller, projectId, 'repository:push')
    const files = await listFiles(db, grant, draft)
    if (files.length === 0) throw notFound('Draft', draft)
    const made = files.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit
    const base = await reading.head(caller, projectId, draft, made, NOW)
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
      readPipeline: (name) => readPipelineOn(base, changes, name),
    }
  }

  return async (caller, projectId, { ref, draft }) => {
    refuseNoRef({ ref, draft })
    return ref === undefined ? ofDraft(caller, projectId, draft!) : atRef(caller, projectId, ref)
  }
}

/** Finds the files of a commit that make a version, as it is now. */
export const createReadCommit =
  (reading: Pick<Reading, 'newestAt'>) => async (caller: Caller, projectId: string, ref: string) => {
    refuseNoRef({ ref })
    const { folder, commitHash } = await reading.newestAt(caller, projectId, ref, NOW)
    return { commitHash, read: () => readFilesAt(folder, commitHash) }
  }

/** Reads the files of the caller's draft of a branch; none without such a draft. */
export const createReadDraft =
  (db: Db) =>
  async (caller: Caller, projectId: string, branch: string): Promise<readonly StoredFile[]> =>
    listFiles(db, await enterProject(db, caller, projectId, 'repository:read'), branch)

/**
 * The file of one pipeline at a ref, or in a draft of the caller; undefined without such a file. Unlike a
 * run it may be some seconds behind a repository at a provider.
 */
export function createFindUnpublishedFile(db: Db, reading: Pick<Reading, 'newestAt' | 'head'>) {
  async function inDraft(caller: Caller, projectId: string, draft: string, name: string) {
    const grant = await enterProject(db, caller, projectId, 'repository:push')
    const files = await listFiles(db, grant, draft)
    if (files.length === 0) throw notFound('Draft', draft)
    const made = files.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit
    const base = await reading.head(caller, projectId, draft, made)
    const drafted = files.map(({ path, content }) => ({ path, content: content?.toString('utf8') }))
    return readPipelineOn(base, drafted, name)
  }

  return async (
    caller: Caller,
    projectId: string,
    wanted: WantedSource & { readonly pipelineName: string },
  ) => {
    const { ref, draft, pipelineName } = wanted
    refuseNoRef(wanted)
    const file =
      ref === undefined
        ? await inDraft(caller, projectId, draft!, pipelineName)
        : await readPipelineAt(await reading.newestAt(caller, projectId, ref), pipelineName)
    return file && { ...file, versionName: ref ?? `draft of ${draft}` }
  }
}

interface AtCommit {
  readonly folder: string
  readonly commitHash: string
}

/** The file of a pipeline in a commit. */
const readPipelineAt = (base: AtCommit, name: string) => readPipelineOn(base, [], name)

/** The same with files that are changed there, or deleted where they have no content. */
async function readPipelineOn(
  base: AtCommit | undefined,
  changes: readonly { readonly path: string; readonly content: string | undefined }[],
  name: string,
) {
  for (const path of pipelinePaths(name)) {
    const change = changes.find((one) => one.path === path)
    if (change?.content !== undefined) return { path, content: change.content }
    if (change !== undefined || base === undefined) continue
    const [file] = await readPipelineFilesAt(base.folder, base.commitHash, path)
    if (file !== undefined) return file
  }
  return undefined
}

/** Throws `bad-request` for what can be no branch, tag or commit. */
function refuseNoRef({ ref, draft }: WantedSource): void {
  const fault = revisionFault(ref ?? draft ?? '')
  if (fault !== undefined) throw badRequest([`body/${ref === undefined ? 'draft' : 'ref'} ${fault}`])
}
