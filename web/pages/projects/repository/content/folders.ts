import type { RepositoryFile } from '../shapes.ts'

/** A folder of the repository: its folders first, then its files, both in the order of the list. */
export interface Folder {
  readonly path: string
  readonly name: string
  readonly folders: readonly Folder[]
  readonly files: readonly RepositoryFile[]
}

interface Growing {
  readonly folders: Map<string, Growing>
  readonly files: RepositoryFile[]
}

/** Files by their folders. */
export function treeOf(files: readonly RepositoryFile[]): Folder {
  const root: Growing = { folders: new Map(), files: [] }
  for (const file of files) {
    let at = root
    for (const part of file.path.split('/').slice(0, -1)) {
      const next = at.folders.get(part) ?? { folders: new Map(), files: [] }
      at.folders.set(part, next)
      at = next
    }
    at.files.push(file)
  }
  return grown('', '', root)
}

function grown(path: string, name: string, { folders, files }: Growing): Folder {
  const below = [...folders].map(([part, folder]) =>
    grown(path === '' ? part : `${path}/${part}`, part, folder),
  )
  return { path, name, folders: below, files }
}

/** The last part of a path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The files whose path holds every word that was written, whatever its case. */
export function found(files: readonly RepositoryFile[], written: string): readonly RepositoryFile[] {
  const words = written.toLowerCase().split(/\s+/).filter(Boolean)
  return files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
}
