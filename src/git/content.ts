import { mebibytes } from '../lib/mebibytes.ts'
import { Problem } from '../lib/problem.ts'
import { noteDamage } from './bare.ts'
import { revisionFault } from './refs.ts'
import { GitError, type GitOrder, gitText, runGit } from './run-git.ts'

/** Reading a repository of ours: branches, commits, trees and files. Nothing is ever checked out. */
export interface Branch {
  readonly name: string
  readonly commitHash: string
  readonly committedAt: string
  readonly subject: string
}

export interface Commit {
  readonly commitHash: string
  readonly parents: readonly string[]
  readonly authorName: string
  readonly authorEmail: string
  readonly authoredAt: string
  readonly subject: string
}

export interface TreeEntry {
  readonly path: string
  readonly oid: string
  /** As Git writes it: `100644` is a regular file. */
  readonly mode: string
  readonly bytes: number
  /** `link` and `submodule` are listed, never followed. */
  readonly kind: 'file' | 'link' | 'submodule'
}

const FIELD = '%x1f'
const MAX_LIST_BYTES = 32 * 1024 * 1024

const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

/**
 * The commit that a branch, a tag or a (shortened) commit id names; undefined when it names no commit. A full
 * id is nothing else, as for Git itself: whoever may push could put a branch of that name in the place of the
 * commit.
 */
export async function resolveCommit(folder: string, revision: string): Promise<string | undefined> {
  if (revisionFault(revision) !== undefined) return undefined
  const names = fullId.test(revision) ? [] : [`refs/heads/${revision}`, `refs/tags/${revision}`]
  for (const name of [...names, revision]) {
    const found = await gitText({
      args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
      cwd: folder,
    }).catch(() => undefined) // Git fails for a name that resolves to nothing: try the next
    if (found !== undefined && /^[0-9a-f]{40,64}$/.test(found)) return found
  }
  return undefined
}

/** Branches by name. */
export async function listBranches(folder: string): Promise<Branch[]> {
  const format = ['%(refname:lstrip=2)', '%(objectname)', '%(committerdate:iso-strict)', '%(subject)'].join(
    '%1f',
  )
  const text = await gitText({
    args: ['for-each-ref', '--sort=refname', `--format=${format}`, 'refs/heads'],
    cwd: folder,
    maxOutputBytes: MAX_LIST_BYTES,
  })
  return text.split('\n').flatMap((line) => {
    const [name, commitHash, committedAt, subject = ''] = line.split('\u001f')
    if (name === '' || commitHash === undefined) return []
    return [{ name: name!, commitHash, committedAt: utc(committedAt!), subject }]
  })
}

/** Commits that a commit contains, newest first, and how many there are. */
export async function listCommits(
  folder: string,
  commit: string,
  { offset, size }: { offset: number; size: number },
): Promise<{ commits: Commit[]; total: number }> {
  const format = ['%H', '%P', '%an', '%ae', '%aI', '%s'].join(FIELD)
  const text = await gitText({
    args: [
      'log',
      `--format=${format}`,
      `--skip=${offset}`,
      `--max-count=${size}`,
      '--end-of-options',
      commit,
    ],
    cwd: folder,
    maxOutputBytes: MAX_LIST_BYTES,
  })
  const total = Number(
    await gitText({ args: ['rev-list', '--count', '--end-of-options', commit], cwd: folder }),
  )
  return { commits: text === '' ? [] : text.split('\n').map(commitOf), total }
}

/** The message of a commit without its first line. */
export const bodyOf = async (folder: string, commit: string): Promise<string> =>
  (
    await gitText({
      args: ['log', '--format=%b', '--max-count=1', '--end-of-options', commit],
      cwd: folder,
      maxOutputBytes: MAX_LIST_BYTES,
    })
  ).trimEnd()

function commitOf(line: string): Commit {
  const [commitHash, parents, authorName, authorEmail, authoredAt, subject] = line.split('\u001f')
  return {
    commitHash: commitHash!,
    parents: parents === '' ? [] : parents!.split(' '),
    authorName: authorName!,
    authorEmail: authorEmail!,
    authoredAt: utc(authoredAt!),
    subject: subject ?? '',
  }
}

const utc = (time: string): string => {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString()
}

/** A repository lacks objects that its commits name. */
export class DamagedRepositoryError extends Problem {
  constructor(cause: unknown) {
    super(
      'conflict',
      'The repository lacks objects that its commits name. The copy of a repository elsewhere is made again with the ' +
        'next request: try again; a hosted one must be restored from a backup, or pushed again to a new one',
      { cause, retryAfterSeconds: 1 },
    )
  }
}

const damage = /could not read|not a tree object|bad object|corrupt|packfile/i

/** What Git prints of objects. Throws `DamagedRepositoryError`. */
async function readObjects(order: GitOrder & { readonly cwd: string }): Promise<Buffer> {
  try {
    return (await runGit(order)).stdout
  } catch (error) {
    if (error instanceof GitError && damage.test(error.stderr)) throw await damaged(order.cwd, error)
    throw error
  }
}

async function damaged(folder: string, cause: unknown): Promise<DamagedRepositoryError> {
  await noteDamage(folder).catch(() => undefined) // the folder may be gone already
  return new DamagedRepositoryError(cause)
}

/** A commit has more files than anything here reads. */
export class TooManyFilesError extends Problem {
  constructor(cause: unknown) {
    const detail = `The commit has too many files: their list has more than ${mebibytes(MAX_LIST_BYTES)}`
    super('conflict', detail, { cause })
  }
}

/** What Git prints of files, one after the other. Throws `DamagedRepositoryError` and `TooManyFilesError`. */
export async function listFiles(folder: string, args: readonly string[]): Promise<Buffer> {
  try {
    return await readObjects({ args, cwd: folder, maxOutputBytes: MAX_LIST_BYTES })
  } catch (error) {
    if (error instanceof GitError && error.kind === 'too-much-output') throw new TooManyFilesError(error)
    throw error
  }
}

const treeArgs = (treeish: string, option: string): readonly string[] => [
  'ls-tree',
  '-r',
  '-z',
  option,
  '--full-tree',
  '--end-of-options',
  treeish,
]

/**
 * Throws `TooManyFilesError` for a tree that `listTree` would not list. Where Git compares or joins trees, it
 * has all of them in memory; a folder may be in a tree many times, and a push of some kilobytes then has a
 * billion files.
 */
export async function refuseTooManyFiles(folder: string, ...treeishes: readonly string[]): Promise<void> {
  for (const treeish of treeishes) await listFiles(folder, treeArgs(treeish, '--name-only'))
}

/** Every entry of a commit's tree, by path. Throws `DamagedRepositoryError` and `TooManyFilesError`. */
export async function listTree(folder: string, commit: string): Promise<TreeEntry[]> {
  const stdout = await listFiles(folder, treeArgs(commit, '-l'))
  const kinds: Readonly<Record<string, TreeEntry['kind']>> = { '120000': 'link', '160000': 'submodule' }
  const entries: TreeEntry[] = []
  for (const line of stdout.toString('utf8').split('\0')) {
    if (line === '') continue
    const [, mode, oid, size, path] = /^(\d+) \w+ ([0-9a-f]+) +(-|\d+)\t(.+)$/s.exec(line) ?? []
    if (path === undefined) throw await damaged(folder, `git ls-tree printed ${line}`)
    const bytes = size === '-' ? 0 : Number(size)
    entries.push({ path, oid: oid!, mode: mode!, bytes, kind: kinds[mode!] ?? 'file' })
  }
  return entries
}

/** The contents of blobs, in order. Throws `DamagedRepositoryError`. */
export async function readBlobs(
  folder: string,
  oids: readonly string[],
  maxBytes: number,
): Promise<Buffer[]> {
  if (oids.length === 0) return []
  const stdout = await readObjects({
    args: ['cat-file', '--batch', '--buffer'],
    cwd: folder,
    input: `${oids.join('\n')}\n`,
    maxOutputBytes: maxBytes + oids.length * 100,
  })
  const blobs: Buffer[] = []
  for (let at = 0; at < stdout.length; ) {
    const lineEnd = stdout.indexOf(0x0a, at)
    const line = stdout.toString('latin1', at, lineEnd)
    const size = Number(line.split(' ')[2])
    if (!Number.isInteger(size)) throw await damaged(folder, `git cat-file printed ${line}`)
    blobs.push(stdout.subarray(lineEnd + 1, lineEnd + 1 + size))
    at = lineEnd + 1 + size + 1
  }
  return blobs
}

/** Whether a blob is text, however large: it is read until that is known. */
export async function isText(folder: string, oid: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const binary = new AbortController()
  const decode = (chunk?: Buffer) => {
    try {
      if (decoder.decode(chunk, { stream: chunk !== undefined }).includes('\u0000')) binary.abort()
    } catch {
      binary.abort()
    }
  }
  try {
    const args = ['cat-file', 'blob', oid]
    await runGit({ args, cwd: folder, signal: binary.signal, onOutput: decode })
  } catch (error) {
    if (!binary.signal.aborted) throw error
  }
  decode() // the end may be half a character
  return !binary.signal.aborted
}

/**
 * Text of a file without the mark that it may begin with (BOM), or undefined when it is binary (a NUL, or not
 * UTF-8).
 */
export const textOf = (bytes: Buffer): string | undefined => exactTextOf(bytes)?.replace(/^\uFEFF/, '')

/** The same with its mark, for who may write it back. */
export function exactTextOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
