import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * A folder that is held open, so that what is done in it is done there, even if its path leads elsewhere by
 * now.
 */
export interface PinnedFolder {
  /** Leads to this very folder. */
  readonly path: string
  /** The folder `name` in it, made when it is missing; it belongs to whom this one belongs to. */
  enter(name: string): Promise<PinnedFolder | 'outside' | 'no-folder'>
  close(): Promise<void>
}

const isLinux = process.platform === 'linux'

/** Whether `path` is `top` or lies below it; both are real paths. */
export const isBelow = (top: string, path: string): boolean => path === top || path.startsWith(top + sep)

/**
 * Where an open file is. Only Linux can tell; elsewhere scripts are not contained, and the path is believed.
 */
export const realPathOf = async (file: FileHandle, path: string): Promise<string> =>
  isLinux ? readlink(`/proc/self/fd/${file.fd}`) : path

/** Holds the folder `path`. `top` is the folder that no entered one may leave. */
export async function pinFolder(top: string, path: string): Promise<PinnedFolder> {
  return pinned(top, path, await open(path, constants.O_RDONLY | constants.O_DIRECTORY))
}

function pinned(top: string, path: string, folder: FileHandle): PinnedFolder {
  const here = isLinux ? `/proc/self/fd/${folder.fd}` : path

  async function enter(name: string) {
    const child = join(here, name)
    const isMade = await mkdir(child, { mode: 0o700 }).then(
      () => true,
      () => false, // it is there, as a folder or not
    )
    const opened = await open(child, constants.O_RDONLY | constants.O_DIRECTORY).catch(() => undefined)
    if (opened === undefined) return 'no-folder' as const
    const real = await realPathOf(opened, join(path, name))
    if (!isBelow(top, real)) {
      await opened.close()
      return 'outside' as const
    }
    if (isMade) await giveToOwnerOf(folder, opened)
    return pinned(top, real, opened)
  }

  return { path: here, enter, close: () => folder.close() }
}

/**
 * What a runner that is root makes in a project's folder belongs to the project, so that its scripts can read
 * it. `made` is open, so nobody can have put something else in its place.
 */
export async function giveToOwnerOf(folder: FileHandle, made: FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await folder.stat()
  if (uid !== 0) await made.chown(uid, gid)
}
