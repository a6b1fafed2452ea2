import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isBelow } from './files/pinned-folder.ts'

/** Why a file that a program was to leave is not read. */
export type LeftFault = 'missing' | 'replaced' | 'too-large'

/**
 * The text of a file that a contained program left at `name` below `folder`, if it is one: in its place, or
 * that of a folder on the way, it may have left a link to what only we may read, or a pipe that never ends.
 * Read without giving up the thread: the file is mostly small, and parsing what is in it takes far longer
 * than reading it.
 */
export function readLeftFile(
  folder: string,
  name: string,
  maxBytes: number,
): { readonly text: string } | { readonly fault: LeftFault } {
  const file = join(folder, name)
  let opened: number
  try {
    if (!isBelow(realpathSync(folder), realpathSync(dirname(file)))) return { fault: 'replaced' }
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return { fault: 'missing' }
  }
  try {
    const about = fstatSync(opened)
    if (!about.isFile() || about.nlink > 1) return { fault: 'replaced' }
    return about.size > maxBytes ? { fault: 'too-large' } : { text: readFileSync(opened, 'utf8') }
  } finally {
    closeSync(opened)
  }
}
