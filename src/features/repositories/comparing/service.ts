import { readBlobs, textOf } from '../../../git/content.ts'
import { differencesOf, type FileDifference, textDiffsOf } from '../../../git/diff.ts'
import type { Caller } from '../../../http/caller.ts'
import type { PageRequest } from '../../../http/page.ts'
import { compareComponents } from '../../../pipeline/compare.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import type { Reading } from '../reading.ts'
import { MAX_DIFF_CHARACTERS } from './schema.ts'

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

/** What differs between two commits of a project's repository, for people who are about to merge. */
export function createComparing(reading: Reading, readPipeline: ReadPipelineIn) {
  async function diff(
    caller: Caller,
    projectId: string,
    { from, to }: { readonly from: string; readonly to: string },
    page: PageRequest,
  ) {
    const { folder, commitHash: toCommit } = await reading.at(caller, projectId, to, 'to')
    const { commitHash: fromCommit } = await reading.at(caller, projectId, from, 'from')
    const all = await differencesOf(folder, fromCommit, toCommit)
    const shown = all.slice(page.offset, page.offset + page.size)
    const texts = await textDiffsOf(folder, fromCommit, toCommit, shown)
    const results = []
    for (const [i, one] of shown.entries()) results.push(await shownFile(folder, one, texts?.[i]))
    return { fromCommit, toCommit, page: page.page, results, size: page.size, total: all.length }
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
