import type { Db } from '../../db/database.ts'
import { createBare } from '../../git/bare.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import {
  type AuthenticatedLocation,
  type Check,
  type Location,
  type Provider,
  ProviderError,
} from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import type { PullRequestBranches } from '../../git/providers/pull-request-pages.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { badRequest, conflict, Problem } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import {
  changingRepository,
  enterRepository,
  locationWithToken,
  migrationInProgress,
  noRepository,
  tokenCell,
} from './access.ts'
import { refuseWithoutGit } from './hosting.ts'
import { readPublishedBranches } from './publications/store.ts'
import type { NewRepository, Repository } from './schema.ts'
import * as store from './store.ts'

export { copyFolder } from './copies.ts'
export { readPipelineFilesAt, readReviewedFilesAt } from './pipeline-files.ts'
export type { Publishing } from './publishing.ts'
export type { Reading } from './reading.ts'
export { isSameLocation } from './rules.ts'
export { readFilesAt } from './version-files.ts'

export interface RepositoryDependencies {
  readonly db: Db
  readonly providers: Providers
  readonly encryption: Encryption
  readonly clock: Clock
  /** Folder for hosted repositories and copies. */
  readonly root: string
  /** Under which clients reach this server. */
  readonly origin: () => string
}

/** Use cases of decisions.md §11, the repository of a project. */
export function createRepositories(dependencies: RepositoryDependencies) {
  const { db, providers, encryption, clock, root, origin } = dependencies

  async function get(caller: Caller, projectId: string): Promise<Repository> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    const [found, publishedBranches] = await Promise.all([
      store.findRepository(db, projectId),
      readPublishedBranches(db, grant),
    ])
    if (found === undefined) throw noRepository()
    return { ...wireOf(found, origin()), publishedBranches }
  }

  /** Points a project at a repository that is there already; `hosted` makes an empty one. */
  async function associate(
    caller: Caller,
    projectId: string,
    wanted: NewRepository,
    sent: string | undefined,
  ): Promise<Repository> {
    const grant = await enterProject(db, caller, projectId, 'repository:write')
    const location = locationOf(providers, projectId, wanted)
    const token = tokenFor(providers[location.provider], sent)
    refuseFaults(providers[location.provider], location, token)
    await refuseWithoutGit()
    const present = await store.findRepository(db, projectId)
    if (present !== undefined) throw present.migrating ? migrationInProgress() : store.alreadyAssociated()
    if (location.provider === 'hosted') await createBare(hostedFolder(root, projectId))
    const opened = { ...location, token }
    refuseFailed(await readChecks(providers[location.provider], opened))
    await store.insertRepository(db, grant, location, await sealed(opened))
    return get(caller, projectId)
  }

  /** Trades the token where the provider can, and encrypts what is kept. */
  async function sealed(location: AuthenticatedLocation): Promise<store.SealedToken | undefined> {
    if (location.token === undefined) return undefined
    const provider = providers[location.provider]
    const rotated = await rotateNow(provider, location, clock.now())
    return {
      encrypted: encryption.encrypt(rotated.token, tokenCell(location.projectId)),
      expiresAt: rotated.expiresAt,
    }
  }

  /**
   * A new token for the repository the project has: for when the stored one has died. The provider may take
   * its time; a migration waits for it, and a repository that the project gets meanwhile is not given it.
   */
  async function replaceToken(caller: Caller, projectId: string, sent: string): Promise<void> {
    const grant = await enterProject(db, caller, projectId, 'repository:write')
    await changingRepository(db, grant, 'replace token', async (found) => {
      const provider = providers[found.provider]
      if (provider.usesToken === 'never')
        throw conflict(`Repositories of ${found.provider} take no access token`)
      const location = { ...locationWithToken(found, encryption), token: tokenFor(provider, sent) }
      refuseFailed(await readChecks(provider, location))
      if (await store.setToken(db, found, caller.name, (await sealed(location))!)) return
      throw conflict('The project has left this repository meanwhile, and the token is used up')
    })
  }

  async function remove(caller: Caller, projectId: string): Promise<void> {
    const grant = await enterProject(db, caller, projectId, 'repository:write')
    const outcome = await store.deleteRepository(db, grant)
    if (outcome === 'absent') throw noRepository()
    if (outcome === 'migrating') throw migrationInProgress()
  }

  /** Where a pull request is opened at the provider. Throws `conflict` where the provider cannot be asked. */
  async function pullRequestPage(
    caller: Caller,
    projectId: string,
    branches: PullRequestBranches,
  ): Promise<{ url?: string }> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    const location = locationWithToken(await enterRepository(db, grant), encryption)
    try {
      const url = await providers[location.provider].pullRequestPage?.(location, branches)
      return url === undefined ? {} : { url }
    } catch (error) {
      if (error instanceof ProviderError) throw conflict(error.message)
      throw error
    }
  }

  async function events(caller: Caller, projectId: string, page: PageRequest) {
    return store.listEvents(db, await enterProject(db, caller, projectId, 'repository:read'), page)
  }

  return { get, associate, replaceToken, remove, pullRequestPage, events }
}

export type Repositories = ReturnType<typeof createRepositories>

function wireOf(row: store.RepositoryRow, origin: string): Omit<Repository, 'publishedBranches'> {
  const { projectId, provider, repositoryName, providerParameters, tokenExpiresAt, tokenFault } = row
  return {
    provider,
    repositoryName,
    providerParameters: { ...providerParameters },
    ...(provider === 'hosted' && { cloneUrl: `${origin}/git/${projectId}.git` }),
    ...(tokenExpiresAt !== undefined && { tokenExpiresAt: tokenExpiresAt.toISOString() }),
    ...(tokenFault !== undefined && { tokenFault }),
    migrationInProgress: row.migrating,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  }
}

/** What a request names, with the name the provider gives when none was. */
export function locationOf(
  providers: Providers,
  projectId: string,
  { provider, repositoryName, providerParameters = {} }: NewRepository,
): Location {
  const name = repositoryName ?? providers[provider].nameOf(providerParameters)
  return { projectId, provider, repositoryName: name, providerParameters }
}

const tokenForm = /^[\x21-\x7e]{1,4000}$/

/**
 * The token that was sent, where the provider uses one: the header is optional, so a program may send it for
 * any provider, or empty. Throws `bad-request` for what cannot be a token.
 */
export function tokenFor(provider: Provider, sent: string | undefined): string | undefined {
  if (provider.usesToken === 'never' || sent === undefined || sent === '') return undefined
  if (tokenForm.test(sent)) return sent
  throw badRequest(['headers/git-provider-access-token must have 1 to 4,000 visible ASCII characters'])
}

/** Throws `bad-request` with every fault of a location, a missing token included. */
export function refuseFaults(provider: Provider, location: Location, token: string | undefined): void {
  const faults = provider.faults(location)
  if (provider.usesToken === 'required' && token === undefined) {
    faults.push(`headers/git-provider-access-token is required for ${location.provider}`)
  }
  if (faults.length > 0) throw badRequest(faults)
}

/** The checks for reading. Throws `conflict` when the provider cannot be asked, or must not be. */
const readChecks = (provider: Provider, location: AuthenticatedLocation): Promise<Check[]> =>
  provider.checks(location, 'read').catch(conflictOf)

/** What a provider refuses is the state of the world, not an error of this server. */
function conflictOf(error: unknown): never {
  if (error instanceof ProviderError) throw conflict(error.message)
  throw error
}

/** Throws `conflict` that lists every check that failed. */
export function refuseFailed(checks: readonly Check[]): void {
  const failures = checks.filter(({ passed }) => passed === false)
  if (failures.length === 0) return
  throw new Problem('conflict', failures.map(({ detail }) => detail).join('. '), {
    violations: failures.map(({ name, detail }) => `${name}: ${detail}`),
  })
}

/**
 * The token after its rotation, or as it was where the provider cannot rotate. Throws `conflict` when
 * refused.
 */
export async function rotateNow(
  provider: Provider,
  location: AuthenticatedLocation,
  now: Date,
): Promise<{ token: string; expiresAt: Date | undefined }> {
  if (provider.rotate === undefined) return { token: location.token!, expiresAt: undefined }
  return provider.rotate(location, now).catch(conflictOf)
}
