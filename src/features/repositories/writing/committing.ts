import { sizeOf } from '../../../git/bare.ts'
import {
  headOf,
  REGULAR_FILE,
  type Signature,
  writeBlobs,
  writeCommit,
  writeTree,
} from '../../../git/commit.ts'
import { listTree, type TreeEntry } from '../../../git/content.ts'
import { listLocalRefs } from '../../../git/refs.ts'
import { badRequest, notFound, Problem } from '../../../lib/problem.ts'
import {
  type BranchState,
  conflictingEdits,
  conflictSentence,
  type Edit,
  type NamedEdit,
  placeFaults,
} from './rules.ts'
import { sidesOf } from './sides.ts'
import type { Workspace } from './workspace.ts'

export interface CommitOrder {
  readonly branch: string
  readonly edits: readonly Edit[]
  readonly message: string
  readonly author: Signature
}

/** A branch after edits; `before` is the same commit when they changed nothing. */
export interface Committed {
  readonly before: string | undefined
  readonly commitHash: string
  /** By path, of what was edited. */
  readonly blobs: ReadonlyMap<string, string | undefined>
}

/** So often somebody else may be faster with another file of the branch. */
const MAX_ATTEMPTS = 8

/**
 * Commits edits on top of a branch, all or none of them: what others have committed meanwhile stays, and
 * where they have changed the same file this throws `conflict` (`precondition-failed` for stated tags) with
 * both sides. The branch of an empty repository begins with it.
 */
export async function commitEdits(workspace: Workspace, order: CommitOrder): Promise<Committed> {
  const { folder } = workspace
  const named = await nameEdits(folder, order.edits)
  const blobs = new Map(named.map(({ path, blob }) => [path, blob]))
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (attempt > 1) await workspace.refresh()
    const state = await stateOf(folder, order.branch)
    await refuseConflicts(folder, named, state)
    const changed = named.filter(({ path, blob }) => state.entries.get(path)?.oid !== blob)
    if (changed.length === 0 && state.head !== undefined)
      return { before: state.head, commitHash: state.head, blobs }
    const commitHash = await commitOn(folder, state, changed, order)
    const move = { ref: `refs/heads/${order.branch}`, from: state.head, to: commitHash }
    if (await workspace.move(move, 'commit')) return { before: state.head, commitHash, blobs }
  }
  throw new Problem('conflict', `The branch ${order.branch} keeps changing; try again`, {
    retryAfterSeconds: 1,
  })
}

async function nameEdits(folder: string, edits: readonly Edit[]): Promise<NamedEdit[]> {
  const written = edits.filter(({ content }) => content !== undefined)
  const ids = await writeBlobs(
    folder,
    written.map(({ content }) => content!),
  )
  const idOf = new Map(written.map((edit, i) => [edit, ids[i]]))
  return edits.map((edit) => ({ ...edit, blob: idOf.get(edit) }))
}

async function stateOf(folder: string, branch: string): Promise<BranchState> {
  const head = await headOf(folder, branch)
  if (head !== undefined) return { head, entries: await entriesOf(folder, head) }
  const { refs } = await listLocalRefs(folder)
  if ([...refs.keys()].some((name) => name.startsWith('refs/heads/'))) throw notFound('Branch', branch)
  return { head, entries: new Map() }
}

/** The files of a commit by path. */
export async function entriesOf(folder: string, commit: string): Promise<Map<string, TreeEntry>> {
  return new Map((await listTree(folder, commit)).map((entry) => [entry.path, entry]))
}

async function refuseConflicts(
  folder: string,
  edits: readonly NamedEdit[],
  state: BranchState,
): Promise<void> {
  const faults = placeFaults(edits, state)
  if (faults.length > 0) throw badRequest(faults)
  const conflicting = conflictingEdits(edits, state)
  if (conflicting.length === 0) return
  const byTag = conflicting.some(({ seen }) => 'stated' in seen && Array.isArray(seen.stated))
  throw new Problem(
    byTag ? 'precondition-failed' : 'conflict',
    'The files have changed since they were read; `conflicts` has both sides',
    {
      violations: conflicting.map((edit) => conflictSentence(edit, state)),
      conflicts: await sidesOf(folder, conflicting, state),
    },
  )
}

async function commitOn(
  folder: string,
  { head, entries }: BranchState,
  edits: readonly NamedEdit[],
  { message, author }: CommitOrder,
): Promise<string> {
  const changes = edits.map(({ path, blob }) => ({
    path,
    blob,
    mode: entries.get(path)?.mode ?? REGULAR_FILE,
  }))
  const tree = await writeTree(folder, head, changes)
  return writeCommit(folder, { tree, parents: head === undefined ? [] : [head], message, author })
}

/** Throws `payload-too-large` when a repository would become larger than it may be. */
export async function refuseOverQuota(
  folder: string,
  edits: readonly Edit[],
  maxRepositoryBytes: number,
): Promise<void> {
  const { bytes } = await sizeOf(folder)
  const added = edits.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
  if (bytes + added <= maxRepositoryBytes) return
  const mib = Math.floor(maxRepositoryBytes / 1024 / 1024)
  throw new Problem(
    'payload-too-large',
    `A repository may have ${mib} MiB, and with this it would have more; administrators set HEADRACE_MAX_REPOSITORY_MIB`,
  )
}
