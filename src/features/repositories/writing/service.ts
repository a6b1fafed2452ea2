import type { Db } from '../../../db/database.ts'
import { headOf, type RefMove } from '../../../git/commit.ts'
import { resolveCommit, type TreeEntry } from '../../../git/content.ts'
import { differencesOf } from '../../../git/diff.ts'
import { pathFault } from '../../../git/paths.ts'
import { revisionFault } from '../../../git/refs.ts'
import type { Caller } from '../../../http/caller.ts'
import type { StatedRevisions } from '../../../http/conditional.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { badRequest, conflict, notFound, notFoundIn, Problem } from '../../../lib/problem.ts'
import { findAuthor } from '../../directory/access.ts'
import { enterProject, type Grant } from '../../projects/access.ts'
import type { ReviewGate } from '../../reviews/access.ts'
import { changingRepository, locationWithToken, noteEvent } from '../access.ts'
import type { ReadPipelineIn } from '../comparing/service.ts'
import { hostRepository } from '../hosting.ts'
import { readReviewedFilesAt } from '../pipeline-files.ts'
import { commitOf, type Reading } from '../reading.ts'
import { changeLines } from '../smart-http/messages.ts'
import { findRepository } from '../store.ts'
import { type Committed, commitEdits, entriesOf, refuseOverQuota } from './committing.ts'
import { mergeInto, type ReviewMerge } from './merging.ts'
import { branchRevision, contentOf, type Edit, isKnown } from './rules.ts'
import {
  type FileChange,
  MAX_WRITTEN_BYTES,
  type Merge,
  type NewBranch,
  type NewCommit,
  type NewMerge,
  type PutFile,
  type Resolution,
} from './schema.ts'
import type { Workspace, Workspaces } from './workspace.ts'

export { contentOf } from './rules.ts'

export interface WritingDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  readonly root: string
  readonly maxRepositoryBytes: number
  readonly workspaces: Workspaces
  readonly reading: Reading
  readonly readPipeline: ReadPipelineIn
  readonly gate: ReviewGate
  /** Called after every change of a branch. */
  readonly onPush: (projectId: string) => void
}

/** Use cases of decisions.md §11, changes of a project's repository: files, commits and branches. */
export function createWriting(dependencies: WritingDependencies) {
  const { db, encryption, clock, root, maxRepositoryBytes, workspaces, reading, onPush, readPipeline, gate } =
    dependencies
  const enter = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'repository:push')

  /**
   * Does `work` on the repository; a migration waits for it, and nothing is written while one is under way.
   */
  async function changing<T>(
    grant: Grant,
    kind: string,
    work: (workspace: Workspace) => Promise<T>,
  ): Promise<T> {
    return changingRepository(db, grant, kind, async (repository) =>
      work(await workspaces.open(locationWithToken(repository, encryption))),
    )
  }

  async function note(grant: Grant, action: string, { ref, from, to }: RefMove): Promise<void> {
    const [line = ''] = changeLines([{ ref: latin(ref), before: from, after: to }])
    await noteEvent(db, grant.projectId, grant.caller.name, action, line)
    if (to !== undefined) onPush(grant.projectId)
  }

  /** Commits edits; a project without a repository gets a hosted one when they only add files. */
  async function write(
    grant: Grant<'repository:push'>,
    { branch, message }: { branch: string; message: string },
    editsIn: (workspace: Workspace) => Edit[] | Promise<Edit[]>,
  ): Promise<Committed> {
    const committed = await changing(grant, 'commit', async (workspace) => {
      const edits = await editsIn(workspace)
      if (workspace.isHosted) await refuseOverQuota(workspace.folder, edits, maxRepositoryBytes)
      const author = { ...(await findAuthor(db, grant.caller)), at: clock.now() }
      const done = await commitEdits(workspace, { branch, edits, message, author })
      if (done.before === undefined) await workspace.nameHead()
      return done
    })
    const { before, commitHash } = committed
    if (before !== commitHash)
      await note(grant, 'COMMITTED', { ref: `refs/heads/${branch}`, from: before, to: commitHash })
    return committed
  }

  async function putFile(caller: Caller, projectId: string, wanted: PutFile, stated: StatedRevisions) {
    const grant = await enter(caller, projectId)
    const { branch, path, message = `Write ${path}` } = wanted
    const { faults, edits } = readChanges('body/branch', branch, [{ ...wanted, at: 'body' }], () => ({
      stated,
    }))
    if (faults.length > 0) throw badRequest(faults)
    if (Array.isArray(stated)) await requireRepository(grant)
    else await hostRepository(db, grant, root)
    const { blobs, commitHash } = await write(grant, { branch, message }, () => edits)
    return { branch, path, blobHash: blobs.get(path)!, commitHash }
  }

  async function deleteFile(
    caller: Caller,
    projectId: string,
    wanted: { readonly branch: string; readonly path: string; readonly message?: string },
    stated: StatedRevisions,
  ) {
    const grant = await enter(caller, projectId)
    const { branch, path, message = `Delete ${path}` } = wanted
    const change = { path, delete: true, at: 'query' }
    const { faults, edits } = readChanges('query/branch', branch, [change], () => ({ stated }))
    if (faults.length > 0) throw badRequest(faults)
    if (Array.isArray(stated)) await requireRepository(grant)
    const { commitHash } = await write(grant, { branch, message }, async ({ folder }) => {
      const head = await headOf(folder, branch)
      if (head === undefined) throw notFound('Branch', branch)
      if ((await entriesOf(folder, head)).has(path) || Array.isArray(stated)) return edits
      throw notFoundIn('File', path, branch)
    })
    return { branch, commitHash }
  }

  async function commit(
    caller: Caller,
    projectId: string,
    { branch, message, baseCommit, changes }: NewCommit,
  ) {
    const grant = await enter(caller, projectId)
    const named = changes.map((change, i) => ({ ...change, at: `body/changes/${i}` }))
    const { faults, edits } = readChanges('body/branch', branch, named, () => ({ stated: 'nothing' }))
    if (faults.length > 0) throw badRequest(faults)
    if (baseCommit === undefined) await hostRepository(db, grant, root)
    const { commitHash } = await write(grant, { branch, message }, async ({ folder }) => {
      if (baseCommit === undefined) return edits
      const base = await entriesOf(folder, await commitOf(folder, baseCommit))
      return edits.map((edit) => ({ ...edit, seen: { blob: base.get(edit.path)?.oid } }))
    })
    return reading.commit(caller, projectId, commitHash)
  }

  /** Commits files, each on the commit that it was made on; one without such a commit must be new. */
  async function commitFiles(
    caller: Caller,
    projectId: string,
    order: { readonly branch: string; readonly message: string },
    files: readonly BasedFile[],
  ) {
    const grant = await enter(caller, projectId)
    const faults = branchFaults('path/branchName', order.branch)
    if (faults.length > 0) throw badRequest(faults)
    if (files.every(({ baseCommit }) => baseCommit === undefined)) await hostRepository(db, grant, root)
    const { commitHash } = await write(grant, order, async ({ folder }) => {
      const bases = new Map<string, ReadonlyMap<string, TreeEntry>>()
      for (const base of new Set(files.flatMap(({ baseCommit }) => baseCommit ?? []))) {
        const commit = await resolveCommit(folder, base)
        // After a force push the base may be gone: then nothing of the branch was seen.
        bases.set(base, commit === undefined ? new Map() : await entriesOf(folder, commit))
      }
      return files.map(({ path, content, baseCommit }) => {
        if (baseCommit === undefined) return { path, content, seen: { stated: 'nothing' } }
        return { path, content, seen: { blob: bases.get(baseCommit)?.get(path)?.oid } }
      })
    })
    return reading.commit(caller, projectId, commitHash)
  }

  /** Throws `precondition-failed` where no state can have been read, because there is no repository. */
  async function requireRepository({ projectId }: Grant): Promise<void> {
    if ((await findRepository(db, projectId)) === undefined)
      throw new Problem(
        'precondition-failed',
        'The project has no repository yet, so If-Match matches nothing',
      )
  }

  async function createBranch(caller: Caller, projectId: string, { name, from }: NewBranch) {
    const grant = await enter(caller, projectId)
    const faults = branchFaults('body/name', name)
    const fault = from === undefined ? undefined : revisionFault(from)
    if (fault !== undefined) faults.push(`body/from ${fault}`)
    if (faults.length > 0) throw badRequest(faults)
    await changing(grant, 'branch', async (workspace) => {
      const move = {
        ref: `refs/heads/${name}`,
        from: undefined,
        to: await commitOf(workspace.folder, from),
      }
      if (!(await workspace.move(move, 'branch')))
        throw conflict(
          `There is already a branch ${name}, or one whose name conflicts with it as a folder does with a file`,
        )
      await note(grant, 'BRANCH_CREATED', move)
    })
    return reading.branch(caller, projectId, name)
  }

  async function deleteBranch(caller: Caller, projectId: string, name: string, stated: StatedRevisions) {
    const grant = await enter(caller, projectId)
    const faults = branchFaults('path/branchName', name)
    if (faults.length > 0) throw badRequest(faults)
    await changing(grant, 'branch', async (workspace) => {
      const { branch } = await reading.branchIn(workspace.folder, name)
      const { commitHash } = branch
      if (stated !== 'nothing' && !isKnown({ stated }, undefined, commitHash))
        throw new Problem(
          'precondition-failed',
          `The branch has changed since it was read: its ETag is "${branchRevision(branch)}" now`,
        )
      if (branch.isDefault)
        throw conflict(
          `${name} is the default branch and cannot be deleted; clones would be empty without it`,
        )
      const move = { ref: `refs/heads/${name}`, from: commitHash, to: undefined }
      if (!(await workspace.move(move, 'branch')))
        throw conflict(`The branch ${name} has just changed; read it again`)
      await note(grant, 'BRANCH_DELETED', move)
    })
  }

  async function merge(caller: Caller, projectId: string, wanted: NewMerge): Promise<Merge> {
    const grant = await enter(caller, projectId)
    const { source, target, resolutions = [] } = wanted
    const named = resolutions.map((change, i) => ({ ...change, at: `body/resolutions/${i}` }))
    const { faults, edits } = readChanges('body/target', target, named, () => ({ stated: 'any' }))
    const fault = revisionFault(source)
    if (fault !== undefined) faults.push(`body/source ${fault}`)
    if (edits.length > 0)
      for (const needed of ['sourceCommit', 'targetCommit'] as const)
        if (wanted[needed] === undefined) faults.push(`body/${needed} is required with resolutions`)
    if (faults.length > 0) throw badRequest(faults)
    const { before, ...merged } = await changing(grant, 'merge', async (workspace) => {
      const author = { ...(await findAuthor(db, caller)), at: clock.now() }
      const { folder } = workspace
      const review: ReviewMerge = (from, to) =>
        gate.merging(
          grant,
          target,
          () => readReviewedFilesAt(folder, to),
          async () => new Set((await differencesOf(folder, from, to)).map(({ path }) => path)),
        )
      return mergeInto(workspace, { wanted, resolutions: edits, author, review }, readPipeline)
    })
    const { commitHash: to } = merged
    if (before !== to) await note(grant, 'MERGED', { ref: `refs/heads/${target}`, from: before, to })
    return merged
  }

  return { putFile, deleteFile, commit, commitFiles, createBranch, deleteBranch, merge }
}

export type Writing = ReturnType<typeof createWriting>

/** A file as it is to be, and the commit that it was made on. */
export interface BasedFile extends Pick<Edit, 'path' | 'content'> {
  readonly baseCommit: string | undefined
}

interface NamedChange extends FileChange, Pick<Resolution, 'keep'> {
  /** Where it stands in the request, for violations. */
  readonly at: string
}

/** Changes as edits, with every fault of them. */
function readChanges(
  at: string,
  branch: string,
  changes: readonly NamedChange[],
  seenOf: () => Edit['seen'],
): { faults: string[]; edits: Edit[] } {
  const faults = branchFaults(at, branch)
  const edits: Edit[] = []
  const paths = new Set<string>()
  for (const change of changes) {
    const { at: where, path } = change
    const wrong = pathFault(path)
    if (wrong !== undefined) faults.push(`${where}/path ${wrong}`)
    if (paths.has(path)) faults.push(`${where}/path is changed twice`)
    paths.add(path)
    const content = change.content === undefined ? undefined : contentOf(change.content, change.encoding)
    const ways = [change.content !== undefined, change.delete === true, change.keep !== undefined]
    if (ways.filter(Boolean).length !== 1)
      faults.push(`${where} must have either content or delete, or in a merge keep`)
    else if (change.content !== undefined && content === undefined)
      faults.push(`${where}/content must be base64`)
    else if ((content?.length ?? 0) > MAX_WRITTEN_BYTES)
      throw new Problem(
        'payload-too-large',
        `${path} has ${content!.length} bytes; a file that is written has at most ${MAX_WRITTEN_BYTES}`,
      )
    edits.push({ path, content, keep: change.keep, seen: seenOf() })
  }
  return { faults, edits }
}

/** Names that Git or we would take for something else are no names of branches. `at`: path of the field. */
export function branchFaults(at: string, name: string): string[] {
  const fault = revisionFault(name)
  if (fault !== undefined) return [`${at} ${fault}`]
  const isOther = name === 'HEAD' || name.startsWith('refs/') || /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name)
  return isOther ? [`${at} must not be the name of another kind of Git object`] : []
}

/** A name as messages and listings of refs have it: each byte is one character. */
const latin = (ref: string): string => Buffer.from(ref, 'utf8').toString('latin1')
