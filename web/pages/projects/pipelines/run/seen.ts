import type { PipelineDetails } from '../pipeline/details.ts'

interface Version {
  readonly versionName: string
  readonly commitHash?: string
  readonly enabled: boolean
}

type Seen = Pick<PipelineDetails, 'commitHash' | 'versionName'>

/**
 * Which of an environment's versions (the newest first) holds what the page shows: the version of that name,
 * or the newest one published from that commit. Undefined when none does: then the user chooses, because
 * running another version than the one on the screen must be deliberate.
 */
export function seenVersion(
  { commitHash, versionName }: Seen,
  versions: readonly Version[],
): string | undefined {
  const isSeen = (version: Version) =>
    commitHash === undefined ? version.versionName === versionName : version.commitHash === commitHash
  return versions.find((version) => version.enabled && isSeen(version))?.versionName
}

/** Why nothing is chosen to run in the environment, for the version's field. */
export function notThere({ commitHash, versionName }: Seen, environment: string): string {
  const seen = commitHash === undefined ? `Version ${versionName ?? ''}` : `Commit ${commitHash.slice(0, 8)}`
  return `${seen} is not published to ${environment}. Choose the version to run instead`
}
