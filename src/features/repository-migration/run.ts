import type { AddressPolicy } from '../../git/address.ts'
import { exists, sizeOf, unreachable, usesLfs } from '../../git/bare.ts'
import { copyFrom, pushTo, type TransferOptions } from '../../git/mirror.ts'
import { bytesText } from '../../git/progress.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { type AuthenticatedLocation, ProviderError } from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import {
  isReadable,
  listLocalRefs,
  listRemoteRefs,
  printable,
  type Refs,
  type RemoteRefs,
  refDifferences,
  withoutPrefixes,
} from '../../git/refs.ts'
import { copyFolder } from '../repositories/service.ts'
import { foreignRefs, foreignText } from './checks.ts'
import { countsText, progressText, someOf } from './rules.ts'
import type { MigrationPhase } from './states.ts'

/** Why a migration cannot be done, as a message for users. Nothing of the project has changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrationRun {
  readonly source: AuthenticatedLocation
  readonly target: AuthenticatedLocation
  readonly providers: Providers
  readonly policy: AddressPolicy
  readonly root: string
  readonly limits: TransferLimits
  /** Aborts when the lease was lost or the process stops. */
  readonly signal: AbortSignal
  /** Notes what is going on; throws when the lease was lost. */
  enter(phase: MigrationPhase, detail: string): Promise<void>
  /** Notes how far it is; may be dropped. */
  progress(detail: string): void
  /** Commits that versions were published from. */
  publishedCommits(): Promise<readonly string[]>
}

export interface TransferLimits {
  readonly transferTimeoutMs: number
  readonly maxRepositoryBytes: number
  readonly silenceSeconds: number
}

/** Refs may move while they are copied, where we cannot lock them: so often it is tried to catch up. */
const MAX_ROUNDS = 3
/** What is known of the target's refs may be this old when they are overwritten. */
const MAX_AGE_MS = 2_000

/**
 * MIRROR_PUSH: copies every ref to the target and compares. Returns a readable summary. Throws
 * `MigrationError`, `GitError`, `RemoteAddressError`, `ProviderError`, `RepositoryTooLargeError`; then only
 * the target has changed.
 */
export async function mirrorPush(run: MigrationRun): Promise<string> {
  const { source, target, providers } = run
  const except = [...providers[source.provider].reservedRefs, ...providers[target.provider].reservedRefs]
  for (let round = 1; ; round++) {
    const { folder, local, targetRefs } = await gather(run, except)
    const refs = withoutPrefixes(local.refs, except)
    if (round === 1) await refuseForeign(run, folder, targetRefs, refs)
    const size = await sizeOf(folder)
    const counts = countsText({ refs: refs.size, objects: size.objects, bytes: bytesText(size.bytes) })
    await push(run, folder, { refs, except, counts })
    await run.enter('COMPARING', `Comparing ${countsText({ refs: refs.size })}`)
    const [there, now] = await Promise.all([refsOf(run, target, except), sourceNow(run, local)])
    const differences = refDifferences(refs, there.refs)
    if (differences.length > 0)
      throw new MigrationError(`After the push the target differs: ${someOf(differences)}. Start again`)
    if (refDifferences(refs, withoutPrefixes(now.refs, except)).length === 0) {
      const notes = [
        await keepHead(run, { refs, head: now.head }, there),
        leftOut(local.refs.size - refs.size, except),
        (await usesLfs(folder)) ? LFS_NOTE : '',
      ]
      return [`Moved ${counts}; all refs were compared`, ...notes.filter((note) => note !== '')].join('. ')
    }
    if (round === MAX_ROUNDS)
      throw new MigrationError(
        'The source keeps changing while it is copied; stop pushes to it and start again',
      )
  }
}

/**
 * The source in a folder, and what the target has: both remotes are queried in parallel. When copying took
 * long, the target is asked again, because someone may have pushed to it meanwhile.
 */
async function gather(run: MigrationRun, except: readonly string[]) {
  const { target } = run
  const startedAt = performance.now()
  const [folder, early] = await Promise.all([copySource(run), refsOf(run, target, except)])
  const isOld = performance.now() - startedAt > MAX_AGE_MS
  const { refs: targetRefs } = isOld ? await refsOf(run, target, except) : early
  return { folder, local: await listLocalRefs(folder), targetRefs }
}

/** The source as a folder of this server: the hosted one itself, or a fresh copy. */
async function copySource(run: MigrationRun): Promise<string> {
  const { source, root, providers } = run
  if (source.provider === 'hosted') {
    const folder = hostedFolder(root, source.projectId)
    if (await exists(folder)) return folder
    throw new MigrationError('The hosted repository is missing from the data folder of this server')
  }
  const folder = copyFolder(root, source)
  await run.enter('COPYING', `Copying from ${source.provider} ${source.repositoryName}`)
  await copyFrom(await providers[source.provider].remote(source), folder, transferOptions(run, 'Copying'))
  return folder
}

const transferOptions = (run: MigrationRun, what: string): TransferOptions => ({
  policy: run.policy,
  timeoutMs: run.limits.transferTimeoutMs,
  maxBytes: run.limits.maxRepositoryBytes,
  silenceSeconds: run.limits.silenceSeconds,
  signal: run.signal,
  onProgress: ({ done, total, bytes }) =>
    run.progress(progressText(what, done, total, bytes === undefined ? undefined : bytesText(bytes))),
})

/** The last look before anything is overwritten: what the target has must be in what is pushed. */
async function refuseForeign(
  run: MigrationRun,
  folder: string,
  targetRefs: Refs,
  moving: Refs,
): Promise<void> {
  await run.enter('CHECKING', 'Checking that the target has no history of its own')
  const foreign = await foreignRefs(folder, targetRefs, moving, run.signal)
  if (foreign.length > 0) throw new MigrationError(foreignText(foreign))
}

async function push(
  run: MigrationRun,
  folder: string,
  { refs, except, counts }: { refs: Refs; except: readonly string[]; counts: string },
): Promise<void> {
  const { target, providers } = run
  await run.enter('PUSHING', `Pushing ${counts} to ${target.provider} ${target.repositoryName}`)
  if (refs.size === 0) return // Git has nothing to say about an empty repository
  const remote = await providers[target.provider].remote(target)
  await pushTo(remote, folder, except, transferOptions(run, 'Pushing'))
}

async function refsOf(
  run: MigrationRun,
  location: AuthenticatedLocation,
  except: readonly string[],
): Promise<RemoteRefs> {
  const { providers, policy, signal } = run
  const found = await listRemoteRefs(await providers[location.provider].remote(location), policy, { signal })
  return { ...found, refs: withoutPrefixes(found.refs, except) }
}

/**
 * The source as it is after the push. A hosted one is locked; others can be pushed to while they are copied,
 * and a copy does not follow when the default branch of its source changes.
 */
async function sourceNow(run: MigrationRun, local: RemoteRefs): Promise<RemoteRefs> {
  const { source } = run
  if (source.provider === 'hosted') return local
  const { refs, head } = await refsOf(run, source, [])
  return { refs, head: head ?? local.head }
}

/**
 * Gives the target the default branch of the source. What cannot be done is said, not fatal: no history is
 * lost.
 */
async function keepHead(run: MigrationRun, from: RemoteRefs, there: RemoteRefs): Promise<string> {
  const { target, providers } = run
  const { head } = from
  if (head === undefined || !from.refs.has(head) || there.head === head) return ''
  const branch = printable(head).replace(/^refs\/heads\//, '')
  const provider = providers[target.provider]
  if (provider.setDefaultBranch === undefined) {
    return there.head === undefined
      ? ''
      : `The target has another default branch: change it to ${branch} there`
  }
  if (!isReadable(head)) return `The default branch could not be set to ${branch}: its name is not UTF-8`
  try {
    await provider.setDefaultBranch(target, printable(head))
    return ''
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return `The default branch could not be set to ${branch}: ${error.message}`
  }
}

const LFS_NOTE =
  'Git LFS keeps its files outside Git: move them with git lfs fetch --all and git lfs push --all'

const leftOut = (count: number, prefixes: readonly string[]): string =>
  count === 0 ? '' : `${count} refs that providers create themselves were left out (${prefixes.join(', ')})`

/**
 * RECONFIGURE: only makes sure that refs of the target reach what was published; those that a provider
 * creates itself do not count. Returns a readable summary.
 */
export async function verifyTarget(run: MigrationRun): Promise<string> {
  const { target, providers, root } = run
  await run.enter('CHECKING', 'Checking that the target has every published commit')
  const folder =
    target.provider === 'hosted' ? hostedFolder(root, target.projectId) : copyFolder(root, target)
  if (target.provider !== 'hosted')
    await copyFrom(await providers[target.provider].remote(target), folder, transferOptions(run, 'Reading'))
  const published = (await run.publishedCommits()).map((commit) => commit.toLowerCase())
  const commits = published.filter((commit) => /^[0-9a-f]{7,64}$/.test(commit))
  const { refs } = await listLocalRefs(folder)
  const own = withoutPrefixes(refs, providers[target.provider].reservedRefs)
  const missing = await unreachable(folder, commits, own.values(), run.signal)
  if (missing.length > 0) {
    throw new MigrationError(
      `The target lacks published commits (${someOf(missing)}); push the history there first, or use MIRROR_PUSH`,
    )
  }
  const name = `${target.provider} ${target.repositoryName}`
  return `The project points at ${name}; it has all ${commits.length} published commits`
}
