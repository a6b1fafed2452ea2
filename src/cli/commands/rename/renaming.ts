import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import { canBecome, statedCalls } from '../../../pipeline/calls.ts'
import { renameInFiles, unchangeableSentence } from '../../../pipeline/editing/called-pipelines.ts'
import { pipelineNameOf, pipelinePaths, testNameOf } from '../../../pipeline/names.ts'
import { newNameFault, pathOf } from '../../../pipeline/new-path.ts'
import { parsePipelineFile } from '../../../pipeline/parse.ts'
import { readProjectFiles } from '../publish/source-files.ts'

export interface Wanted {
  readonly pipeline: string
  readonly name: string
  /** As the user wrote it, and in full. */
  readonly dir: string
  readonly folder: string
  readonly dryRun: boolean
}

/** Paths from the folder on. */
export interface Renamed {
  readonly from: string
  readonly to: string
  /** The files that run it by the new name. */
  readonly changed: readonly string[]
  /** Those that take the name of the pipeline that they run from a variable, and may mean it. */
  readonly undecided: readonly string[]
}

/**
 * Renames a pipeline of a folder, with what runs it. Throws Failure, and unless a file cannot be written
 * nothing is changed then.
 */
export function renameIn({ pipeline, name, dir, folder, dryRun }: Wanted): Renamed {
  const files = readProjectFiles(folder).files.map(({ path, bytes }) => ({
    path,
    text: bytes.toString('utf8'),
  }))
  const from = fileOf(files, pipeline, dir)
  const { kind } = from
  const fault = newNameFault(
    name,
    from,
    files.map(({ path }) => path),
  )
  if (fault !== undefined) throw new Failure(`${pipeline} cannot be named ${name}. ${fault}.`)
  const to = pathOf(name, kind)
  const renamed = { kind, from: from.name, to: pipelineNameOf(to)!.name }
  const others = files.filter(({ path }) => path !== from.path && mayRun(path))
  const { changed, unchangeable } = renameInFiles(others, renamed)
  if (unchangeable.length > 0) throw new Failure(`${unchangeableSentence(unchangeable)}.`)
  const undecided = others.filter(({ path, text }) => mayDecide(path, text, renamed.from))
  if (!dryRun) write(folder, from.path, to, changed)
  return {
    from: from.path,
    to,
    changed: changed.map(({ path }) => path),
    undecided: undecided.map(({ path }) => path),
  }
}

/**
 * Finds the file of a pipeline by its name. Throws Failure if no pipeline has this name, or if one of each
 * kind does.
 */
function fileOf(files: readonly { readonly path: string }[], pipeline: string, dir: string) {
  const isStated = pipelineNameOf(pipeline) !== undefined
  const paths = isStated ? [pipelinePaths(pipeline)[0]] : pipelinePaths(pipeline)
  const found = paths.filter((path) => files.some((file) => file.path === path))
  if (found.length > 1)
    throw new Failure(`${found.join(' and ')} have this name.`, { hint: 'State the ending, too.' })
  const [path] = found
  if (path === undefined)
    throw new Failure(`There is no pipeline ${pipeline} in ${dir}.`, {
      hint: 'Names are paths from that folder on, without the ending.',
    })
  return { path, ...pipelineNameOf(path)! }
}

const mayRun = (path: string): boolean => pipelineNameOf(path) !== undefined || testNameOf(path) !== undefined

/** Whether a pipeline has a component that may run the one of this name, because variables decide. */
const mayDecide = (path: string, text: string, name: string): boolean =>
  pipelineNameOf(path) !== undefined &&
  statedCalls(parsePipelineFile(path, text).pipeline).some(
    ({ target, reference }) => target === undefined && canBecome(reference, name),
  )

/** Throws Failure. Nothing is overwritten but the files that run the pipeline. */
function write(
  folder: string,
  from: string,
  to: string,
  changed: readonly { readonly path: string; readonly text: string }[],
): void {
  const target = join(folder, to)
  if (existsSync(target)) throw new Failure(`${to} is there already.`)
  try {
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(folder, from), target)
    for (const { path, text } of changed) writeFileSync(join(folder, path), text)
  } catch (error) {
    throw new Failure(`The files could not be written: ${errorText(error)}.`)
  }
}
