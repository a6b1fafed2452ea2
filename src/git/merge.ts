import { refuseTooManyFiles } from './content.ts'
import { GitError, gitText, runGit } from './run-git.ts'

/** What a side of a conflict has at its path; the object of a submodule is a commit of another repository. */
export interface SideEntry {
  readonly blob: string
  readonly mode: string
}

/** An entry that two histories changed in ways that Git cannot join: what each side has, where it has one. */
export interface MergeConflict {
  readonly path: string
  readonly base: SideEntry | undefined
  readonly ours: SideEntry | undefined
  readonly theirs: SideEntry | undefined
}

export interface MergedTree {
  readonly tree: string
  /** What is in `tree` at their paths has marks in it, or is one of the sides. */
  readonly conflicts: readonly MergeConflict[]
}

/**
 * A new file follows its folder when the other side has renamed it; Git's default makes that a conflict of
 * one side.
 */
const MERGE_CONFIG = { 'core.fsync': 'all', 'merge.directoryRenames': 'true' }

/** Two commits without a common ancestor are not merged. */
export class UnrelatedHistoriesError extends Error {
  override readonly name = 'UnrelatedHistoriesError'
}

/** Joins two commits without a work tree. Throws `UnrelatedHistoriesError` and `TooManyFilesError`. */
export async function mergeTrees(folder: string, ours: string, theirs: string): Promise<MergedTree> {
  await refuseTooManyFiles(folder, ours, theirs, ...(await basesOf(folder, ours, theirs)))
  const args = ['merge-tree', '--write-tree', '-z', '--no-messages', ours, theirs]
  try {
    const order = { args, cwd: folder, config: MERGE_CONFIG, acceptedExitCodes: [1] }
    const [tree = '', ...lines] = (await runGit(order)).stdout.toString('utf8').split('\0')
    return { tree, conflicts: conflictsIn(lines) }
  } catch (error) {
    if (error instanceof GitError && /unrelated histories/i.test(error.stderr))
      throw new UnrelatedHistoriesError('The two have no commit in common', { cause: error })
    throw error
  }
}

/** The newest commits that two have in common: several where each was merged into the other. */
async function basesOf(folder: string, ours: string, theirs: string): Promise<string[]> {
  const args = ['merge-base', '--all', ours, theirs]
  const text = await gitText({ args, cwd: folder, acceptedExitCodes: [1] })
  return text.split('\n').filter((base) => base !== '')
}

/** Lines of `<mode> <object> <stage>\t<path>`: the stages are the common ancestor, ours and theirs. */
function conflictsIn(lines: readonly string[]): MergeConflict[] {
  const stages = new Map<string, (SideEntry | undefined)[]>()
  for (const line of lines) {
    const [, mode, blob, stage, path] = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(line) ?? []
    if (path === undefined) continue
    const sides = stages.get(path) ?? []
    sides[Number(stage)] = { blob: blob!, mode: mode! }
    stages.set(path, sides)
  }
  return [...stages].map(([path, [, base, ours, theirs]]) => ({ path, base, ours, theirs }))
}

/** The newest commit that two have in common. */
export const mergeBaseOf = (folder: string, one: string, other: string): Promise<string> =>
  gitText({ args: ['merge-base', one, other], cwd: folder })

/** Whether a commit is the other one, or came before it. */
export async function isAncestor(folder: string, commit: string, of: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', commit, of]
  return (await runGit({ args, cwd: folder, acceptedExitCodes: [1] })).exitCode === 0
}
