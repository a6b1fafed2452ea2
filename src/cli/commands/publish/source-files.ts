import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import { isPublished, mayHoldPipelines, settingsFilePaths } from '../../../pipeline/names.ts'

export interface ProjectFile {
  /** Relative to the folder, with `/` between names. */
  readonly path: string
  readonly bytes: Buffer
}

export interface ProjectFiles {
  readonly files: readonly ProjectFile[]
  /** Paths of files that were left out because they are no text. */
  readonly left: readonly string[]
}

/** In words. */
export const PIPELINE_ENDINGS = '.orch.yaml or .tran.yaml, in lower case'

export const noPipelines = (dir: string, exitCode?: number): Failure =>
  new Failure(`No pipelines in ${dir}.`, {
    hint: `Pipelines are files that end in ${PIPELINE_ENDINGS}.`,
    exitCode,
  })

/**
 * The text files below `folder` that belong to a version, in order of their paths. Left out: links and files
 * that are no UTF-8 text. Throws Failure when the folder, or a file in it, cannot be read.
 */
export function readProjectFiles(folder: string): ProjectFiles {
  const files: ProjectFile[] = []
  const left: string[] = []
  for (const path of paths(folder, '')) {
    const bytes = contentOf(join(folder, path))
    if (isText(bytes)) files.push({ path, bytes })
    else left.push(path)
  }
  return { files, left }
}

function paths(folder: string, prefix: string): string[] {
  const entries = entriesOf(join(folder, prefix)).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = prefix + entry.name
    if (entry.isDirectory()) {
      return mayHoldPipelines(entry.name) ? paths(folder, `${path}/`) : settingsIn(folder, path)
    }
    return entry.isFile() && isPublished(path) ? [path] : []
  })
}

/** In a folder that is not looked into otherwise: the rules of reviews, and what is shared. */
const settingsIn = (folder: string, hidden: string): string[] =>
  settingsFilePaths.filter(
    (path) =>
      path.startsWith(`${hidden}/`) &&
      statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true,
  )

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Failure(`The file ${file} could not be read: ${errorText(error)}.`)
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new Failure(`The folder ${folder} could not be read: ${errorText(error)}.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}
