import type { AddressPolicy } from '../../git/address.ts'
import { exists, unreachable } from '../../git/bare.ts'
import { explainGit, isRemoteFailure } from '../../git/explain.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import {
  type AuthenticatedLocation,
  type Check,
  failed,
  type Provider,
  ProviderError,
  type Purpose,
  passed,
  unknown,
} from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import { listLocalRefs, listRemoteRefs, printable, type Refs, withoutPrefixes } from '../../git/refs.ts'
import { copyFolder, isSameLocation } from '../repositories/service.ts'
import { asSource, someOf } from './rules.ts'
import type { NewMigration } from './schema.ts'

export interface CheckDependencies {
  readonly providers: Providers
  readonly policy: AddressPolicy
  readonly root: string
}

const createdAtStart = passed(
  'TARGET_EXISTS',
  'The repository inside Headrace is created when the migration starts',
)
const emptyTarget = passed('TARGET_HISTORY', 'The target is empty')

/**
 * Everything that can be known before a migration starts (specification, prerequisites 1 to 6), read only. A
 * `target` without the token its provider needs fails that check.
 */
export async function checkMigration(
  dependencies: CheckDependencies,
  mode: NewMigration['mode'],
  source: AuthenticatedLocation | undefined,
  target: AuthenticatedLocation,
): Promise<Check[]> {
  const { providers } = dependencies
  if (source === undefined) {
    const detail = 'The project has no repository; associate one first, or associate the target directly'
    return [failed('REPOSITORY_ASSOCIATED', detail)]
  }
  const there = passed(
    'REPOSITORY_ASSOCIATED',
    `The project's repository is ${source.repositoryName} at ${source.provider}`,
  )
  if (isSameLocation(source, target))
    return [
      there,
      failed('ANOTHER_REPOSITORY', 'The project already uses this repository; choose another target'),
    ]
  const isNew =
    target.provider === 'hosted' && !(await exists(hostedFolder(dependencies.root, target.projectId)))
  const [ofSource, ofTarget] = await Promise.all([
    providers[source.provider].checks(source, source.provider === 'azure-devops' ? 'mirror' : 'read'),
    isNew ? [createdAtStart] : targetChecks(providers[target.provider], target, mode),
  ])
  const checks = [there, ...asSource(source.provider, mode, ofSource), ...ofTarget]
  if (checks.some((check) => check.passed === false)) return checks
  if (isNew && mode === 'MIRROR_PUSH') return [...checks, emptyTarget]
  return [...checks, await historyCheck(dependencies, mode, source, target)]
}

async function targetChecks(
  provider: Provider,
  target: AuthenticatedLocation,
  mode: NewMigration['mode'],
): Promise<Check[]> {
  if (provider.usesToken === 'required' && target.token === undefined) {
    const header = 'Git-Provider-Access-Token'
    const detail = `${provider.kind} needs an access token of a service account; send it in the header ${header}`
    return [failed('ACCESS_TOKEN', detail)]
  }
  // Prerequisites 3 and 4 hold for both modes; elsewhere only a push needs the right to push.
  const strict = mode === 'MIRROR_PUSH' || provider.kind === 'gitlab' || provider.kind === 'azure-devops'
  const purpose: Purpose = strict ? 'mirror' : 'read'
  return provider.checks(target, purpose)
}

/**
 * Whether a push would destroy something at the target, or a target that is only pointed at lacks something.
 */
async function historyCheck(
  { providers, policy, root }: CheckDependencies,
  mode: NewMigration['mode'],
  source: AuthenticatedLocation,
  target: AuthenticatedLocation,
): Promise<Check> {
  if (mode === 'RECONFIGURE') {
    const detail =
      'That the target has every published commit is checked when the migration runs, before anything changes'
    return unknown('PUBLISHED_COMMITS', detail)
  }
  try {
    const provider = providers[target.provider]
    const { refs } = await listRemoteRefs(await provider.remote(target), policy)
    const except = [...providers[source.provider].reservedRefs, ...provider.reservedRefs]
    const own = withoutPrefixes(refs, except)
    if (own.size === 0) return emptyTarget
    const folder =
      source.provider === 'hosted' ? hostedFolder(root, source.projectId) : copyFolder(root, source)
    if (!(await exists(folder))) {
      const { refs: sourceRefs } = await listRemoteRefs(
        await providers[source.provider].remote(source),
        policy,
      )
      const known = new Set(withoutPrefixes(sourceRefs, except).values())
      if ([...own.values()].every((oid) => known.has(oid)))
        return passed('TARGET_HISTORY', 'The target has nothing that the source lacks')
      const detail =
        'The target is not empty; whether the source has all of it is checked before anything is pushed'
      return unknown('TARGET_HISTORY', detail)
    }
    const { refs: moving } = await listLocalRefs(folder)
    const foreign = await foreignRefs(folder, own, withoutPrefixes(moving, except))
    if (foreign.length === 0) return passed('TARGET_HISTORY', 'The target has nothing that the source lacks')
    if (source.provider === 'hosted') return failed('TARGET_HISTORY', foreignText(foreign))
    return unknown(
      'TARGET_HISTORY',
      'The target is not empty; it is compared again before anything is pushed',
    )
  } catch (error) {
    if (error instanceof ProviderError || isRemoteFailure(error))
      return failed('TARGET_EXISTS', explainGit(error))
    throw error
  }
}

/** Refs of the target that no ref to be pushed reaches: a mirror push would lose their history. */
export async function foreignRefs(
  sourceFolder: string,
  targetRefs: Refs,
  moving: Refs,
  signal?: AbortSignal,
): Promise<string[]> {
  const oids = [...new Set(targetRefs.values())]
  const lost = new Set(await unreachable(sourceFolder, oids, moving.values(), signal))
  return [...targetRefs].filter(([, oid]) => lost.has(oid)).map(([name]) => printable(name))
}

export const foreignText = (foreign: readonly string[]): string =>
  `The target has history that the source lacks (${someOf(foreign)}); empty it, or choose an empty repository`
