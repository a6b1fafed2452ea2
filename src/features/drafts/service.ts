import type { Db } from '../../db/database.ts'
import { exactTextOf } from '../../git/content.ts'
import { pathFault } from '../../git/paths.ts'
import type { Caller } from '../../http/caller.ts'
import { etagOf, type Precondition, revisionOf, type StatedRevisions } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, notFound, notFoundIn, Problem } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import { MAX_WRITTEN_BYTES } from '../repositories/writing/schema.ts'
import { branchFaults, contentOf, type Writing } from '../repositories/writing/service.ts'
import { type Draft, type DraftFile, MAX_DRAFT_BYTES, MAX_DRAFT_FILES, type PutDraftFile } from './schema.ts'
import * as store from './store.ts'

/** Use cases of decisions.md §11, drafts: each caller sees its own, and nobody else does. */
export function createDrafts(db: Db, writing: Pick<Writing, 'commitFiles'>) {
  const reader = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'repository:read')
  const writer = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'repository:push')

  async function list(caller: Caller, projectId: string, page: PageRequest) {
    return store.listDrafts(db, await reader(caller, projectId), page)
  }

  async function get(caller: Caller, projectId: string, branch: string): Promise<Draft> {
    const found = await store.findDraft(db, await reader(caller, projectId), branch)
    if (found === undefined) throw notFound('Draft', branch)
    return found
  }

  async function file(caller: Caller, projectId: string, key: store.FileKey) {
    const found = await store.findFile(db, await reader(caller, projectId), key)
    if (found === undefined) throw notFoundIn('File', key.path, `the draft ${key.branch}`)
    return { file: wireOf(found), revision: found.revision }
  }

  /** Keeps a file as the caller has written it: on disk when this resolves. */
  async function putFile(
    caller: Caller,
    projectId: string,
    branch: string,
    wanted: PutDraftFile,
    { stated, none }: { readonly stated: StatedRevisions; readonly none: Precondition },
  ) {
    const grant = await writer(caller, projectId)
    const { path } = wanted
    const content = checkedContent(branch, wanted)
    const key = { branch, path }
    return db.transaction().execute(async (tx) => {
      await store.lockDrafts(tx, grant)
      const present = await store.findFile(tx, grant, key)
      refuseOtherState(present, stated)
      if (present !== undefined) none.check(present.revision)
      refuseTooMuch(await store.measureOthers(tx, grant, key), content?.length ?? 0)
      const baseCommit =
        wanted.baseCommit === undefined ? present?.baseCommit : (wanted.baseCommit ?? undefined)
      const revision = revisionOf([content?.toString('base64') ?? null, baseCommit ?? null])
      await store.upsertFile(tx, grant, branch, { path, content, baseCommit, revision })
      const kept = (await store.findFile(tx, grant, key))!
      const { content: _, encoding: __, ...shown } = wireOf(kept)
      return { file: shown, revision }
    })
  }

  async function removeFile(caller: Caller, projectId: string, key: store.FileKey, stated: StatedRevisions) {
    const grant = await writer(caller, projectId)
    await db.transaction().execute(async (tx) => {
      await store.lockDrafts(tx, grant)
      const present = await store.findFile(tx, grant, key)
      refuseOtherState(present, stated)
      if (present === undefined) throw notFoundIn('File', key.path, `the draft ${key.branch}`)
      await store.deleteFile(tx, grant, key)
    })
  }

  async function remove(caller: Caller, projectId: string, branch: string): Promise<void> {
    const grant = await writer(caller, projectId)
    if (!(await store.deleteDraft(db, grant, branch))) throw notFound('Draft', branch)
  }

  /**
   * Commits the draft on its branch: each file on the commit that it was made on, so that what others have
   * changed since is a conflict and stays. What the caller wrote meanwhile is the draft that is left.
   */
  async function commit(caller: Caller, projectId: string, branch: string, message: string) {
    const grant = await writer(caller, projectId)
    const files = await store.listFiles(db, grant, branch)
    if (files.length === 0) throw notFound('Draft', branch)
    const made = await writing.commitFiles(caller, projectId, { branch, message }, files)
    await db.transaction().execute(async (tx) => {
      await store.lockDrafts(tx, grant)
      await store.settleFiles(tx, grant, branch, { files, commitHash: made.commitHash })
    })
    return made
  }

  return { list, get, file, putFile, removeFile, remove, commit }
}

export type Drafts = ReturnType<typeof createDrafts>

function wireOf({ path, content, baseCommit, updatedAt }: store.StoredFile): DraftFile {
  const text = content === undefined ? undefined : exactTextOf(content)
  return {
    path,
    deleted: content === undefined,
    bytes: content?.length ?? 0,
    ...(baseCommit !== undefined && { baseCommit }),
    updatedAt,
    ...(content !== undefined && {
      encoding: text === undefined ? 'base64' : 'utf-8',
      content: text ?? content.toString('base64'),
    }),
  }
}

/**
 * Throws `bad-request` with every fault of a file, and `payload-too-large`. Undefined: it is to be deleted.
 */
function checkedContent(branch: string, { path, content, encoding }: PutDraftFile) {
  const wrongPath = pathFault(path)
  const faults = [
    ...branchFaults('path/branchName', branch),
    ...(wrongPath === undefined ? [] : [`body/path ${wrongPath}`]),
  ]
  const bytes = content === null ? undefined : contentOf(content, encoding)
  if (content !== null && bytes === undefined) faults.push('body/content must be base64')
  if (faults.length > 0) throw badRequest(faults)
  if ((bytes?.length ?? 0) > MAX_WRITTEN_BYTES)
    throw tooMuch(`A file of a draft has at most ${MAX_WRITTEN_BYTES} bytes`)
  return bytes
}

const tooMuch = (detail: string) => new Problem('payload-too-large', detail)

function refuseTooMuch(
  { bytes, filesOfBranch }: { bytes: number; filesOfBranch: number },
  added: number,
): void {
  if (filesOfBranch >= MAX_DRAFT_FILES)
    throw tooMuch(`A draft has at most ${MAX_DRAFT_FILES} files; commit it first`)
  if (bytes + added > MAX_DRAFT_BYTES)
    throw tooMuch(
      `Your drafts in a project have at most ${MAX_DRAFT_BYTES} bytes; commit or discard some first`,
    )
}

/** The same person in two windows: the one with the older state gets a conflict. */
function refuseOtherState(present: store.StoredFile | undefined, stated: StatedRevisions): void {
  if (stated === 'nothing' || stated === 'any') return
  if (present !== undefined && stated.includes(present.revision)) return
  const now = present === undefined ? 'it is no longer there' : `its ETag is ${etagOf(present.revision)} now`
  throw new Problem('precondition-failed', `The draft of the file has changed since it was read: ${now}`)
}
