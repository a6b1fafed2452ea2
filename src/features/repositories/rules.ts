import type { Location, ProviderKind } from '../../git/providers/provider.ts'

/**
 * A token this close to its end is traded for a new one. Shorter than the week that GitLab gives by default.
 */
const ROTATE_DAYS = 3
const DAY_MS = 86_400_000

/** Until when tokens are rotated now: those that expire before. */
export const rotationHorizon = (now: Date): Date => new Date(now.getTime() + ROTATE_DAYS * DAY_MS)

/** Whether two locations are the same repository, whatever it is called. */
export function isSameLocation(
  a: Pick<Location, 'provider' | 'repositoryName' | 'providerParameters'>,
  b: Pick<Location, 'provider' | 'repositoryName' | 'providerParameters'>,
): boolean {
  return a.provider === b.provider && keyOf(a) === keyOf(b)
}

function keyOf({
  provider,
  repositoryName,
  providerParameters,
}: Pick<Location, 'provider' | 'repositoryName' | 'providerParameters'>): string {
  const { username: _user, ...parameters } = providerParameters
  const name = provider === ('github' satisfies ProviderKind) ? repositoryName.toLowerCase() : ''
  return JSON.stringify([
    name,
    ...Object.entries(parameters)
      .map(([key, value]) => [key, value.toLowerCase().replace(/(\.git)?\/*$/, '')])
      .sort(),
  ])
}

/** The name of an automatically published version: `main-1a2b3c4d5e`. */
export const automaticVersionName = (branch: string, commitHash: string): string =>
  `${branch.slice(0, 200)}-${commitHash.slice(0, 10)}`
