import type { components } from '../../../../../openapi/types.generated.ts'
import { renameInFiles, unchangeableSentence } from '../../../../../src/pipeline/editing/called-pipelines.ts'
import type { PipelineKind } from '../../../../../src/pipeline/model.ts'
import { pipelineNameOf, testNameOf } from '../../../../../src/pipeline/names.ts'
import { client } from '../../../../api/client.ts'
import { readEvery } from '../../../../api/every.ts'
import { isProblem } from '../../../../api/problem.ts'
import { listDrafted, readCommitted } from '../../../../components/designer/state/draft-api.ts'

/** The branch that a pipeline is changed on, and its commit that the user sees. */
export interface Place {
  readonly projectId: string
  readonly branch: string
  readonly baseCommit: string
}

export interface Named {
  readonly name: string
  readonly path: string
  readonly kind: PipelineKind
}

type Change = components['schemas']['NewCommit']['changes'][number]

/** As many files as one commit may change. */
const MAX_CHANGES = 200
const AT_ONCE = 8

/**
 * Renames a pipeline on a branch in one commit, together with the pipelines at `callers` and the tests that
 * run it. Resolves with how many other files were changed. Throws problems, and what the user has to do
 * first.
 */
export async function renamePipeline(
  place: Place,
  pipeline: Named,
  {
    path,
    callers,
    message,
  }: { readonly path: string; readonly callers: readonly string[]; readonly message: string },
): Promise<number> {
  const own = await textAt(place, pipeline.path)
  const others = await changedOthers(place, pipeline, path, [...callers, ...(await testsOf(place))])
  const changes = [{ path: pipeline.path, delete: true }, { path, content: own }, ...others]
  if (changes.length > MAX_CHANGES)
    throw new Error(
      `${others.length} files run it, and a commit changes at most ${MAX_CHANGES}: rename it in a clone, with \`headrace rename\``,
    )
  await commit(place, changes, message)
  return others.length
}

/** Deletes a pipeline on a branch. Throws problems, and what the user has to do first. */
export const deletePipeline = (place: Place, { path }: Named, message: string): Promise<void> =>
  commit(place, [{ path, delete: true }], message)

/** The tests of the commit. */
async function testsOf({ projectId, baseCommit }: Place): Promise<string[]> {
  const files = await readEvery('/v1/projects/{projectId}/repositories/files', ({ path }) => path, {
    path: { projectId },
    query: { ref: baseCommit },
  })
  return files.map(({ path }) => path).filter((path) => testNameOf(path) !== undefined)
}

/** Those of the files that run the pipeline, as they are to be. */
async function changedOthers(place: Place, { name, kind }: Named, path: string, files: readonly string[]) {
  const renamed = { kind, from: name, to: pipelineNameOf(path)!.name }
  const read: { path: string; text: string }[] = []
  for (let next = 0; next < files.length; next += AT_ONCE)
    await Promise.all(
      files.slice(next, next + AT_ONCE).map(async (file) => {
        read.push({ path: file, text: await textAt(place, file) })
      }),
    )
  const { changed, unchangeable } = renameInFiles(read, renamed)
  if (unchangeable.length > 0) throw new Error(unchangeableSentence(unchangeable))
  return changed.map(({ path: file, text }) => ({ path: file, content: text }))
}

async function textAt({ projectId, baseCommit }: Place, path: string): Promise<string> {
  const file = await readCommitted({ projectId, branch: baseCommit, path })
  if (file === undefined) throw new Error(`${path} is no longer there; reload the page`)
  return file.text
}

/**
 * What the user has written of the same files and not committed would be in conflict with it, so that comes
 * first.
 */
async function commit(place: Place, changes: Change[], message: string): Promise<void> {
  const { projectId, branch, baseCommit } = place
  const drafted = new Set(await listDrafted(projectId, branch))
  const mine = changes.map(({ path }) => path).filter((path) => drafted.has(path))
  if (mine.length > 0)
    throw new Error(
      `Your draft of ${branch} changes ${mine.join(', ')}: commit or discard it in the Designer first`,
    )
  const { error } = await client.POST('/v1/projects/{projectId}/repositories/commits', {
    params: { path: { projectId } },
    body: { branch, baseCommit, message, changes },
  })
  if (isProblem(error) && error.conflicts !== undefined)
    throw new Error(
      `Somebody else has changed ${error.conflicts.map(({ path }) => path).join(', ')} on ${branch} meanwhile: close this and look at it first`,
    )
  if (error !== undefined) throw error
}
