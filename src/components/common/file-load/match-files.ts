import { createContext, runInContext } from 'node:vm'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { StoreError } from '../object-stores/sender.ts'

/** More are a sign of a pattern that says too little. */
const MAX_FILES = 100_000
const MATCH_MS = 1_000
const SHOWN_NAMES = 3

/** What is wrong with a pattern; undefined when nothing is. */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

interface Found {
  /** In the order of their names. */
  readonly files: readonly FileEntry[]
  /** Some of those that do not fit. */
  readonly others: readonly string[]
  /** How many there are, whether they fit or not. */
  readonly seen: number
}

/**
 * The files of a store whose whole name fits `pattern`, counted from the bucket or from the store's path; all
 * of them without a pattern. Throws StoreError for too many, and for a pattern that cannot be used.
 */
export async function findFiles(store: FileStore, pattern: string): Promise<Found> {
  const files: FileEntry[] = []
  const others: string[] = []
  let seen = 0
  for await (const page of store.list()) {
    seen += page.length
    const names = page.map(({ name }) => [name, nameBelow(store.path, name)])
    const fits = matches(pattern, names)
    for (const [index, file] of page.entries()) {
      if (fits[index]) files.push(file)
      else if (others.length < SHOWN_NAMES) others.push(nameBelow(store.path, file.name))
    }
    if (files.length > MAX_FILES)
      throw new StoreError(`More than ${MAX_FILES} files match: narrow the pattern`)
  }
  files.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { files, others, seen }
}

/** The same, but that there is one is expected: StoreError says what there is instead. */
export async function matchingFiles(store: FileStore, pattern: string): Promise<readonly FileEntry[]> {
  const { files, others, seen } = await findFiles(store, pattern)
  if (files.length > 0) return files
  const where = store.shown(store.path)
  if (seen === 0) throw new StoreError(`There is no file whose name begins with ${where}`)
  const shown = others.map((name) => `"${name}"`).join(', ')
  throw new StoreError(
    `None of the ${seen} files below ${where} matches the pattern "${pattern}", which has to match the whole name; there are ${shown}`,
  )
}

/** The name of a file without the path that all files of the store begin with. */
export const nameBelow = (path: string, name: string): string => name.slice(path.length).replace(/^\/+/, '')

/**
 * A pattern may take for ever on some names: it gets a limited time. Letters are compared however they are
 * written: macOS writes an umlaut as two characters.
 */
function matches(pattern: string, names: readonly (readonly string[])[]): readonly boolean[] {
  if (pattern === '') return names.map(() => true)
  const composed = JSON.stringify(names).normalize()
  const sandbox = createContext({ pattern: `^(?:${pattern.normalize()})$`, names: composed, result: '' })
  const script =
    'const fits = new RegExp(pattern); result = JSON.stringify(JSON.parse(names).map((any) => any.some((name) => fits.test(name))))'
  try {
    runInContext(script, sandbox, { timeout: MATCH_MS })
    return JSON.parse(String(sandbox['result'])) as boolean[]
  } catch (error) {
    if (/timed out/.test((error as Error).message))
      throw new StoreError(`The pattern "${pattern}" takes longer than ${MATCH_MS} ms: make it simpler`)
    throw new StoreError(`The pattern "${pattern}" is not a regular expression: ${(error as Error).message}`)
  }
}
