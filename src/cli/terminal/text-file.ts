import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../../client/failure.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Terminal } from './terminal.ts'

/** The text of a file that the command line names, seen from the folder it was typed in. Throws Failure. */
export function readTextFile({ cwd }: Pick<Terminal, 'cwd'>, file: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new Failure(`The file ${file} could not be read: ${errorText(error)}.`)
  }
}

/** Writes a file that the command line names, seen from the folder it was typed in. Throws Failure. */
export function writeTextFile({ cwd }: Pick<Terminal, 'cwd'>, file: string, text: string): void {
  try {
    writeFileSync(resolve(cwd, file), text)
  } catch (error) {
    throw new Failure(`The file ${file} could not be written: ${errorText(error)}.`)
  }
}
