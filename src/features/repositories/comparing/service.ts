import type { Db } from '../../../db/database.ts'
import { readBlobs, textOf } from '../../../git/content.ts'
import { differencesOf, type FileDifference, textDiffsOf } from '../../../git/diff.ts'
import { revisionFault } from '../../../git/refs.ts'
import { withScratch } from '../../../git/scratch.ts'
import type { Caller } from '../../../http/caller.ts'
import type { PageRequest } from '../../../http/page.ts'
import { badRequest, notFound } from '../../../lib/problem.ts'
import { compareComponents } from '../../../pipeline/compare.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { enterProject } from '../../projects/access.ts'
import type { Reading } from '../reading.ts'
import { type DraftEdit, writeDraftTree } from './draft-tree.ts'
import { type DiffQuery, MAX_DIFF_CHARACTERS } from './schema.ts'

/** Larger files are no pipelines (`pipeline/parse.ts`). */
const MAX_PIPELINE_BYTES = 1024 * 1024

/** The pipeline in a blob, or undefined: none, or one that cannot be read. */
export type ReadPipelineIn = (
  folder: string,
  path: string,
  blob: string | undefined,
) => Promise<Pipeline | undefined>

export const readPipelineIn =
  (parsePipeline: ParsePipeline): ReadPipelineIn =>
  async (folder, path, blob) => {
    if (blob === undefined || pipelineNameOf(path) === undefined) return undefined
    const [bytes] = await readBlobs(folder, [blob], 4 * MAX_PIPELINE_BYTES).catch(() => []) // larger: no pipeline
    const text = bytes === undefined || bytes.length > MAX_PIPELINE_BYTES ? undefined : textOf(bytes)
    // A file beyond the limits of reading has no components to show; its text still has a diff.
    return text === undefined ? undefined : parsePipeline(path, text).catch(() => undefined)
  }

/** The files of the caller's draft of a branch; none without such a draft. */
export type ReadDraft = (
  caller: Caller,
  projectId: string,
  branch: string,
) => Promise<readonly (DraftEdit & { readonly baseCommit: string | undefined })[]>

export interface ComparingDependencies {
  readonly db: Db
  readonly reading: Reading
  readonly readDraft: ReadDraft
  readonly readPipeline: ReadPipelineIn
}

/** One of the two that are compared: a commit, or what a draft makes of one. */
interface Side {
  /** Undefined where there is no repository yet. */
  readonly folder: string | undefined
  readonly commitHash: string | undefined
  readonly edits: readonly DraftEdit[]
}

/**
 * What differs between two commits of a project's repository, or drafts, for people who are about to merge.
 */
export function createComparing({ db, reading, readDraft, readPipeline }: ComparingDependencies) {
  async function diff(
    caller: Caller,
    projectId: string,
    { from, fromDraft, to, toDraft }: DiffQuery,
    page: PageRequest,
  ) {
    await enterProject(db, caller, projectId, 'repository:read')
    refuseUnlessOneOf({ from, fromDraft }, { to, toDraft })
    const after = await sideOf(caller, projectId, { ref: to, draft: toDraft }, 'to')
    const before = await sideOf(caller, projectId, { ref: from, draft: fromDraft }, 'from')
    const compared = await comparedSides(before, after, page)
    return {
      ...(before.commitHash !== undefined && { fromCommit: before.commitHash }),
      ...(after.commitHash !== undefined && { toCommit: after.commitHash }),
      page: page.page,
      size: page.size,
      ...compared,
    }
  }

  async function sideOf(
    caller: Caller,
    projectId: string,
    { ref, draft }: { readonly ref: string | undefined; readonly draft: string | undefined },
    parameter: string,
  ): Promise<Side> {
    if (draft === undefined) return { ...(await reading.at(caller, projectId, ref!, parameter)), edits: [] }
    const fault = revisionFault(draft)
    if (fault !== undefined) throw badRequest([`query/${parameter}Draft ${fault}`])
    const edits = await readDraft(caller, projectId, draft)
    if (edits.length === 0) throw notFound('Draft', draft)
    const made = edits.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit
    const base = await reading.head(caller, projectId, draft, made)
    return { folder: base?.folder, commitHash: base?.commitHash, edits }
  }

  /** What a draft writes for the comparison is seen by nobody and gone afterwards. */
  async function comparedSides(before: Side, after: Side, page: PageRequest) {
    const sides = [before, after] as const
    if (sides.every(({ edits }) => edits.length === 0))
      return comparedTrees(after.folder!, before.commitHash!, after.commitHash!, page)
    return withScratch(before.folder ?? after.folder, async (scratch) => {
      const treeOf = ({ commitHash, edits }: Side) =>
        edits.length === 0 ? commitHash! : writeDraftTree(scratch, commitHash, edits)
      return comparedTrees(scratch, await treeOf(before), await treeOf(after), page)
    })
  }

  async function comparedTrees(folder: string, from: string, to: string, page: PageRequest) {
    const all = await differencesOf(folder, from, to)
    const shown = all.slice(page.offset, page.offset + page.size)
    const texts = await textDiffsOf(folder, from, to, shown)
    const results = []
    for (const [i, one] of shown.entries()) results.push(await shownFile(folder, one, texts?.[i]))
    return { results, total: all.length }
  }

  async function shownFile(folder: string, difference: FileDifference, text: string | undefined) {
    const { path, change, before, after } = difference
    const isPipeline = pipelineNameOf(path) !== undefined
    return {
      path,
      change,
      ...(text !== undefined && { diff: text.slice(0, MAX_DIFF_CHARACTERS) }),
      diffTruncated: text === undefined || text.length > MAX_DIFF_CHARACTERS,
      ...(isPipeline && { components: await componentsOf(folder, path, before, after) }),
    }
  }

  async function componentsOf(folder: string, path: string, before?: string, after?: string) {
    const { added, changed, removed } = compareComponents(
      await readPipeline(folder, path, before),
      await readPipeline(folder, path, after),
    )
    return { added: [...added], changed: [...changed], removed: [...removed] }
  }

  return { diff }
}

export type Comparing = ReturnType<typeof createComparing>

/** Throws `bad-request` with every side that is not named exactly once. */
function refuseUnlessOneOf(...sides: readonly Readonly<Record<string, string | undefined>>[]): void {
  const faults = sides
    .filter((side) => Object.values(side).filter((name) => name !== undefined).length !== 1)
    .map((side) => `query must have either ${Object.keys(side).join(' or ')}`)
  if (faults.length > 0) throw badRequest(faults)
}
