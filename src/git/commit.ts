import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { GitError, gitText, runGit } from './run-git.ts'

/**
 * Writing a repository of ours without a work tree: objects first, and a ref last, against the value it was
 * read at.
 */
export interface Signature {
  readonly name: string
  readonly email: string
  readonly at: Date
}

/** One path of a tree as it should be: a blob, or undefined for none. */
export interface TreeEdit {
  readonly path: string
  readonly blob: string | undefined
  readonly mode: string
}

export const REGULAR_FILE = '100644'
/** Git does not flush loose objects by default; what is answered as written must survive a power cut. */
const DURABLE = { 'core.fsync': 'all' }
/** How a repository that has this id writes that there is no object: ids of SHA-256 are longer. */
const noObject = (id: string): string => '0'.repeat(id.length)

/** Writes contents as blobs; answers their ids, in order. */
export async function writeBlobs(folder: string, contents: readonly Buffer[]): Promise<string[]> {
  if (contents.length === 0) return []
  const parts = contents.flatMap((content, i) => [
    Buffer.from(`blob\nmark :${i + 1}\ndata ${content.length}\n`),
    content,
    Buffer.from(`\nget-mark :${i + 1}\n`),
  ])
  const text = await gitText({
    args: ['fast-import', '--quiet', '--done'],
    cwd: folder,
    config: DURABLE,
    input: Buffer.concat([...parts, Buffer.from('done\n')]),
  })
  return text.split('\n')
}

/** The tree of the commit or tree with this id (of nothing without one) with edits; answers its id. */
export async function writeTree(
  folder: string,
  treeish: string | undefined,
  edits: readonly TreeEdit[],
): Promise<string> {
  const index = join(folder, `index.${newId()}.new`)
  const order = { cwd: folder, env: { GIT_INDEX_FILE: index }, config: DURABLE }
  try {
    await runGit({ ...order, args: ['read-tree', treeish ?? '--empty'] })
    const args = ['update-index', '-z', '--index-info']
    const { stderr } = await runGit({ ...order, args, input: indexInfo(treeish, edits) })
    // Git leaves out a path that is dangerous in a clone, says so, and ends well.
    if (stderr !== '') throw new GitError('exited', { exitCode: 0, stderr }, args)
    return await gitText({ ...order, args: ['write-tree'] })
  } finally {
    await rm(index, { force: true })
    await rm(`${index}.lock`, { force: true })
  }
}

/** Removals go first, so that a folder may take the place of a file. */
function indexInfo(treeish: string | undefined, edits: readonly TreeEdit[]): string {
  const removed = treeish === undefined ? [] : edits.filter(({ blob }) => blob === undefined)
  const written = edits.filter(({ blob }) => blob !== undefined)
  return [
    ...removed.map(({ path }) => `0 ${noObject(treeish!)}\t${path}\0`),
    ...written.map(({ path, blob, mode }) => `${mode} ${blob}\t${path}\0`),
  ].join('')
}

export interface NewCommitObject {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author: Signature
}

/** Writes a commit that no ref names yet; answers its id. */
export async function writeCommit(
  folder: string,
  { tree, parents, message, author }: NewCommitObject,
): Promise<string> {
  const at = `${Math.floor(author.at.getTime() / 1000)} +0000`
  const { name, email } = author
  return gitText({
    args: ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
    cwd: folder,
    config: DURABLE,
    env: {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: at,
    },
    input: message,
  })
}

/** A ref to be moved: `from` is the value it was read at; undefined is a ref that does not exist. */
export interface RefMove {
  readonly ref: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Another process holds the lock of a ref, or one that was killed has left it behind. */
export class RefLockedError extends Error {
  override readonly name = 'RefLockedError'
}

/** Git's own wait of 100 ms is short for a server whose disk is busy. */
const LOCK_WAIT = { 'core.filesRefLockTimeout': '2000' }

/**
 * Moves a ref if it is still where it was read. False when it is not, or when its name is in another's way.
 * Throws `RefLockedError`.
 */
export async function moveRef(folder: string, { ref, from, to }: RefMove, reason: string): Promise<boolean> {
  const args = to === undefined ? ['-d', ref, from!] : ['--create-reflog', ref, to, from ?? noObject(to)]
  try {
    await runGit({
      args: ['update-ref', '-m', reason, ...args],
      cwd: folder,
      config: { ...DURABLE, ...LOCK_WAIT },
      env: { GIT_COMMITTER_NAME: 'Headrace', GIT_COMMITTER_EMAIL: 'headrace@headrace.invalid' },
    })
    return true
  } catch (error) {
    if (error instanceof GitError && /unable to create '.*\.lock': file exists/i.test(error.stderr))
      throw new RefLockedError(`The ref ${ref} is locked`, { cause: error })
    if (error instanceof GitError && /cannot lock ref|cannot update ref/i.test(error.stderr)) return false
    throw error
  }
}

/** The commit a branch is at; undefined when there is no such branch. */
export async function headOf(folder: string, branch: string): Promise<string | undefined> {
  const text = await gitText({
    args: ['for-each-ref', '--format=%(objectname) %(refname)', `refs/heads/${branch}`],
    cwd: folder,
  })
  const line = text.split('\n').find((one) => one.endsWith(` refs/heads/${branch}`))
  return line?.split(' ', 1)[0]
}
