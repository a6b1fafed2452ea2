import { exists, nameHead } from '../../../git/bare.ts'
import { moveRef, RefLockedError, type RefMove } from '../../../git/commit.ts'
import { explainGit, isRemoteFailure } from '../../../git/explain.ts'
import type { GitHosts } from '../../../git/hosts.ts'
import { type AuthenticatedLocation, ProviderError } from '../../../git/providers/provider.ts'
import { withRemote } from '../../../git/providers/with-remote.ts'
import { pushRef } from '../../../git/push.ts'
import { listLocalRefs } from '../../../git/refs.ts'
import { conflict, Problem } from '../../../lib/problem.ts'
import type { Copies } from '../copies.ts'

/**
 * A repository that is written to: here, or a copy of one at a provider, to which every change of a ref is
 * pushed.
 */
export interface Workspace {
  readonly isHosted: boolean
  /** A bare repository that has what the refs name. */
  readonly folder: string
  /**
   * Moves a ref, on disk when this resolves; false when somebody else has moved it. Throws `conflict` when
   * refused.
   */
  move(change: RefMove, reason: string): Promise<boolean>
  /** Learns what the default branch is after a first commit. */
  nameHead(): Promise<void>
  /** Learns what others have changed meanwhile. */
  refresh(): Promise<void>
}

const PUSH_TIMEOUT_MS = 2 * 60_000

/** Opens repositories for writing, in their newest state. */
export function createWorkspaces({ providers, policy }: GitHosts, copies: Copies) {
  async function open(location: AuthenticatedLocation): Promise<Workspace> {
    const folder = await copies.folderOf(location, 0)
    if (location.provider === 'hosted') return hosted(folder)
    const refresh = async () => void (await copies.folderOf(location, 0))
    return {
      isHosted: false,
      folder,
      async move(change, reason) {
        const outcome = await withRemote(providers[location.provider], location, (remote) =>
          pushRef(remote, folder, change, { policy, timeoutMs: PUSH_TIMEOUT_MS }),
        ).catch(refusal)
        if (outcome.kind === 'refused')
          throw conflict(
            `${location.repositoryName} did not take the change: ${outcome.detail}. Where a rule protects the branch, ` +
              'commit to another one and open a pull request',
          )
        // The copy is fetched again soon anyway; whoever reads it at once finds the change.
        if (outcome.kind === 'pushed') await moveRef(folder, change, reason).catch(() => false)
        return outcome.kind === 'pushed'
      },
      // The provider names it. The commit is made: a copy that cannot be fetched now is fetched again soon.
      nameHead: () => refresh().catch(() => undefined),
      refresh,
    }
  }

  async function hosted(folder: string): Promise<Workspace> {
    if (!(await exists(folder)))
      throw new Problem('not-found', 'The repository is missing from the data folder of this server')
    return {
      isHosted: true,
      folder,
      move: (change, reason) => moveRef(folder, change, reason).catch(refuseLocked),
      nameHead: async () => nameHead(folder, await listLocalRefs(folder)),
      refresh: async () => undefined,
    }
  }

  return { open }
}

export type Workspaces = ReturnType<typeof createWorkspaces>

function refuseLocked(error: unknown): never {
  if (!(error instanceof RefLockedError)) throw error
  throw new Problem(
    'conflict',
    `${error.message}: another process is changing it, or one that was killed left its lock behind, which is ` +
      'removed after two hours; try again',
    { cause: error, retryAfterSeconds: 5 },
  )
}

function refusal(error: unknown): never {
  if (error instanceof ProviderError || isRemoteFailure(error))
    throw new Problem('conflict', `The repository cannot be written: ${explainGit(error)}`, { cause: error })
  throw error
}
