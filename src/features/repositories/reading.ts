import type { Db } from '../../db/database.ts'
import { headOf } from '../../git/commit.ts'
import {
  bodyOf,
  exactTextOf,
  listBranches,
  listCommits,
  listTree,
  readBlobs,
  resolveCommit,
} from '../../git/content.ts'
import { listLocalRefs, printable, revisionFault } from '../../git/refs.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { badRequest, conflict, notFound, notFoundIn, Problem } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import { enterRepository, findRepository, locationWithToken } from './access.ts'
import type { Copies } from './copies.ts'
import { type Head, usualHead } from './pipeline-index/service.ts'
import { branchRevision, fileRevision } from './writing/rules.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024

/**
 * Branches, commits and files of a project's repository, for API clients and the user interface. `onBranches`
 * is called whenever the branches were listed, with the one that is shown first.
 */
export function createReading(
  db: Db,
  encryption: Encryption,
  copies: Copies,
  onBranches: (projectId: string, head: Head | undefined) => unknown,
) {
  async function enter(caller: Caller, projectId: string): Promise<string> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    return copies.folderOf(locationWithToken(await enterRepository(db, grant), encryption))
  }

  async function branches(caller: Caller, projectId: string, page: PageRequest) {
    const folder = await enter(caller, projectId)
    const [all, { head }] = await Promise.all([listBranches(folder), listLocalRefs(folder)])
    const byDefault = head === undefined ? undefined : printable(head).replace(/^refs\/heads\//, '')
    const marked = all.map((branch) => ({ ...branch, isDefault: branch.name === byDefault }))
    onBranches(projectId, usualHead(marked))
    return pageOfAll(marked, page)
  }

  async function commits(caller: Caller, projectId: string, ref: string | undefined, page: PageRequest) {
    const folder = await enter(caller, projectId)
    const commit = await commitOf(folder, ref)
    const { commits: results, total } = await listCommits(folder, commit, page)
    return { page: page.page, results: results.map(withoutReadonly), size: page.size, total }
  }

  /** A commit by its id; whole, where lists have its subject only. */
  async function commit(caller: Caller, projectId: string, hash: string) {
    const folder = await enter(caller, projectId)
    const fault = revisionFault(hash)
    if (fault !== undefined) throw badRequest([`path/commitHash ${fault}`])
    const found = /^[0-9a-f]{4,64}$/.test(hash) ? await resolveCommit(folder, hash) : undefined
    if (found?.startsWith(hash) !== true) throw notFound('Commit', hash)
    const [one] = (await listCommits(folder, found, { offset: 0, size: 1 })).commits
    return { ...withoutReadonly(one!), body: await bodyOf(folder, found) }
  }

  async function branch(caller: Caller, projectId: string, name: string) {
    const folder = await enter(caller, projectId)
    return branchIn(folder, name)
  }

  async function branchIn(folder: string, name: string) {
    const [all, { head }] = await Promise.all([listBranches(folder), listLocalRefs(folder)])
    const found = all.find((one) => one.name === name)
    if (found === undefined) throw notFound('Branch', name)
    const isDefault = head !== undefined && printable(head) === `refs/heads/${name}`
    const branch = { ...found, isDefault }
    return { branch, revision: branchRevision(branch) }
  }

  async function files(caller: Caller, projectId: string, ref: string | undefined, page: PageRequest) {
    const folder = await enter(caller, projectId)
    const tree = await listTree(folder, await commitOf(folder, ref))
    return pageOfAll(
      tree.map(({ path, bytes, kind }) => ({ path, bytes, kind })),
      page,
    )
  }

  async function content(caller: Caller, projectId: string, ref: string | undefined, path: string) {
    const folder = await enter(caller, projectId)
    const commitHash = await commitOf(folder, ref)
    const entry = (await listTree(folder, commitHash)).find((one) => one.path === path)
    if (entry === undefined || entry.kind !== 'file')
      throw notFoundIn('File', path, ref ?? 'the default branch')
    if (entry.bytes > MAX_FILE_BYTES)
      throw new Problem('payload-too-large', `Files over ${MAX_FILE_BYTES / 1024 / 1024} MiB are not shown`)
    const [blob] = await readBlobs(folder, [entry.oid], MAX_FILE_BYTES)
    const text = exactTextOf(blob!)
    const encoding: 'utf-8' | 'base64' = text === undefined ? 'base64' : 'utf-8'
    const shown = text ?? blob!.toString('base64')
    return {
      file: { path, commitHash, blobHash: entry.oid, bytes: entry.bytes, encoding, content: shown },
      revision: fileRevision(commitHash, entry.oid),
    }
  }

  /** The commit a ref means, and where to read it. Throws `bad-request` for what can be no ref. */
  async function at(caller: Caller, projectId: string, ref: string, parameter = 'ref') {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    const fault = revisionFault(ref)
    if (fault !== undefined) throw badRequest([`query/${parameter} ${fault}`])
    const folder = await copies.folderOf(locationWithToken(await enterRepository(db, grant), encryption))
    return { folder, commitHash: await commitOf(folder, ref), warehouse: grant.warehouse }
  }

  /** What a branch, tag or commit is, in a copy of the repository that is not older than stated. */
  async function newestAt(
    caller: Caller,
    projectId: string,
    ref: string,
    maxAgeMs?: number,
  ): Promise<CommitIn> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    const location = locationWithToken(await enterRepository(db, grant), encryption)
    const folder = await copies.folderOf(location, maxAgeMs)
    return { folder, commitHash: await commitOf(folder, ref) }
  }

  /**
   * The newest commit of a branch; `orElse` where there is no such branch, and undefined where that is not
   * there either, nor a repository.
   */
  async function head(
    caller: Caller,
    projectId: string,
    branch: string,
    orElse: string | undefined,
    maxAgeMs?: number,
  ): Promise<CommitIn | undefined> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    if ((await findRepository(db, projectId)) === undefined) return undefined
    const location = locationWithToken(await enterRepository(db, grant), encryption)
    const folder = await copies.folderOf(location, maxAgeMs)
    const commitHash =
      (await headOf(folder, branch)) ??
      (orElse === undefined ? undefined : await resolveCommit(folder, orElse))
    return commitHash === undefined ? undefined : { folder, commitHash }
  }

  return { branch, branchIn, branches, commit, commits, files, content, at, newestAt, head }
}

/** A commit, and where to read it. */
interface CommitIn {
  readonly folder: string
  readonly commitHash: string
}

export type Reading = ReturnType<typeof createReading>

/**
 * The commit a caller means; the default branch without a ref. Throws `not-found`, and `conflict` when empty.
 */
export async function commitOf(folder: string, ref: string | undefined): Promise<string> {
  const found = await resolveCommit(folder, ref ?? 'HEAD')
  if (found !== undefined) return found
  if (ref === undefined)
    throw conflict('The repository has no commit on its default branch yet; push one first')
  throw notFound('Branch, tag or commit', ref)
}

function pageOfAll<T>(all: readonly T[], { page, size, offset }: PageRequest): Page<T> {
  return { page, results: all.slice(offset, offset + size), size, total: all.length }
}

const withoutReadonly = <T extends { readonly parents: readonly string[] }>(commit: T) => ({
  ...commit,
  parents: [...commit.parents],
})
