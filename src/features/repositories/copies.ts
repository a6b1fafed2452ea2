import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isDamageNoted } from '../../git/bare.ts'
import { explainGit, isRemoteFailure } from '../../git/explain.ts'
import type { GitHosts } from '../../git/hosts.ts'
import { copyFrom, RepositoryTooLargeError } from '../../git/mirror.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { type AuthenticatedLocation, ProviderError } from '../../git/providers/provider.ts'
import { withRemote } from '../../git/providers/with-remote.ts'
import { Problem } from '../../lib/problem.ts'

/** Folders on this server in which repositories can be read. */
export interface Copies {
  /**
   * A folder with the repository as it is now: the hosted one itself, or a copy that is brought up to date
   * when it is older than `maxAgeMs` or was found to be damaged: its fetch began longer before this call.
   * Throws `conflict` with what to do when the remote cannot be read.
   */
  folderOf(location: AuthenticatedLocation, maxAgeMs?: number): Promise<string>
}

const FRESH_MS = 15_000
const TIMEOUT_MS = 10 * 60_000

export function createCopies({ root, providers, policy, maxRepositoryBytes }: GitHosts): Copies {
  const copiedAt = new Map<string, number>()
  const inFlight = new Map<string, Promise<void>>()

  async function folderOf(location: AuthenticatedLocation, maxAgeMs = FRESH_MS): Promise<string> {
    if (location.provider === 'hosted') return hostedFolder(root, location.projectId)
    const folder = copyFolder(root, location)
    const askedAt = performance.now()
    while (askedAt - (copiedAt.get(folder) ?? -Infinity) > maxAgeMs || (await isDamageNoted(folder))) {
      // Callers that arrive while a copy is made wait for that one. It may lack what was pushed just before
      // they asked: those for whom it is too old share the next one.
      let copying = inFlight.get(folder)
      if (copying === undefined) {
        copying = copy(location, folder).finally(() => inFlight.delete(folder))
        inFlight.set(folder, copying)
      }
      await copying
    }
    return folder
  }

  async function copy(location: AuthenticatedLocation, folder: string): Promise<void> {
    const startedAt = performance.now()
    try {
      await withRemote(providers[location.provider], location, (remote) =>
        copyFrom(remote, folder, { policy, timeoutMs: TIMEOUT_MS, maxBytes: maxRepositoryBytes }),
      )
    } catch (error) {
      throw unreadable(error)
    }
    copiedAt.set(folder, startedAt)
  }

  return { folderOf }
}

/** One folder for each location: after a migration the copy of the old one is not taken for the new one. */
export function copyFolder(
  root: string,
  { projectId, ...location }: Omit<AuthenticatedLocation, 'token'>,
): string {
  const { provider, repositoryName, providerParameters } = location
  const key = JSON.stringify([provider, repositoryName, Object.entries(providerParameters).sort()])
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return join(root, 'copies', `${projectId.toLowerCase()}-${hash}.git`)
}

function unreadable(error: unknown): unknown {
  const known =
    error instanceof ProviderError || error instanceof RepositoryTooLargeError || isRemoteFailure(error)
  if (!known) return error
  return new Problem('conflict', `The repository cannot be read: ${explainGit(error)}`, { cause: error })
}
