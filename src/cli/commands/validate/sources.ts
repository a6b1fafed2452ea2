import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Command } from 'commander'
import { Failure, failureWithCode } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Fault } from '../../../pipeline/model.ts'
import { isMisspelledPipeline, pipelineNameOf } from '../../../pipeline/names.ts'
import { noPipelines, PIPELINE_ENDINGS, readProjectFiles } from '../publish/source-files.ts'

/** Exit codes for programs: something was found, or nothing could be checked. */
export const exitCodes = { faults: 1, notChecked: 2 }

/** A command whose options are mistyped, or without its argument, has not checked anything either. */
export const mistypedIsNotChecked = (command: Command): Command =>
  command.exitOverride((error) => {
    throw Object.assign(error, { exitCode: error.exitCode === 0 ? 0 : exitCodes.notChecked })
  })

/**
 * The text files of a folder, and a fault of each pipeline that is no text. Throws Failure when there is no
 * pipeline.
 */
export function readSources(folder: string, dir: string) {
  const { files, left } = readProjectFiles(folder)
  const isPipeline = (path: string) => pipelineNameOf(path) !== undefined
  const unreadable = left.filter(isPipeline)
  const pipelines = files.filter((file) => isPipeline(file.path)).length + unreadable.length
  if (pipelines === 0) throw noPipelines(dir, exitCodes.notChecked)
  const sources = files.map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))
  const misspelled = sources.map(({ path }) => path).filter(isMisspelledPipeline)
  return { sources, faults: [...unreadable.map(noText), ...misspelled.map(otherEnding)], pipelines }
}

/** What keeps the pipelines from being checked has an exit code of its own. */
export async function notChecked<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw failureWithCode(error, exitCodes.notChecked)
  }
}

const otherEnding = (file: string): Fault => ({
  severity: 'warning',
  file,
  line: 1,
  rule: 'pipeline-ending',
  message: `The file is not taken for a pipeline: its name does not end in ${PIPELINE_ENDINGS}`,
  hint: 'Rename it if it is one',
})

const noText = (file: string): Fault => ({
  severity: 'error',
  file,
  line: 1,
  rule: 'not-text',
  message: 'The file is not UTF-8 text, so it cannot be read as a pipeline',
  hint: 'Save it as UTF-8',
})

/**
 * From where the command runs, usually the top of a repository, to the folder; empty when it lies elsewhere.
 */
export function prefixOf(cwd: string, folder: string): string {
  const path = relative(cwd, folder).replaceAll('\\', '/')
  return path === '' || path.startsWith('..') || path.startsWith('/') ? '' : `${path}/`
}

export function writeSarif(path: string, log: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(log, null, 2)}\n`)
  } catch (error) {
    const reason = errorText(error)
    throw new Failure(`The SARIF file could not be written: ${reason}.`, { exitCode: exitCodes.notChecked })
  }
}
