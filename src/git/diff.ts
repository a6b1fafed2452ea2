import { listFiles, refuseTooManyFiles } from './content.ts'
import { GitError, gitText } from './run-git.ts'

/** A file that two commits have in different states. */
export interface FileDifference {
  readonly path: string
  readonly change: 'ADDED' | 'MODIFIED' | 'REMOVED'
  /** Blobs; undefined where a commit has no such file. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** A link or a submodule on one side only: Git shows one text for each. */
  readonly isOfTwoKinds: boolean
}

const MAX_TEXT_BYTES = 8 * 1024 * 1024
const TEXT_TIMEOUT_MS = 20_000

/**
 * What differs between two commits, by path. A renamed file is removed and added. Throws `TooManyFilesError`.
 */
export async function differencesOf(folder: string, from: string, to: string): Promise<FileDifference[]> {
  await refuseTooManyFiles(folder, from, to)
  const options = ['-r', '-z', '--raw', '--no-renames', '--full-index', '--end-of-options']
  const stdout = await listFiles(folder, ['diff-tree', ...options, from, to])
  const fields = stdout.toString('utf8').split('\0')
  const differences: FileDifference[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, , before, after, status] = fields[i]!.split(' ')
    const change = status === 'A' ? 'ADDED' : status === 'D' ? 'REMOVED' : 'MODIFIED'
    differences.push({
      path: fields[i + 1]!,
      change,
      before: objectId(before!),
      after: objectId(after!),
      isOfTwoKinds: status === 'T',
    })
  }
  return differences
}

const objectId = (id: string): string | undefined => (/^0+$/.test(id) ? undefined : id)

/**
 * The unified text diff of each of these differences, in order, in three lines of context. Undefined when
 * they are more than a reader could take in, or take too long.
 */
export async function textDiffsOf(
  folder: string,
  from: string,
  to: string,
  differences: readonly FileDifference[],
): Promise<readonly string[] | undefined> {
  if (differences.length === 0) return []
  const options = ['-p', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const paths = differences.map(({ path }) => `:(top,literal)${path}`)
  try {
    const text = await gitText({
      args: ['diff-tree', '-r', ...options, from, to, '--', ...paths],
      cwd: folder,
      maxOutputBytes: MAX_TEXT_BYTES,
      timeoutMs: TEXT_TIMEOUT_MS,
    })
    return partsOf(text, differences)
  } catch (error) {
    if (error instanceof GitError && (error.kind === 'too-much-output' || error.kind === 'timed-out'))
      return undefined
    throw error
  }
}

/** Lines of a content begin with a blank, + or -: `diff` begins a file and nothing else. */
function partsOf(text: string, differences: readonly FileDifference[]): string[] | undefined {
  const parts = text.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '))
  const texts = differences.map(({ isOfTwoKinds }) => parts.splice(0, isOfTwoKinds ? 2 : 1).join(''))
  return parts.length === 0 ? texts : undefined
}
