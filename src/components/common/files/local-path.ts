import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isBelow, type PinnedFolder, pinFolder, realPathOf } from './pinned-folder.ts'

export type Fault = { readonly fault: string }

/**
 * The parts of a path as pipelines write it: `orders/may.csv`, `/orders/may.csv` or `file:///orders/may.csv`.
 */
export function partsOf(path: string): readonly string[] | undefined {
  const parts = path
    .replace(/^file:(\/\/)?/i, '')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.')
  return parts.some((part) => part === '..' || part.includes('\0')) ? undefined : parts
}

const outside = (path: string) => ({ fault: `"${path}" leads out of the runner's folder of files` })

/**
 * An existing file below `root`, opened, whatever links lie on the way. Where it is is asked of the open
 * file: scripts of the same project may exchange a folder for a link between a look and an opening.
 */
export async function sourcePlace(
  root: string,
  path: string,
): Promise<{ readonly file: FileHandle } | Fault> {
  const parts = partsOf(path)
  if (parts === undefined) return outside(path)
  let file: FileHandle | undefined
  try {
    const top = await realpath(root)
    const found = await realpath(join(top, ...parts))
    if (!isBelow(top, found)) return outside(path)
    file = await open(found, constants.O_RDONLY | constants.O_NONBLOCK)
    const fault = !isBelow(top, await realPathOf(file, found))
      ? outside(path)
      : (await file.stat()).isFile()
        ? undefined
        : { fault: `"${path}" is not a file` }
    if (fault === undefined) return { file }
    await file.close()
    return fault
  } catch {
    await file?.close()
    return { fault: `"${path}" does not exist in the runner's folder of files` }
  }
}

/**
 * Where a file may be written: its folder stays the same one until it is closed, whatever becomes of the
 * path.
 */
export interface TargetPlace {
  readonly path: string
  close(): Promise<void>
}

/** Where a file below `root` may be written. Makes the folders on the way, none of them outside of it. */
export async function targetPlace(root: string, parts: readonly string[]): Promise<TargetPlace | Fault> {
  const name = parts.join('/')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const top = await realpath(root)
  let folder = await pinFolder(top, top)
  for (const part of parts.slice(0, -1)) {
    const next: PinnedFolder | 'outside' | 'no-folder' = await folder.enter(part)
    await folder.close()
    if (next === 'outside') return outside(name)
    if (next === 'no-folder') return { fault: `"${name}" needs a folder where there is a file` }
    folder = next
  }
  const path = join(folder.path, parts.at(-1) ?? '')
  const there = await lstat(path).catch(() => undefined)
  if (!there?.isDirectory()) return { path, close: folder.close }
  await folder.close()
  return { fault: `"${name}" is a folder; state a Target Object Name` }
}
