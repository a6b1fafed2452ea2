import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { ProviderError } from './provider.ts'
import { callProvider, member, saidBy } from './provider-http.ts'

/** Short-lived tokens of a GitHub App for the repositories it is installed on. */
export interface InstallationTokens {
  /** Throws `ProviderError` when the app is not installed there. */
  tokenFor(owner: string, repository: string): Promise<string>
  /** The next token is a new one: GitHub refuses an old one once the installation has been changed. */
  forget(owner: string, repository: string): void
}

export interface GithubAppOptions {
  readonly fetch: typeof fetch
  readonly apiUrl: string
  readonly appId: string
  /** PEM, as GitHub hands it out (PKCS #1) or PKCS #8. */
  readonly privateKey: string
  readonly now: () => number
}

/** GitHub allows ten minutes at most, and clocks differ. */
const JWT_SECONDS = 8 * 60
const CLOCK_SKEW_SECONDS = 60
const SPARE_MS = 5 * 60_000

/** Authenticates as an installation (GitHub documentation, "Authenticating as a GitHub App installation"). */
export function githubApp({ fetch, apiUrl, appId, privateKey, now }: GithubAppOptions): InstallationTokens {
  const key = createPrivateKey(privateKey)
  const known = new Map<string, { token: string; until: number }>()

  async function call(path: string, method: 'GET' | 'POST' = 'GET', json?: unknown) {
    const seconds = Math.floor(now() / 1000)
    const jwt = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(appId)
      .setIssuedAt(seconds - CLOCK_SKEW_SECONDS)
      .setExpirationTime(seconds + JWT_SECONDS)
      .sign(key)
    const headers = { authorization: `Bearer ${jwt}`, accept: 'application/vnd.github+json' }
    return callProvider(fetch, `${apiUrl}${path}`, { method, headers, json })
  }

  async function tokenFor(owner: string, repository: string): Promise<string> {
    const name = `${owner}/${repository}`
    const cached = known.get(name)
    if (cached !== undefined && cached.until > now()) return cached.token
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/installation`
    const found = await call(path)
    const id = member(found.body, 'id')
    if (!found.ok || typeof id !== 'number') {
      throw new ProviderError(
        `The GitHub App is not installed on ${name} (${saidBy(found)}); install it there, then try again`,
        found.status,
      )
    }
    // Narrowed to the one repository: what is handed on opens no other.
    const answer = await call(`/app/installations/${id}/access_tokens`, 'POST', {
      repositories: [repository],
    })
    const token = member(answer.body, 'token')
    const expires = Date.parse(String(member(answer.body, 'expires_at')))
    if (!answer.ok || typeof token !== 'string') {
      throw new ProviderError(`GitHub gave no token for ${name} (${saidBy(answer)})`, answer.status)
    }
    known.set(name, { token, until: (Number.isNaN(expires) ? now() : expires) - SPARE_MS })
    return token
  }

  return { tokenFor, forget: (owner, repository) => void known.delete(`${owner}/${repository}`) }
}
