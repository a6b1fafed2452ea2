import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

export type Place = { readonly path: string } | { readonly fault: string }

/** The parts of a path as pipelines write it: `orders/may.csv`, `/orders/may.csv` or `file:///orders/may.csv`. */
export function partsOf(path: string): readonly string[] | undefined {
  const parts = path
    .replace(/^file:(\/\/)?/i, '')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.')
  return parts.some((part) => part === '..' || part.includes('\0')) ? undefined : parts
}

const outside = (path: string) => ({ fault: `"${path}" leads out of the runner's folder of files` })

/** An existing file below `root`, whatever links lie on the way. */
export async function sourcePlace(root: string, path: string): Promise<Place> {
  const parts = partsOf(path)
  if (parts === undefined) return outside(path)
  try {
    const found = await realpath(join(root, ...parts))
    if (!found.startsWith((await realpath(root)) + sep)) return outside(path)
    return (await stat(found)).isFile() ? { path: found } : { fault: `"${path}" is not a file` }
  } catch {
    return { fault: `"${path}" does not exist in the runner's folder of files` }
  }
}

/** Where a file below `root` may be written. Makes the folders on the way, none of them outside of it. */
export async function targetPlace(root: string, parts: readonly string[]): Promise<Place> {
  const name = parts.join('/')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const top = await realpath(root)
  const path = join(top, ...parts)
  let folder = dirname(path)
  while (!(await exists(folder))) folder = dirname(folder)
  const real = await realpath(folder)
  if (real !== top && !real.startsWith(top + sep)) return outside(name)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  } catch {
    return { fault: `"${name}" needs a folder where there is a file` }
  }
  const there = await lstat(path).catch(() => undefined)
  return there?.isDirectory() ? { fault: `"${name}" is a folder; state a Target Object Name` } : { path }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
