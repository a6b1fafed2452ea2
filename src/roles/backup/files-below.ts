import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { ifThere } from '../../lib/if-there.ts'
import { StartupError } from '../../lib/startup-error.ts'

/**
 * Paths of the plain files below a folder, which may be removed while they are listed; what a link points at
 * is not ours. Throws `StartupError` for a folder that is there and cannot be read, and for a name that
 * cannot be written down.
 */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.name.includes('\ufffd')) await refuseUnreadableName(path)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Of a name that is not UTF-8 the directory says something else, and nothing has that name. */
async function refuseUnreadableName(path: string): Promise<void> {
  if ((await ifThere(lstat(path))) !== undefined) return
  throw new StartupError(`The name of ${path} is not UTF-8, so that no backup can contain it: rename it.`)
}

/** What is in a folder: nothing where it is not there. Throws `StartupError` when it cannot be read. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await ifThere(readdir(folder, { withFileTypes: true })).catch((error: unknown) => {
    throw new StartupError(`The backup cannot read ${folder}: ${errorText(error)}`, { cause: error })
  })
  return entries ?? []
}
