import { memberOfSecret } from '../../connections/resolve.ts'
import type { SecretFound } from '../connection/lookups.ts'
import { grantedSecrets, type SecretZone } from './secret-grants.ts'
import type { Secrets } from './secrets.ts'

export interface SecretSources {
  /** The runner's own, granted or not. */
  readonly secrets: Secrets
  readonly grantSecrets: string | undefined
  /** What the project has under a name. */
  readonly lookUp: (name: string, signal: AbortSignal) => Promise<SecretFound | undefined>
}

/**
 * The secrets that one environment of a project may use: those of the runner that were granted to it first,
 * then what the project has. A reference of the project is another name for a secret of the runner, and opens
 * none that was not granted.
 */
export function secretsOfZone({ secrets, grantSecrets, lookUp }: SecretSources, zone: SecretZone): Secrets {
  const granted = grantedSecrets(secrets, grantSecrets, zone)
  return {
    async get(name, signal) {
      const own = await granted.get(name, signal)
      if (own !== undefined) return own
      const found = await lookUp(name, signal)
      if (found === undefined || 'value' in found) return found?.value
      const { secretName, secretKey } = found.reference
      const value = await granted.get(secretName, signal)
      if (value === undefined)
        throw new Error(
          `The secret reference "${name}" means the secret "${secretName}" of this runner, which has no such secret or does not grant it to this environment (HEADRACE_GRANT_SECRETS)`,
        )
      return secretKey === undefined ? value : String(memberOfSecret(value, secretName, secretKey))
    },
  }
}
