import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../lib/ids.ts'
import type { AddressPolicy } from './address.ts'
import { exists, isDamageNoted, setHead } from './bare.ts'
import { readProgress, type TransferProgress } from './progress.ts'
import { isReadable, listLocalRefs, listRemoteRefs, printable } from './refs.ts'
import { callOf, type Remote, type RemoteCall } from './remote.ts'
import { GitError, runGit } from './run-git.ts'

export interface TransferOptions {
  readonly policy: AddressPolicy
  readonly timeoutMs: number
  /** A repository that is larger is not taken in. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined
  /** Seconds without a byte after which the remote counts as hanging; 60 by default. */
  readonly silenceSeconds?: number | undefined
}

/** A repository is larger than it may be. */
export class RepositoryTooLargeError extends Error {
  override readonly name = 'RepositoryTooLargeError'
}

/**
 * Makes `folder` an exact copy of a remote, with every ref and its default branch. An existing copy is
 * updated, or created again when it is damaged. A new one appears whole or not at all. Throws `GitError`,
 * `RemoteAddressError`, `RepositoryTooLargeError`.
 */
export async function copyFrom(remote: Remote, folder: string, options: TransferOptions): Promise<void> {
  if (await exists(folder)) {
    if (!(await isDamageNoted(folder)) && (await bringUpToDate(remote, folder, options))) return
    await rm(folder, { recursive: true, force: true })
  }
  const call = await callOf(remote, options.policy)
  const fresh = `${folder}.${newId()}.new`
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  try {
    const args = ['clone', '--mirror', '--progress', '--template=', '--', call.url, fresh]
    await transfer(args, undefined, call, options)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process may have made the same copy meanwhile: it is as good.
    const made = error instanceof Error && 'code' in error && (await exists(folder))
    if (!made) throw error
  }
}

/**
 * False when the copy is damaged. Another process may hold its locks for a moment; one that died leaves them
 * behind.
 */
async function bringUpToDate(remote: Remote, folder: string, options: TransferOptions): Promise<boolean> {
  const call = await callOf(remote, options.policy)
  const args = ['fetch', '--prune', '--force', '--progress', '--no-write-fetch-head', '--', call.url]
  for (let attempt = 1; ; attempt++) {
    try {
      const head = headOfRemote(remote, options)
      await transfer([...args, '+refs/*:refs/*'], folder, call, options)
      await followHead(folder, await head)
      return true
    } catch (error) {
      const isLocked = error instanceof GitError && locked.test(error.stderr)
      if (!isLocked && !isDamaged(error)) throw error
      if (!isLocked || attempt === MAX_ATTEMPTS) return false
    }
    await sleep(LOCK_WAIT_MS, undefined, { signal: options.signal })
  }
}

/**
 * The default branch of a remote, asked for beside the fetch; undefined where it does not answer. Never
 * rejects.
 */
const headOfRemote = (remote: Remote, { policy, timeoutMs, signal }: TransferOptions) =>
  listRemoteRefs(remote, policy, { patterns: ['HEAD'], timeoutMs, signal }).then(
    ({ head }) => head,
    () => undefined,
  )

/** A fetch brings branches, and never which of them is the default one. */
async function followHead(folder: string, head: string | undefined): Promise<void> {
  if (head === undefined || !isReadable(head) || head === (await listLocalRefs(folder)).head) return
  await setHead(folder, printable(head))
}

const MAX_ATTEMPTS = 4
const LOCK_WAIT_MS = 500
const locked = /cannot lock ref|unable to create '.*\.lock'/i
const damage = /not a git repository|bad object|unable to read|corrupt|loose object|packfile .* (is|cannot)/i

const isDamaged = (error: unknown): boolean =>
  error instanceof GitError && error.kind === 'exited' && damage.test(error.stderr)

/**
 * Makes a remote an exact copy of `folder`: every ref but those below `exceptPrefixes`, forced, and what the
 * source does not have is deleted there. Throws `GitError`, `RemoteAddressError`.
 */
export async function pushTo(
  remote: Remote,
  folder: string,
  exceptPrefixes: readonly string[],
  options: TransferOptions,
): Promise<void> {
  const call = await callOf(remote, options.policy)
  // Negative refspecs keep refs that the provider creates itself from being pushed, and from being pruned.
  const except = exceptPrefixes.map((prefix) => `^${prefix}*`)
  // --prune deletes refs that the source lacks; --force moves the others even where histories differ.
  // --no-verify skips hooks, which a copied repository must never run.
  const args = ['push', '--force', '--prune', '--progress', '--porcelain', '--no-verify', '--', call.url]
  await transfer([...args, 'refs/*:refs/*', ...except], folder, call, options)
}

async function transfer(
  args: readonly string[],
  cwd: string | undefined,
  call: RemoteCall,
  options: TransferOptions,
): Promise<void> {
  const tooLarge = new AbortController()
  const signal = AbortSignal.any([tooLarge.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const silence = String(options.silenceSeconds ?? 60)
  try {
    await runGit({
      args,
      cwd,
      env: call.env,
      config: { ...call.config, 'http.lowSpeedTime': silence, 'http.postBuffer': String(1024 * 1024) },
      timeoutMs: options.timeoutMs,
      signal,
      onMessage(text) {
        const progress = readProgress(text)
        if (progress === undefined) return
        // Git has no option that limits what it receives, so its own progress is the measure.
        if ((progress.bytes ?? 0) > options.maxBytes) tooLarge.abort()
        options.onProgress?.(progress)
      },
    })
  } catch (error) {
    if (tooLarge.signal.aborted && error instanceof GitError) {
      throw new RepositoryTooLargeError(
        `The repository is larger than ${Math.round(options.maxBytes / 1024 ** 2)} MiB`,
      )
    }
    throw error
  }
}
