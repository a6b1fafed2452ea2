import { HeadraceError } from './problem.ts'
import { repeatedly } from './sending.ts'
import { orAborted } from './wait.ts'

/** How the client proves who it is: with a token, or with the credential of a program, which gets tokens. */
export type Login = { readonly token: string } | { readonly clientId: string; readonly clientSecret: string }

export interface TokenSource {
  current(signal?: AbortSignal): Promise<string>
  /** A new token, because the server refused that one; undefined where there is only the one. */
  renewed(refused: string, signal?: AbortSignal): Promise<string | undefined>
}

/** A token this near to its end is not used any more. */
const MARGIN_MS = 30_000

/**
 * Tokens by client credentials (RFC 6749, section 4.4), each asked for once and kept until shortly before it
 * expires.
 */
export function tokenSource(origin: string, login: Login, timeoutMs: number): TokenSource {
  if ('token' in login) {
    const { token } = login
    return { current: async () => token, renewed: async () => undefined }
  }
  const { clientId, clientSecret } = login
  let kept: { readonly token: string; readonly until: number } | undefined

  let pending: Promise<string> | undefined

  async function fetched(): Promise<string> {
    const credential = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
    const request = new Request(new URL('/oauth/token', origin), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(credential)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const response = await repeatedly(request, timeoutMs)
    if (!response.ok) throw new HeadraceError(response, await response.json().catch(() => undefined))
    const answer = (await response.json()) as { access_token: string; expires_in: number }
    kept = { token: answer.access_token, until: Date.now() + answer.expires_in * 1_000 - MARGIN_MS }
    return kept.token
  }

  /** All who wait share one request, which goes on for the others when one of them stops waiting. */
  function shared(signal: AbortSignal | undefined): Promise<string> {
    pending ??= fetched().finally(() => {
      pending = undefined
    })
    return orAborted(pending, signal)
  }

  return {
    current: async (signal) => (kept !== undefined && Date.now() < kept.until ? kept.token : shared(signal)),
    renewed: async (refused, signal) =>
      kept !== undefined && kept.token !== refused ? kept.token : shared(signal),
  }
}
