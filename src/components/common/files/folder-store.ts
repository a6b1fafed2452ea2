import type { Stats } from 'node:fs'
import { type FileHandle, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { StoreError } from '../object-stores/sender.ts'
import { partsOf, sourcePlace } from './local-path.ts'
import { isBelow } from './pinned-folder.ts'
import { isPartial, removeLost } from './write-file.ts'

const MAX_DEPTH = 32

/**
 * The files below `path` in the runner's folder of files, `root`: everything in a folder, or the files whose
 * names begin so. Links are not followed. Throws StoreError for a path that leads out.
 */
export function openFolder(root: string, path: string, signal: AbortSignal): FileStore {
  const parts = partsOf(path) ?? outside(path)
  const isFolder = /[/\\]$/.test(path) || parts.length === 0
  const prefix = `${parts.join('/')}${isFolder && parts.length > 0 ? '/' : ''}`

  async function* list(): AsyncGenerator<readonly FileEntry[]> {
    const top = await realpath(root).catch(() => undefined)
    if (top === undefined) return
    yield* below(top, join(top, ...(isFolder ? parts : parts.slice(0, -1))), 0)
  }

  async function* below(top: string, folder: string, depth: number): AsyncGenerator<readonly FileEntry[]> {
    signal.throwIfAborted()
    if (depth > MAX_DEPTH) throw new StoreError(`Folders are nested more than ${MAX_DEPTH} deep`)
    const real = await realpath(folder).catch(() => undefined)
    if (real === undefined || !isBelow(top, real)) return
    const files: FileEntry[] = []
    const folders: string[] = []
    for (const entry of (await unlessGone(readdir(real, { withFileTypes: true }))) ?? []) {
      const name = relative(top, join(real, entry.name)).replaceAll(sep, '/')
      if (entry.isDirectory() && (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`)))
        folders.push(join(real, entry.name))
      if (!entry.isFile()) continue
      // It is no file of a listing, whether it can be removed or not.
      if (isPartial(entry.name)) await removeLost(join(real, entry.name))
      else if (name.startsWith(prefix)) {
        const stats = await unlessGone(stat(join(real, entry.name)))
        if (stats === undefined) continue
        files.push({ name, bytes: stats.size, version: versionOf(stats), modified: stats.mtime })
      }
    }
    yield files.sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const next of folders.sort()) yield* below(top, next, depth + 1)
  }

  async function* read({ name, version }: FileEntry): AsyncGenerator<Buffer> {
    const place = await sourcePlace(root, name)
    if ('fault' in place) throw new StoreError(place.fault)
    const changed = `"${name}" changed since it was listed: run the step again`
    yield* unchanged(place.file, version, { signal, changed })
  }

  return {
    path: prefix,
    shown: (name) => name,
    list,
    read,
    async remove({ name }) {
      throw new StoreError(`"${name}" is a file of the runner, which loads do not remove`)
    },
  }
}

/**
 * The bytes of a file that has this version, and still has it at the end, and closes it. Throws StoreError,
 * which says `changed`.
 */
export async function* unchanged(
  opened: FileHandle,
  version: string,
  { signal, changed }: { readonly signal: AbortSignal; readonly changed: string },
): AsyncGenerator<Buffer> {
  await using file = opened
  const checkVersion = async () => {
    if (versionOf(await file.stat()) !== version) throw new StoreError(changed)
  }
  await checkVersion()
  const bytes = file.createReadStream({ highWaterMark: 256 * 1024, signal, autoClose: false })
  yield* bytes as AsyncIterable<Buffer>
  await checkVersion()
}

/** Another one says that a file was written to. */
export const versionOf = ({ size, mtimeMs }: Stats): string => `${size}-${mtimeMs}`

/** Undefined where somebody removed the file or folder. */
const unlessGone = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function outside(path: string): never {
  throw new StoreError(`"${path}" leads out of the runner's folder of files`)
}
