import {
  headOf,
  REGULAR_FILE,
  type Signature,
  writeBlobs,
  writeCommit,
  writeTree,
} from '../../../git/commit.ts'
import {
  isAncestor,
  type MergeConflict,
  type MergedTree,
  mergeTrees,
  type SideEntry,
  UnrelatedHistoriesError,
} from '../../../git/merge.ts'
import { badRequest, conflict, type FileConflict, notFound, Problem } from '../../../lib/problem.ts'
import { conflictingComponents } from '../../../pipeline/compare.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ReadPipelineIn } from '../comparing/service.ts'
import { commitOf } from '../reading.ts'
import { brokenPipelines } from './broken-pipelines.ts'
import { entriesOf } from './committing.ts'
import { type Edit, placeFaults } from './rules.ts'
import type { Merge, NewMerge } from './schema.ts'
import { blobSide } from './sides.ts'
import type { Workspace } from './workspace.ts'

export interface MergeOrder {
  readonly wanted: NewMerge
  readonly resolutions: readonly Edit[]
  readonly author: Signature
  readonly review: ReviewMerge
}

/** Throws what keeps a branch from being moved from one commit to another. */
export type ReviewMerge = (from: string, to: string) => Promise<void>

export interface Merged extends Merge {
  /** Where the target was. */
  readonly before: string
}

const MAX_ATTEMPTS = 8
/** What a side that deleted a file has of it. */
const NOTHING = { blob: undefined, mode: REGULAR_FILE }

/**
 * Merges into a branch: moves it forward, or commits on it what both sides changed. Throws `conflict` with
 * both sides of each file that Git cannot join, or breaks, and that no resolution is given for.
 */
export async function mergeInto(
  workspace: Workspace,
  order: MergeOrder,
  readPipeline: ReadPipelineIn,
): Promise<Merged> {
  const { folder } = workspace
  const { wanted } = order
  const { target, strategy = 'AUTO' } = wanted
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (attempt > 1) await workspace.refresh()
    const { ours, theirs } = await sidesOfMerge(folder, wanted)
    if (await isAncestor(folder, theirs, ours))
      return { outcome: 'UP_TO_DATE', target, commitHash: ours, before: ours }
    const isForward = strategy !== 'MERGE_COMMIT' && (await isAncestor(folder, ours, theirs))
    if (strategy === 'FAST_FORWARD' && !isForward)
      throw conflict(`${target} has commits that ${wanted.source} lacks, so it cannot be fast-forwarded`)
    const commitHash = isForward ? theirs : await joined(folder, ours, theirs, order, readPipeline)
    await order.review(ours, commitHash)
    const move = { ref: `refs/heads/${target}`, from: ours, to: commitHash }
    if (await workspace.move(move, 'merge'))
      return { outcome: isForward ? 'FAST_FORWARD' : 'MERGE_COMMIT', target, commitHash, before: ours }
  }
  throw new Problem('conflict', `The branch ${target} keeps changing; try again`, { retryAfterSeconds: 1 })
}

async function sidesOfMerge(folder: string, { source, target, sourceCommit, targetCommit }: NewMerge) {
  const ours = await headOf(folder, target)
  if (ours === undefined) throw notFound('Branch', target)
  const theirs = await commitOf(folder, source)
  for (const [name, stated, present] of [
    [source, sourceCommit, theirs],
    [target, targetCommit, ours],
  ])
    if (stated !== undefined && stated !== present)
      throw conflict(`${name} has changed since it was read: it is at ${present} now`)
  return { ours, theirs }
}

async function joined(
  folder: string,
  ours: string,
  theirs: string,
  { wanted, resolutions, author }: MergeOrder,
  readPipeline: ReadPipelineIn,
): Promise<string> {
  const { source, target, message = `Merge ${source} into ${target}` } = wanted
  const joinedByGit = await mergeTrees(folder, ours, theirs).catch((error: unknown) => {
    if (error instanceof UnrelatedHistoriesError)
      throw conflict(`${source} and ${target} have no commit in common`)
    throw error
  })
  const broken = await brokenPipelines(folder, { ours, theirs }, joinedByGit, readPipeline)
  const merged = { ...joinedByGit, conflicts: [...joinedByGit.conflicts, ...broken] }
  const resolved = new Set(resolutions.map(({ path }) => path))
  const open = merged.conflicts.filter(({ path }) => !resolved.has(path))
  if (open.length > 0) throw await inConflict(folder, ours, open, readPipeline)
  const tree = resolutions.length === 0 ? merged.tree : await withResolutions(folder, merged, resolutions)
  return writeCommit(folder, { tree, parents: [ours, theirs], message, author })
}

async function withResolutions(
  folder: string,
  { tree, conflicts }: MergedTree,
  resolutions: readonly Edit[],
): Promise<string> {
  const sides = new Map(conflicts.map((one) => [one.path, one]))
  const strangers = resolutions.filter(({ path, keep }) => keep !== undefined && !sides.has(path))
  if (strangers.length > 0) throw badRequest(strangers.map(({ path }) => `${path} is not in conflict`))
  const written = resolutions.filter(({ content }) => content !== undefined)
  const blobs = await writeBlobs(
    folder,
    written.map(({ content }) => content!),
  )
  const idOf = new Map(written.map(({ path }, i) => [path, blobs[i]]))
  const entries = await entriesOf(folder, tree)
  const named = resolutions.map((edit) => {
    const { path, keep } = edit
    const { ours, theirs } = sides.get(path) ?? {}
    const kept = keep === 'TARGET' ? ours : theirs
    const changed = { blob: idOf.get(path), mode: entries.get(path)?.mode ?? REGULAR_FILE }
    return { ...edit, ...(keep === undefined ? changed : (kept ?? NOTHING)) }
  })
  const faults = placeFaults(named, { head: undefined, entries })
  if (faults.length > 0) throw badRequest(faults)
  return writeTree(folder, tree, named)
}

async function inConflict(
  folder: string,
  theirsCommit: string,
  open: readonly MergeConflict[],
  readPipeline: ReadPipelineIn,
): Promise<Problem> {
  const conflicts: FileConflict[] = []
  for (const [i, one] of open.entries())
    conflicts.push({ ...(await conflictIn(folder, one, i, readPipeline)), theirsCommit })
  return new Problem(
    'conflict',
    'The changes of both sides do not fit together; `conflicts` lists the files, and `resolutions` settles them',
    {
      violations: conflicts.map(sentenceOf),
      conflicts,
    },
  )
}

async function conflictIn(
  folder: string,
  { path, base, ours, theirs }: MergeConflict,
  position: number,
  readPipeline: ReadPipelineIn,
): Promise<FileConflict> {
  // The target of a link cannot be edited as text: only one of the two sides can be kept.
  const side = async (entry: SideEntry | undefined) =>
    entry === undefined || isFile(entry) ? blobSide(folder, entry?.blob, position) : { blobHash: entry.blob }
  const read = (entry: SideEntry | undefined) => readPipeline(folder, path, entry?.blob)
  const isPipeline = pipelineNameOf(path) !== undefined
  return {
    path,
    ...(base !== undefined && { base: await side(base) }),
    theirs: await side(ours),
    yours: await side(theirs),
    ...(isPipeline && {
      components: conflictingComponents(await read(base), await read(ours), await read(theirs)),
    }),
  }
}

const isFile = ({ mode }: SideEntry): boolean => mode.startsWith('100')

function sentenceOf({ path, base, theirs, yours, components = [] }: FileConflict): string {
  const [inTarget, inSource] = [theirs.blobHash !== undefined, yours.blobHash !== undefined]
  if (!inTarget && !inSource) return `${path} was renamed or deleted in both, in different ways`
  if (base === undefined && inTarget !== inSource) {
    const [one, other] = inTarget ? ['target', 'source'] : ['source', 'target']
    return `${path} is only in the ${one}, where the ${other} has renamed the file or has another one in its place`
  }
  if (!inTarget) return `${path} was deleted in the target and changed in the source`
  if (!inSource) return `${path} was changed in the target and deleted in the source`
  const where = components.length === 0 ? '' : `: ${components.slice(0, 20).join(', ')}`
  return `${path} was changed in both${where}`
}
