import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { isReadable, printable, type RemoteRefs } from './refs.ts'
import { gitText, runGit } from './run-git.ts'

/**
 * Harmless mistakes of old programs: history must not be rejected for them. Everything else that `git fsck`
 * finds is rejected on push, above all what would run something in the clones of others.
 */
const tolerated = [
  'badDate',
  'badDateOverflow',
  'badTimezone',
  'missingSpaceBeforeDate',
  'zeroPaddedDate',
  'badEmail',
  'badName',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeEmail',
  'badFilemode',
  'zeroPaddedFilemode',
  'extraHeaderEntry',
  'multipleAuthors',
  'gitmodulesParse',
]

const HOSTED_CONFIG: Readonly<Record<string, string>> = {
  'http.receivepack': 'true',
  'receive.denyDeleteCurrent': 'ignore', // a bare repository has no files checked out that could be lost
  'receive.fsckObjects': 'true', // refuses .git folders in trees and dangerous submodule addresses
  'receive.advertisePushOptions': 'false',
  'receive.unpackLimit': '1',
  'uploadpack.allowFilter': 'true',
  'uploadpack.allowAnySHA1InWant': 'false',
  'core.logAllRefUpdates': 'true', // what a force push replaced can be found again
  'gc.auto': '0',
  ...Object.fromEntries(tolerated.map((id) => [`receive.fsck.${id}`, 'ignore'])),
}

/** Makes an empty bare repository, whole or not at all. One that is there already stays as it is. */
export async function createBare(folder: string): Promise<void> {
  if (await exists(folder)) return
  const fresh = `${folder}.${newId()}.new`
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  try {
    await runGit({ args: ['init', '--quiet', '--bare', '--template=', '--', fresh] })
    for (const [key, value] of Object.entries(HOSTED_CONFIG)) {
      await runGit({ args: ['config', '--local', key, value], cwd: fresh })
    }
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!(await exists(folder))) throw error // another process may have made it meanwhile
  }
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const damageNote = (folder: string): string => join(folder, 'headrace-damaged')

/** Notes in a repository that it lacks objects: a copy of one elsewhere is then made again. */
export const noteDamage = (folder: string): Promise<void> => writeFile(damageNote(folder), '')

export const isDamageNoted = (folder: string): Promise<boolean> => exists(damageNote(folder))

/** Makes `branch` the one that clones get; a readable name like `refs/heads/main`. */
export async function setHead(folder: string, branch: string): Promise<void> {
  await runGit({ args: ['symbolic-ref', 'HEAD', branch], cwd: folder })
}

/**
 * A first branch of another name than the default one becomes the default: otherwise clones would be empty.
 */
export async function nameHead(folder: string, { refs, head }: RemoteRefs): Promise<void> {
  if (head !== undefined && refs.has(head)) return
  const branches = [...refs.keys()].filter((name) => name.startsWith('refs/heads/') && isReadable(name))
  const chosen = ['refs/heads/main', 'refs/heads/master'].find((name) => refs.has(name)) ?? branches[0]
  if (chosen !== undefined) await setHead(folder, printable(chosen))
}

/** What `git count-objects` says of a repository. */
async function countObjects(folder: string): Promise<(name: string) => number> {
  const text = await gitText({ args: ['count-objects', '-v'], cwd: folder })
  return (name) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/** How many packs a repository has, of which each push adds one, and how many objects outside of them. */
export async function fragmentsOf(folder: string): Promise<{ packs: number; loose: number }> {
  const number = await countObjects(folder)
  return { packs: number('packs'), loose: number('count') }
}

/** How many objects and bytes a repository has. */
export async function sizeOf(folder: string): Promise<{ objects: number; bytes: number }> {
  const number = await countObjects(folder)
  return {
    objects: number('count') + number('in-pack'),
    bytes: (number('size') + number('size-pack')) * 1024,
  }
}

/** Whether the default branch keeps files in Git LFS, as far as its uppermost `.gitattributes` says. */
export async function usesLfs(folder: string): Promise<boolean> {
  const attributes = await gitText({
    args: ['cat-file', 'blob', 'HEAD:.gitattributes'],
    cwd: folder,
    maxOutputBytes: 1024 * 1024,
  }).catch(() => '')
  return /\bfilter=lfs\b/.test(attributes)
}

/**
 * Those of the given object ids, whole or shortened, in lower case, that are no commit or annotated tag in
 * the history of `tips`, and no tip. Whether an object is there says nothing: what no ref reaches any more is
 * kept for long, and never pushed.
 */
export async function unreachable(
  folder: string,
  oids: readonly string[],
  tips: Iterable<string>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (oids.length === 0) return []
  // The whole history in one process: `--not` is faster, but wrong where clocks of committers were.
  const text = await gitText({
    args: ['rev-list', '--objects', '--filter=tree:0', '--stdin'],
    cwd: folder,
    input: [...new Set(tips)].map((oid) => `${oid}\n`).join(''),
    timeoutMs: 10 * 60_000,
    maxOutputBytes: 256 * 1024 * 1024,
    signal,
  })
  const lengths = new Set(oids.map(({ length }) => length))
  const left = new Set(oids)
  for (const line of text.split('\n')) for (const length of lengths) left.delete(line.slice(0, length))
  return [...left]
}
