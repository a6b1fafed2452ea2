import type { Secrets } from './secrets.ts'

/** One secret of the runner that one project, or one of its environments, may use. `*` is every one. */
interface Grant {
  readonly secret: string
  readonly project: string
  readonly environment: string
}

/** Reads `name=project`, `name=project/environment`, … separated by semicolons or lines. */
function readGrants(text: string): readonly (Grant | { readonly fault: string })[] {
  const entries = text.split(/[;\n]/).map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, secret, project, environment = '*'] =
        /^([^=/\s]+)\s*=\s*([^/\s]+)(?:\/(.+))?$/.exec(entry) ?? []
      if (secret === undefined || project === undefined) return { fault: entry }
      return { secret, project: project.toLowerCase(), environment }
    })
}

/** What is wrong with `text` as a list of grants. */
export function grantsFault(text: string): string | undefined {
  const wrong = readGrants(text).find((grant) => 'fault' in grant)
  return wrong === undefined || !('fault' in wrong)
    ? undefined
    : `must be name=projectId, name=projectId/environment or name=*, separated by semicolons; "${wrong.fault}" is not`
}

export interface SecretZone {
  readonly project: string
  readonly environment: string
}

/**
 * The secrets of the runner that were granted to one environment of a project; to it, no other exists.
 * Whoever may write a pipeline may name any secret, so that a name alone must not open it.
 */
export function grantedSecrets(secrets: Secrets, grants: string | undefined, zone: SecretZone): Secrets {
  const fits = (granted: string, actual: string) => granted === '*' || granted === actual
  const own = readGrants(grants ?? '').filter(
    (grant): grant is Grant =>
      !('fault' in grant) &&
      fits(grant.project, zone.project.toLowerCase()) &&
      fits(grant.environment, zone.environment),
  )
  return {
    get: async (name, signal) =>
      own.some(({ secret }) => fits(secret, name)) ? secrets.get(name, signal) : undefined,
  }
}
