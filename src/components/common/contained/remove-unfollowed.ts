import { constants } from 'node:fs'
import { open, readdir, rmdir, unlink } from 'node:fs/promises'

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Removes a folder in whose tree a script may be exchanging things for links meanwhile: every step begins at
 * the folder that was opened before, never at a path from the top. Rejects when something is not what it was
 * a moment before.
 */
export async function removeUnfollowed(folder: string): Promise<void> {
  await emptyUnfollowed(folder, [])
  await rmdir(folder)
}

/** The same with what a folder holds, but for what has one of these names. */
export async function emptyUnfollowed(folder: string, kept: readonly string[]): Promise<void> {
  const opened = await open(folder, FOLDER)
  try {
    const here = `/proc/self/fd/${opened.fd}`
    for (const entry of await readdir(here, { withFileTypes: true })) {
      if (kept.includes(entry.name)) continue
      const path = `${here}/${entry.name}`
      await (entry.isDirectory() ? removeUnfollowed(path) : unlink(path))
    }
  } finally {
    await opened.close()
  }
}
