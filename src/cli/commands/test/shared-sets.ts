import { resolve } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { newId } from '../../../lib/ids.ts'
import type { declareShared, SharedPipeline } from '../../../pipeline/shared/declare.ts'
import { type ProjectFiles, readProjectFiles } from '../publish/source-files.ts'
import { exitCodes } from '../validate/sources.ts'

/** A set of shared pipelines whose files are a folder. */
export interface SharedSet {
  readonly prefix: string
  readonly folder: string
  /** Its id in this run. */
  readonly artifact: string
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly pipelines: readonly SharedPipeline[]
}

type DeclareShared = typeof declareShared

/**
 * The sets that `--shared prefix=folder` names. Throws Failure where one cannot be read, or shares nothing.
 */
export async function readSharedSets(cwd: string, stated: readonly string[]): Promise<readonly SharedSet[]> {
  if (stated.length === 0) return []
  // Loaded when it is needed, as the rest of the pipeline language.
  const { declareShared: declare } = await import('../../../pipeline/shared/declare.ts')
  return stated.map((text) => {
    const at = text.indexOf('=')
    const [prefix, folder] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()]
    if (prefix === '' || folder === '')
      throw refused(`"${text}" names no set.`, 'Write --shared <set>=<folder>.')
    return setOf({ prefix, folder }, readProjectFiles(resolve(cwd, folder)).files, declare)
  })
}

function setOf(
  { prefix, folder }: Pick<SharedSet, 'prefix' | 'folder'>,
  files: ProjectFiles['files'],
  declareShared: DeclareShared,
): SharedSet {
  const texts = files.map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))
  const { pipelines, faults } = declareShared(texts)
  const error = faults.find(({ severity }) => severity === 'error')
  if (error !== undefined)
    throw refused(`${folder} shares no pipelines: ${error.file}:${error.line}: ${error.message}.`, error.hint)
  const contents = texts.map(({ path, text }) => ({ path, content: text }))
  return { prefix, folder, artifact: newId(), files: contents, pipelines }
}

const refused = (message: string, hint: string | undefined): Failure =>
  new Failure(message, { ...(hint !== undefined && { hint }), exitCode: exitCodes.notChecked })
