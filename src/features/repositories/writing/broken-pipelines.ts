import type { TreeEntry } from '../../../git/content.ts'
import { differencesOf } from '../../../git/diff.ts'
import { type MergeConflict, type MergedTree, mergeBaseOf, type SideEntry } from '../../../git/merge.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import type { ReadPipelineIn } from '../comparing/service.ts'
import { entriesOf } from './committing.ts'

/**
 * The pipelines that Git joined line by line and broke thereby: what both sides have can be read, and has no
 * link to a component that is missing; what became of it cannot be read, or has such a link. They are
 * conflicts like any other.
 */
export async function brokenPipelines(
  folder: string,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  { tree, conflicts }: MergedTree,
  readPipeline: ReadPipelineIn,
): Promise<MergeConflict[]> {
  const known = new Set(conflicts.map(({ path }) => path))
  const changedByUs = new Map((await differencesOf(folder, theirs, tree)).map((one) => [one.path, one]))
  const broken: string[] = []
  for (const { path, before, after } of await differencesOf(folder, ours, tree)) {
    const other = changedByUs.get(path)?.before
    if (known.has(path) || before === undefined || after === undefined || other === undefined) continue
    const sides = [await readPipeline(folder, path, before), await readPipeline(folder, path, other)]
    if (sides.every(isWhole) && !isWhole(await readPipeline(folder, path, after))) broken.push(path)
  }
  if (broken.length === 0) return []
  const base = await mergeBaseOf(folder, ours, theirs)
  const [inBase, inOurs, inTheirs] = await Promise.all(
    [base, ours, theirs].map((commit) => entriesOf(folder, commit)),
  )
  return broken.map((path) => ({
    path,
    base: sideOf(inBase!.get(path)),
    ours: sideOf(inOurs!.get(path)),
    theirs: sideOf(inTheirs!.get(path)),
  }))
}

/** Whether a pipeline can be read and has all components that its links lead to and come from. */
function isWhole(pipeline: Pipeline | undefined): boolean {
  if (pipeline === undefined) return false
  return [...pipeline.components.values()].every(({ transitions, sources, iterationTarget }) =>
    [
      ...Object.values(transitions).flat(),
      ...sources,
      ...(iterationTarget === undefined ? [] : [iterationTarget]),
    ].every((name) => pipeline.components.has(name)),
  )
}

const sideOf = (entry: TreeEntry | undefined): SideEntry | undefined =>
  entry && { blob: entry.oid, mode: entry.mode }
