import type { RefMove } from './commit.ts'
import { isRefusedCredential, isRemoteFailure } from './explain.ts'
import type { TransferOptions } from './mirror.ts'
import { callOf, type Remote } from './remote.ts'
import { GitError, runGit } from './run-git.ts'

export type PushOutcome =
  | { readonly kind: 'pushed' }
  /** Somebody else has moved the ref there since it was read. */
  | { readonly kind: 'moved' }
  /** A rule of the remote, or the network: what Git said of it. */
  | { readonly kind: 'refused'; readonly detail: string }

/** What Git says here, and what servers say when the ref moved while the push was on its way. */
const overtaken =
  /stale info|fetch first|non-fast-forward|\[rejected\]|cannot lock ref|failed to update ref|incorrect old value/i
const MAX_DETAIL_CHARACTERS = 400

/**
 * Moves one ref of a remote, never by force: what somebody else pushed meanwhile stays. Throws
 * `RemoteAddressError`, and `GitError` where the remote rejects the credentials.
 */
export async function pushRef(
  remote: Remote,
  folder: string,
  { ref, from, to }: RefMove,
  { policy, timeoutMs }: Pick<TransferOptions, 'policy' | 'timeoutMs'>,
): Promise<PushOutcome> {
  const call = await callOf(remote, policy)
  // A lease on the value that was read: a remote that allows forced pushes compares all the same.
  const lease = `--force-with-lease=${ref}:${from ?? ''}`
  const args = ['push', '--porcelain', '--no-verify', lease, '--', call.url, `${to ?? ''}:${ref}`]
  try {
    await runGit({ args, cwd: folder, env: call.env, config: call.config, timeoutMs })
    return { kind: 'pushed' }
  } catch (error) {
    if (!(error instanceof GitError) || !isRemoteFailure(error) || isRefusedCredential(error)) throw error
    const said = `${error.stdout}\n${error.stderr}`
    if (overtaken.test(said)) return { kind: 'moved' }
    return { kind: 'refused', detail: tellingOf(said) }
  }
}

/** What the remote said, without what Git adds. */
function tellingOf(said: string): string {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^remote:\s*/, '').trim())
    .filter((line) => line !== '' && !/^(To |Done$|hint:|error: failed to push some refs)/.test(line))
  return [...new Set(lines)].join(' | ').slice(0, MAX_DETAIL_CHARACTERS)
}
